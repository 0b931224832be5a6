"""Journal kinds of lists and pools."""

from typing import Annotated, NotRequired, TypedDict

from core.engine.journal.facts import Changes, Code, Moment, Name, OwnName, Ref, Text, Typed
from core.engine.journal.kinds import Kind
from tournaments.engine.journal_kinds import Entrant, EntryKey, OfEntry

DraftKey = Annotated[int, Ref("decks.Draft")]
PoolKey = Annotated[int, Ref("decks.Pool")]
ProxyKey = Annotated[int, Ref("decks.Proxy")]


class CheckRulesSet(Kind, scope="event"):
    target: int
    base: Code
    shuffling: int


class OfDraft(Kind, base=True):
    number: int
    draft: DraftKey


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
    """The change of a player's verdict.

    - `before`, `now`: whether the list was or is legal, or None without a list.
    - `unknown`: the number of unknown cards.
    """

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


class ListFilledIn(OfVersion):
    """A deck that a player filled in and that took effect when building ended."""


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


class LatePoolEntered(OfContent, may_undo="report"):
    """Staff entered the pool of a late player without a seat. `packs`: the packs that the player opened."""

    packs: Typed


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
