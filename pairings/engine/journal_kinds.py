"""Kinds of journal lines of this app: rounds, results, the clock, TOM and known players."""

from core.engine.journal.facts import (
    Changes,
    Code,
    Columns,
    Identifier,
    Label,
    Moment,
    Name,
    Once,
    OwnName,
    Text,
    Typed,
)
from core.engine.journal.kinds import Kind
from pairings.engine.journal_facts import (
    ClockMarkKey,
    DisputeKey,
    DrawFacts,
    ExtensionKey,
    Joined,
    MatchKey,
    PlaceFacts,
    PlayedFacts,
    PrizeFacts,
    ReportKey,
    ResultFacts,
    RowsByModel,
    StageKey,
    StoredPrintKey,
    TagChange,
)
from tournaments.engine.journal_kinds import Entrant, EntryKey, LineKey, OfEntry, UserKey

PAIRING = "pairing"
"""Group of the kinds that pair or change an unposted round."""

RESULT = "result"
"""Group of the kinds that decide the result of a match."""


class OfMatch(Kind, base=True):
    match: MatchKey
    round: int
    table: int | None
    left: Name
    right: Name


class CopyFolderChosen(Kind, scope="event", topic="event", may_undo="organize", any_time=True):
    before: Code
    after: Code


class PrintStopped(Kind, scope="event"):
    print: StoredPrintKey
    code: Code


class ClockPress(Kind, base=True):
    mark: ClockMarkKey
    round: int
    seconds: int
    why: Typed
    anew: bool


class ClockSetUp(ClockPress): ...


class ClockStarted(ClockPress): ...


class ClockStopped(ClockPress): ...


class ClockWentOn(ClockPress): ...


class ClockChanged(ClockPress): ...


class DisputeClaimed(Kind, topic="results", may_undo="report", at_desk=False):
    dispute: DisputeKey
    match: MatchKey
    round: int
    table: int | None


class OfReport(OfMatch, base=True, topic="results"):
    entry: Entrant
    name: OwnName


class PlayerReported(OfReport):
    after: ResultFacts
    leaves: bool


class DisputeOpened(OfReport):
    after: ResultFacts
    leaves: bool


class ReportWithdrawn(OfReport): ...


class OfExtension(Kind, base=True, may_undo="report"):
    extension: ExtensionKey
    match: MatchKey
    round: int
    table: int | None
    seconds: int | None
    cause: Code
    why: Typed
    at_once: bool


class ExtensionBegan(OfExtension): ...


class ExtensionGiven(OfExtension): ...


class ExtensionWithdrawn(OfExtension): ...


class Drawn(Kind, base=True):
    round: int
    seed: int


class RoundPaired(Drawn, topic="rounds", group=PAIRING, page_stays=False, seals=True):
    tables: int
    planned_before: int | None


class DrawnBefore(Kind, base=True):
    seed_before: int
    draw_before: DrawFacts
    paired_before: Moment
    places_before: list[PlaceFacts]


class RoundPairedAgain(Drawn, DrawnBefore, topic="rounds", group=PAIRING, page_stays=False, seals=True):
    planned_before: int | None
    seeds_before: list[EntryKey] | None


class Edited(Kind, base=True):
    round: int
    places_before: list[PlaceFacts]
    places_after: list[PlaceFacts]


class PlayersSwapped(Edited, topic="rounds", group=PAIRING):
    first: EntryKey
    second: EntryKey
    first_name: Name
    second_name: Name
    anyway: bool


class TablesDrawnAgain(Edited, Drawn, topic="rounds", group=PAIRING):
    tables: int
    posted: bool


class MatchMadeByHand(Edited, topic="rounds", group=PAIRING):
    first_name: Name
    second_name: Name
    anyway: bool
    posted: bool


class MatchMoved(OfMatch, topic="rounds"):
    table_before: int | None
    home_table: int | None
    home_before: int | None
    posted: bool


class PostedRoundDrawnAgain(Drawn, DrawnBefore, topic="rounds", group=PAIRING, page_stays=False):
    posted_before: Moment
    started_before: Moment | None
    left_before: list[EntryKey]
    joined_before: Joined


class RoundPosted(Kind, topic="rounds", page_stays=False, seals=True):
    round: int
    joins_later: list[EntryKey]


class RoundClosed(Kind, topic="rounds", page_stays=False, seals=True, closes=True):
    round: int
    cut: bool
    played: Once[list[PlayedFacts]]


