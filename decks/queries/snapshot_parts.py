"""The models of `decks` that are part of an event's snapshot."""

from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import SnapshotPart
from decks.engine.stored_values import printed_row_from_values, problem_from_values, read_list_from_values
from decks.models import CheckRules, DeckList, Draft, ListRules, Pool, PoolVersion, Proxy, Ruling, Version
from tournaments.queries.snapshot_parts import ENTRY

SEATS: Spec = [[ENTRY]]
ANNOUNCED: Spec = {"*": "tournaments.Announcement"}

PARTS = (
    SnapshotPart(ListRules, "tournament"),
    SnapshotPart(CheckRules, "tournament"),
    SnapshotPart(DeckList, "entry__tournament"),
    SnapshotPart(
        Version,
        "deck_list__entry__tournament",
        reads={
            # Empty if the version has no text.
            "read": lambda values: read_list_from_values(values) if values else None,
            "cards": lambda rows: [printed_row_from_values(row) for row in rows],
            "problems": lambda rows: [problem_from_values(row) for row in rows],
        },
    ),
    SnapshotPart(Ruling, "deck_list__entry__tournament"),
    SnapshotPart(Draft, "division__tournament", keys={"seats": SEATS, "announced": ANNOUNCED}),
    SnapshotPart(Pool, "draft__division__tournament"),
    SnapshotPart(PoolVersion, "pool__draft__division__tournament"),
    SnapshotPart(Proxy, "entry__tournament"),
)

_TAPS = ("BuildStarted", "BuildLonger", "BuildPaused", "BuildResumed", "BuildEnded", "BuildTapWithdrawn")
