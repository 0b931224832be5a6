"""The models of `decks` that are part of an event's snapshot."""

from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Part
from decks.engine.verdicts import problem_from_values, read_list_from_values, row_from_values
from decks.models import CheckRules, DeckList, Draft, ListRules, Pool, PoolVersion, Proxy, Ruling, Version
from tournaments.queries.snapshot_parts import ENTRY

SEATS: Spec = [[ENTRY]]
ANNOUNCED: Spec = {"*": "tournaments.Announcement"}

PARTS = (
    Part(ListRules, "tournament"),
    Part(CheckRules, "tournament"),
    Part(DeckList, "entry__tournament"),
    Part(
        Version,
        "deck_list__entry__tournament",
        reads={
            # Empty if the version has no text.
            "read": lambda values: read_list_from_values(values) if values else None,
            "cards": lambda rows: [row_from_values(row) for row in rows],
            "problems": lambda rows: [problem_from_values(row) for row in rows],
        },
    ),
    Part(Ruling, "deck_list__entry__tournament"),
    Part(Draft, "division__tournament", keys={"seats": SEATS, "announced": ANNOUNCED}),
    Part(Pool, "draft__division__tournament"),
    Part(PoolVersion, "pool__draft__division__tournament"),
    Part(Proxy, "entry__tournament"),
)

_TAPS = ("BuildStarted", "BuildLonger", "BuildPaused", "BuildResumed", "BuildEnded", "BuildTapWithdrawn")
