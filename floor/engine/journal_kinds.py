"""Kinds of journal lines written on the judges' side."""

from typing import Annotated, Any

from core.engine.journal.facts import Code, Name, OwnName, Ref, Statement, Text, Typed, UndeclaredFactType
from core.engine.journal.kinds import Kind
from pairings.engine.journal_facts import ExtensionKey, MatchKey
from pairings.engine.journal_kinds import OfMatch
from tournaments.engine.journal_kinds import DivisionKey, Entrant, Person, StaffKey

ConfiscationKey = Annotated[int, Ref("floor.Confiscation")]
FloorRulingKey = Annotated[int, Ref("floor.FloorRuling")]
HallScreenKey = Annotated[int, Ref("floor.HallScreen")]
JudgeCallKey = Annotated[int, Ref("floor.JudgeCall")]
PenaltyKey = Annotated[int, Ref("floor.Penalty")]
SectorKey = Annotated[int, Ref("floor.Sector")]
ScreenNumber = Annotated[str, Ref("floor.HallScreen")]
"""Key of a screen, used as a key in a JSON object."""

CallState = Annotated[
    dict[str, Any],
    UndeclaredFactType(
        python=(dict,), spec=dict.fromkeys(("claimed_by", "escalated_by", "closed_by"), "tournaments.User")
    ),
]
"""Columns of a call before a step. Accounts are stored as keys."""

ScreenSettings = Annotated[
    dict[str, Any], UndeclaredFactType(python=(dict,), spec={"division": "tournaments.Division"})
]


class OfCall(Kind, base=True, may_undo="report"):
    call: JudgeCallKey
    match: MatchKey
    round: int
    table: int
    reason: Typed


class CallRaised(OfCall):
    name: Text


class CallStep(OfCall, base=True):
    before: CallState
    note: Typed


class CallStepByExtension(CallStep, base=True):
    extension: ExtensionKey | None


class CallClaimed(CallStep): ...


class CallArrived(CallStepByExtension): ...


class CallEscalated(CallStep): ...


class CallClosed(CallStepByExtension): ...


class CallWithdrawn(CallStep): ...


class CallsEnded(Kind):
    round: int
    calls: list[JudgeCallKey]
    names: Name


class OfConfiscation(Kind, base=True, topic="people", may_undo="report", any_time=True):
    confiscation: ConfiscationKey
    entry: Entrant
    name: OwnName
    cards: Text


class CardsConfiscated(OfConfiscation): ...


class CardsReturned(OfConfiscation): ...


class PersonForgotten(Kind, scope="event", topic="people"):
    name: OwnName
    player: Person
    count: int


class OfPenalty(Kind, base=True):
    penalty: PenaltyKey
    entry: Entrant
    name: OwnName
    infraction: Code
    level: Code
    match: MatchKey | None
    why: Typed


class PenaltyGiven(OfPenalty): ...


class PenaltyConfirmed(OfPenalty): ...


class PenaltyServed(OfPenalty): ...


class PenaltyWithdrawn(OfPenalty): ...


class PersonalDataRemoved(Kind, scope="event", topic="people"):
    players: int
    count: int


class OfRuling(Kind, base=True, scope="event"):
    question: Statement
    ruling: FloorRulingKey


class RulingNoted(OfRuling):
    answer: Statement
    rule: Code


class RulingWithdrawn(OfRuling): ...


class RulingRestored(OfRuling): ...


class ScreenAdded(Kind, scope="event", topic="event"):
    screen: HallScreenKey
    name: Text


class ScreenRenamed(Kind, scope="event", topic="event"):
    screen: HallScreenKey
    name: Text
    before: Code  # Not a Text, because seals have always covered this fact.


class ScreenSet(Kind, scope="event", topic="event"):
    screen: HallScreenKey
    name: Text
    settings: ScreenSettings
    before: ScreenSettings


class ScreensMessage(Kind, scope="event", topic="event"):
    text: Statement
    fills: bool
    screens: Text
    before: dict[ScreenNumber, tuple[Text, bool]]


class ScreenRemoved(Kind, scope="event", topic="event"):
    screen: HallScreenKey
    name: Text


class OfSector(Kind, base=True):
    name: Text
    table_from: int
    table_to: int
    division: DivisionKey | None
    division_start: int | None


class SectorSet(OfSector, scope="event"):
    sector: SectorKey
    judges: Name


class SectorRemoved(OfSector, scope="event"):
    judges: list[StaffKey]


class OfMark(OfMatch, base=True):
    mark: int
    tap: Code
    game: int | None
    decider: bool
    player: Name


class TableMarked(OfMark): ...


class TableMarkWithdrawn(OfMark): ...
