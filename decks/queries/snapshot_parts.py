"""The models of this room in an event's snapshot."""

from collections.abc import Mapping
from typing import Any

from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Part
from decks.engine.verdicts import problem_of, read_of, row_of
from decks.models import CheckRules, DeckList, Draft, ListRules, Pool, PoolVersion, Proxy, Ruling, Version
from tournaments.queries.snapshot_parts import ENTRY

SEATS: Spec = [[ENTRY]]
ANNOUNCED: Spec = {"*": "tournaments.Announcement"}


def _read(values: Mapping[str, Any]) -> object:
    """A list as read; empty for a version without text."""
    return read_of(values) if values else None


PARTS = (
    Part(ListRules, "tournament"),
    Part(CheckRules, "tournament"),
    Part(DeckList, "entry__tournament"),
    Part(
        Version,
        "deck_list__entry__tournament",
        reads={
            "read": _read,
            "cards": lambda rows: [row_of(row) for row in rows],
            "problems": lambda rows: [problem_of(row) for row in rows],
        },
    ),
    Part(Ruling, "deck_list__entry__tournament"),
    Part(Draft, "division__tournament", keys={"seats": SEATS, "announced": ANNOUNCED}),
    Part(Pool, "draft__division__tournament"),
    Part(PoolVersion, "pool__draft__division__tournament"),
    Part(Proxy, "entry__tournament"),
)

_TAPS = ("BuildStarted", "BuildLonger", "BuildPaused", "BuildResumed", "BuildEnded", "BuildTapWithdrawn")
