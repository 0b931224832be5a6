"""Journal kinds of lists, pools and drafts."""

from typing import Annotated, NotRequired, TypedDict

from core.engine.journal.facts import Changes, Code, Columns, Moment, Name, OwnName, Ref, Text, Typed
from core.engine.journal.kinds import Kind
from tournaments.engine.journal_kinds import AnnouncementKey, Entrant, EntryKey, OfEntry

DRAFT = "draft"
"""The plan and the seats of a draft."""

DRAFT_LOG = "draft_log"
"""What staff decide in the log of a draft."""

DraftKey = Annotated[int, Ref("decks.Draft")]
PoolKey = Annotated[int, Ref("decks.Pool")]
ProxyKey = Annotated[int, Ref("decks.Proxy")]
BuildMarkKey = Annotated[int, Ref("decks.BuildMark")]


class CheckRulesSet(Kind, scope="event"):
    target: int
    base: Code
    shuffling: int


class BuildTap(Kind, base=True):
    """A tap on the building clock; `pod` 0: the whole field."""

    number: int
    pod: int
    minutes: int
    reason: Typed
    mark: BuildMarkKey


class BuildStarted(BuildTap): ...


class BuildLonger(BuildTap): ...


class BuildPaused(BuildTap): ...


class BuildResumed(BuildTap): ...


class BuildEnded(BuildTap): ...


class BuildTapWithdrawn(BuildTap): ...


class OfDraft(Kind, base=True):
    number: int
    draft: DraftKey


class OfPod(OfDraft, base=True):
    pod: int


class DraftLooked(OfPod): ...


class OfMove(OfPod, base=True):
    move: Code
    seat: int
    of: int | None
    line: int


class DraftJudged(OfMove, group=DRAFT_LOG, may_undo="report"):
    way: Code
    reason: Typed


class DraftTapBack(OfMove, group=DRAFT_LOG, may_undo="report"): ...


class DraftMovesUndone(OfPod, group=DRAFT_LOG):
    of: int
    moves: int
    lines: list[int]
    reason: Typed


class DraftRuled(OfPod, group=DRAFT_LOG):
    reason: Typed


class DraftBegun(Kind):
    number: int


class DraftSetUp(OfDraft, group=DRAFT, page_stays=False):
    subtype: Code
    reason: Typed
    before: Columns | None


class DraftSeated(OfDraft, group=DRAFT, page_stays=False):
    seed: int
    players: int
    sizes: list[int]
    again: list[tuple[int, ...]]
    seats_before: list[list[EntryKey]]
    seed_before: int | None
    draft_seats_before: list[list[EntryKey]]
    draft_seed_before: int | None


class DraftRemoved(OfDraft, group=DRAFT, page_stays=False):
    subtype: Code
    seed: int | None
    seats: list[list[EntryKey]]
    announced: dict[str, AnnouncementKey]
    before: Columns


class DraftWayChanged(OfDraft, group=DRAFT, page_stays=False):
    way: Code
    way_before: Code


class SeatsBefore(Kind, base=True):
    seats_before: list[list[EntryKey]]
    seed_before: int | None


class PodsDrawn(SeatsBefore, page_stays=False):
    seed: int
    pods: int
    players: int
    sizes: list[int]


class PodsCleared(SeatsBefore, page_stays=False):
    pods: int


class SecretDraftCopied(Kind, topic="lists"):
    draft: DraftKey
    pods: list[int]
    way: Code


class DraftTabletsShut(OfDraft): ...


class ListsCollected(Kind, scope="event", topic="lists"):
    rules: Changes


class ListRulesChanged(Kind, scope="event", topic="lists"):
    rules: Changes


class ListsLocked(Kind, scope="event", topic="lists"): ...


class ListsClosed(Kind, scope="event", topic="lists"):
    deadline: Moment


class ListsOpened(Kind, scope="event", topic="lists"):
    deadline_before: Moment | None
    until: Moment | None


class ListLocked(OfEntry, topic="lists"): ...


class ListOpened(OfEntry, topic="lists"): ...


class ListSentBack(OfEntry, topic="lists"):
    reason: Typed


class Verdict(TypedDict):
    """Whether a player's list was and is legal, None without one; number of unknown cards."""

    entry: Entrant
    name: OwnName
    before: bool | None
    now: bool | None
    unknown: NotRequired[int]


class OfVerdicts(Kind, base=True, scope="event", topic="lists"):
    count: int
    names: Name
    verdicts: list[Verdict]


class ListsRechecked(OfVerdicts): ...


class ListsSetAside(OfVerdicts): ...


class HomeCountrySaid(OfEntry, topic="lists"):
    before: Code
    home: Code


class OfRuling(OfEntry, base=True, topic="lists"):
    code: Code
    card: Code


class ListRuled(OfRuling):
    reason: Typed


class ListRulingWithdrawn(OfRuling): ...


class OfVersion(OfEntry, base=True, topic="lists"):
    number: int
    legal: bool
    unknown: int
    late: bool
    note: Typed


class ListHandedIn(OfVersion): ...


class ListEntered(OfVersion): ...


class PoolCheckChanged(OfDraft):
    check: Code
    before: Code


class OfPool(OfDraft, base=True):
    pool: PoolKey
    version: int
    entry: Entrant
    name: OwnName


class OfContent(OfPool, base=True):
    total: int
    before: int


class PoolRegistered(OfContent): ...


class PoolEntered(OfContent, may_undo="report"): ...


class PoolTracked(OfContent): ...


class ByNeighbor(OfPool, base=True):
    by_entry: EntryKey
    neighbor: Name


class PoolVerified(ByNeighbor): ...


class PoolUnverified(ByNeighbor): ...


class PoolDiscrepancyReported(ByNeighbor): ...


class PoolDiscrepancyClaimed(OfPool, may_undo="report", at_desk=False): ...


class PoolSettled(OfPool, may_undo="report"): ...


class OfProxy(Kind, base=True):
    proxy: ProxyKey
    name: Text
    card: Code


class ProxyGranted(OfProxy, may_undo="report"): ...


class ProxyWithdrawn(OfProxy, may_undo="report"): ...