class OfResult(OfMatch, base=True, topic="results", group=RESULT):
    after: ResultFacts
    why: Typed
    before: ResultFacts
    reported_before: tuple[UserKey | None, Label | None]


class Decided(OfResult, base=True):
    dispute: DisputeKey | None
    withdrawn: list[ReportKey]


class ResultEntered(Decided): ...


class ResultCleared(Decided): ...


class ResultCorrected(OfResult):
    moved: list[tuple[EntryKey, int, int]]
    moved_count: int


class ResultAgreed(Decided):
    report: ReportKey


class ResultDecided(Decided, may_undo="report"): ...


class ResultTaken(Decided, may_undo="report"):
    name: Name


class ResultUpheld(OfMatch, topic="results", may_undo="report"):
    withdrawn: list[ReportKey]


class OfStage(Kind, base=True, topic="rounds", page_stays=False):
    stage: StageKey
    round: int
    players: int
    sizes: dict[str, int]


class CutStarted(OfStage, seals=True): ...


class DayTwoOpened(OfStage):
    rounds: int


class EntryTakenOut(Edited, topic="people", any_time=True):
    entry: Entrant
    name: OwnName


class LateEntry(Edited, base=True, topic="rounds", page_stays=False):
    name: Name
    other: Name
    table: int | None
    unposted: bool
    joined_before: Joined


class LateEntrySeated(LateEntry): ...


class LateEntryGivenBye(LateEntry): ...


class PairingOptionsChanged(Kind, topic="rounds"):
    before: Columns
    after: Columns
    options: list[Code]


class PrizesChanged(Kind, topic="event", may_undo="organize", at_desk=False, any_time=True):
    age_division: Code
    count: int
    before: Once[list[PrizeFacts]]
    after: Once[list[PrizeFacts]]


class EntryWishChanged(OfEntry, any_time=True):
    before: Columns
    after: Columns


class PlayerTagsChanged(Kind, scope="event", topic="people", any_time=True):
    count: int
    tags: list[Code]
    players: Once[list[TagChange]]


class Apart(Kind, base=True, topic="people"):
    first: EntryKey
    second: EntryKey
    first_name: Name
    second_name: Name
    reason: Typed


class MeetingForbidden(Apart): ...


class PlayersMayMeet(Apart): ...


class NoShowsDropped(Kind, topic="people", may_undo="report", any_time=True):
    round: int
    count: int
    names: Name
    entries: list[EntryKey]
    moment: Moment


class RegularsAdded(Kind, scope="event", topic="people", any_time=True):
    count: int
    source: Text
    entries: list[EntryKey]


class Unready(Kind, base=True, topic="lists"):
    round: int
    reason: Typed
    names: Name
    missing: int
    illegal: int


class StartedWithoutLists(Unready): ...


class PlayedWithoutNewLists(Unready): ...


class RoundUndone(Kind, topic="rounds", page_stays=False, seals=True):
    round: int
    results: int
    cut: bool
    rows: Once[RowsByModel]
    links: Once[RowsByModel]
    left_before: list[EntryKey]
    joined_later: list[EntryKey]
    planned_before: int | None
    started_before: Moment | None
    schedule_before: list[Label | None]


class EventImported(Kind, scope="event", topic="event"):
    filename: Text
    players: int
    rounds: int
    version: Code


class KnownNamesKept(Kind, scope="event", topic="people"):
    names: Name
    people: list[tuple[Identifier, Name, Name]]


class TomDetailsChanged(Kind, scope="event", topic="event", may_undo="organize", any_time=True):
    changed: Changes


class TomRoundPaired(Edited, topic="rounds", page_stays=False):
    joined_before: Joined


class TomRoundsAdded(Kind, scope="event", topic="rounds", may_undo="organize", page_stays=False):
    filename: Text
    rounds: int
    lines: int
    written: Once[list[LineKey]]
    file_before: Once[Text]
    filename_before: Text
    rows_changed: Once[RowsByModel]
    rows_added: Once[RowsByModel]
    rows_removed: Once[RowsByModel]


class KnownPlayersLoaded(Kind, scope="installation"):
    filename: Text
    count: int
    others: int


class KnownPlayersUnloaded(Kind, scope="installation"):
    filename: Text
    count: int
    others: int


class KnownPlayerDeleted(Kind, scope="installation"): ...


class KnownPlayersDeleted(Kind, scope="installation"):
    count: int
