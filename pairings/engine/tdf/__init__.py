"""TOM's `.tdf` files: read whole, written as TOM writes them, or patched so that only what changed differs.

Needs no Django and no database. `read` makes values of bytes, `write` bytes of values; `patch` carries what
changed between two written files into a third that TOM wrote, and leaves every other byte alone.
"""

from pairings.engine.tdf.checks import agree, once_each
from pairings.engine.tdf.patching import patch
from pairings.engine.tdf.reading import read_event
from pairings.engine.tdf.reading import read_players as _read_players
from pairings.engine.tdf.swiss import bracket_of, field_of, numbers, slots_by_order
from pairings.engine.tdf.values import (
    TomCut,
    TomEvent,
    TomLate,
    TomMatch,
    TomPlayer,
    TomPod,
    TomRound,
    TomStandings,
)
from pairings.engine.tdf.writing import LATEST_VERSION, cut_sizes, write

__all__ = [
    "LATEST_VERSION",
    "TomCut",
    "TomEvent",
    "TomLate",
    "TomMatch",
    "TomPlayer",
    "TomPod",
    "TomRound",
    "TomStandings",
    "bracket_of",
    "cut_sizes",
    "field_of",
    "numbers",
    "patch",
    "read",
    "read_players",
    "slots_by_order",
    "write",
]


def read(data: bytes) -> TomEvent:
    """A TOM file as values: a roster, a running or a finished event.

    Refused with a code TDF_…, always naming `line` and `element`, when the file is not XML, not a tournament,
    or does not agree with itself.
    """
    event = read_event(data)
    agree(event)
    return event


def read_players(data: bytes) -> tuple[TomPlayer, ...]:
    """The players of `players.xml`, TOM's list of everybody it knows, or of a `.tdf` file.

    Refused as `read` refuses, of what is read; TDF_NO_PLAYERS for another file.
    """
    players = _read_players(data)
    once_each(players)
    return players
