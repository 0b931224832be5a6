"""Journal kinds of drafts."""

from typing import Annotated

from core.engine.journal.facts import Code, Columns, OwnName, Ref, Typed
from core.engine.journal.kinds import Kind
from decks.engine.journal_kinds import DraftKey, OfDraft
from tournaments.engine.journal_kinds import AnnouncementKey, Entrant, EntryKey

DRAFT = "draft"
"""Group of the kinds that change the plan or the seats of a draft."""

DRAFT_LOG = "draft_log"
"""Group of the kinds that record staff decisions in the log of a draft."""

BuildMarkKey = Annotated[int, Ref("decks.BuildMark")]


class BuildTap(Kind, base=True):
    """A tap on the building clock of a pod. `pod`: 0 for the whole field."""

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


class DraftPickAssigned(OfMove, group=DRAFT_LOG, may_undo="report"):
    """A judge assigned a card at random because the time of the pick was over.

    `place`: its position from the top among `cards` cards. The name of the card is not recorded here.
    """

    place: int
    cards: int


class DraftPickTimeAdded(OfPod, group=DRAFT_LOG, may_undo="report"):
    """The time of a pick was over, and a judge gave `seconds` more. `line`: number of such decisions in the pod."""

    seconds: int
    line: int


class DraftCoinSettled(OfPod, group=DRAFT_LOG, may_undo="report"):
    """Who begins in a tracked pair. `way`: a real coin or drawn. `by_staff`: staff confirmed, not both players."""

    way: Code
    seat: int
    entry: Entrant
    name: OwnName
    by_staff: bool


class DraftMovesUndone(OfPod, group=DRAFT_LOG):
    """Staff undid moves of a pod.

    `of`: the move that they wanted to undo. `moves`: how many were undone. `lines`: the moves of the log
    that undid them.
    """

    of: int
    moves: int
    lines: list[int]
    reason: Typed


class DraftRuled(OfPod, group=DRAFT_LOG):
    """A judge recorded a ruling about a pod."""

    reason: Typed


class DraftBegun(Kind):
    number: int


class DraftCanceled(OfDraft, page_stays=False):
    """A draft that had begun is canceled.

    `opened`: pairs of a pod (0 for the whole field) and the number of packs opened there. `replacement`: the
    draft with the same plan that replaces it. `boosters`: the expansions of the packs. `picks`, `pools`:
    numbers of tapped picks and registered pools that were deleted.
    """

    replacement: DraftKey
    subtype: Code
    opened: list[list[int]]
    boosters: list[Code]
    picks: int
    pools: int
    seed: int | None
    seats: list[list[EntryKey]]
    reason: Typed


class DraftByeGiven(OfDraft):
    """The odd player of a Solomon draft got no pair when its seats were assigned (R-094, S13).

    `reason`: of the judge who chose this; lines of earlier versions have none.
    """

    entry: Entrant
    name: OwnName
    reason: Typed


class DraftTrioSeated(OfDraft):
    """The odd player of a Solomon draft joined a pair, which drafts as a group of three (R-094, S13)."""

    entry: Entrant
    name: OwnName
    pod: int
    reason: Typed


class LatePlayerSeated(OfDraft, group=DRAFT):
    """A late player got the last seat of a pod. `reason`: why pods may be unequal (S12)."""

    entry: Entrant
    name: OwnName
    pod: int
    seat: int
    reason: Typed
    reason_before: Typed
    override_before: bool


class DraftSetUp(OfDraft, group=DRAFT, page_stays=False):
    subtype: Code
    reason: Typed
    before: Columns | None


class DraftSeated(OfDraft, group=DRAFT, page_stays=False):
    """Seats were assigned at random.

    `again`: the unavoidable pairs that met in an earlier draft. `seats_before`, `seed_before`: the pods of
    the division; `draft_seats_before`, `draft_seed_before`: the seats of the draft.
    """

    seed: int
    players: int
    sizes: list[int]
    again: list[tuple[int, ...]]
    seats_before: list[list[EntryKey]]
    seed_before: int | None
    draft_seats_before: list[list[EntryKey]]
    draft_seed_before: int | None
    bye_before: EntryKey | None


class DraftRemoved(OfDraft, group=DRAFT, page_stays=False):
    subtype: Code
    seed: int | None
    seats: list[list[EntryKey]]
    bye: EntryKey | None
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


class PodsUneven(Kind):
    sizes: list[int]
    reason: Typed


class PodsCleared(SeatsBefore, page_stays=False):
    pods: int


class SecretDraftCopied(Kind, topic="lists"):
    draft: DraftKey
    pods: list[int]
    way: Code


class DraftTabletsShut(OfDraft): ...
