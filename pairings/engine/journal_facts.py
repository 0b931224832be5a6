"""Types of journal facts about rounds and matches: keys, results, seats, inputs of a draw."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from core.engine.journal.facts import (
    Code,
    FactType,
    Label,
    OwnName,
    Ref,
    Statement,
    Typed,
    UndeclaredFactType,
)
from core.engine.snapshots.keys import Spec
from tournaments.engine.journal_kinds import ENTRY, Entrant, EntryKey

BracketKey = Annotated[int, Ref("pairings.Bracket")]
ClockMarkKey = Annotated[int, Ref("pairings.ClockMark")]
DisputeKey = Annotated[int, Ref("pairings.Dispute")]
ExtensionKey = Annotated[int, Ref("pairings.Extension")]
MatchKey = Annotated[int, Ref("pairings.Match")]
ReportKey = Annotated[int, Ref("pairings.Report")]
StageKey = Annotated[int, Ref("pairings.Stage")]
StoredPrintKey = Annotated[int, Ref("pairings.StoredPrint")]

TWO: Spec = [(ENTRY, ENTRY)]
_DRAWN: Mapping[str, Spec] = {
    "pairs": TWO,
    "bye": ENTRY,
    "rematches": TWO,
    "avoided": TWO,
    "pair_downs": [(ENTRY, None, None)],
    "examined": [ENTRY],
    "unmet_tables": [(ENTRY, None)],
    "inputs": {
        "by_points": [(None, [ENTRY])],
        "byes": [(ENTRY, None)],
        "had_bye": [ENTRY],
        "pods": [(ENTRY, None)],
        "crossings": TWO,
        "options": {"by_standing": [ENTRY], "forbidden": TWO, "avoid": TWO},
    },
}
DRAW: Spec = {**_DRAWN, "redrawn": [_DRAWN]}
"""Specification of the values in `Round.draw` that are keys."""

DrawFacts = Annotated[dict[str, Any], UndeclaredFactType(python=(dict,), spec=DRAW)]
"""Facts stored with the draw of a round."""

PlaceFacts = tuple[
    int, EntryKey, EntryKey | None, int | None, Label, BracketKey | None, int | None, bool, Label, int | None
]
"""Facts of a `services.rounds.match_seating.Place`. Lines of earlier versions lack the last one."""

Joined = list[tuple[EntryKey, int]]
"""Pairs of (entry, former `joined_round`) for entries whose first round a step changed."""

RowsByModel = Annotated[dict[str, list[Any]], UndeclaredFactType(python=(dict,))]
"""Rows by model; `declare_fact_keys` names their keys, and text columns are sealed by name (`facts.COLUMNS`)."""


PlayedFacts = tuple[MatchKey, EntryKey, EntryKey | None, Code, Code]
"""A match, its players, its outcome and its reason."""


class ResultFacts(TypedDict):
    """A stored result; `games` of both players if entered."""

    outcome: Code
    reason: Label
    games: list[int] | None


class PrizeFacts(TypedDict):
    """A row of a prize table."""

    first: int
    last: int
    text: Statement
    points: int | None
    packs: int | None


class TagFacts(TypedDict, total=False):
    """Changed tags of a player, by the key of their `TagField`."""

    awarded_byes: int
    table: int | None
    notes: Annotated[str, FactType(python=(str,), role="notes")]
    group: Typed
    country: Typed


class TagChange(TypedDict):
    """A player whose tags a step changed."""

    entry: Entrant
    name: OwnName
    before: TagFacts
    after: TagFacts
