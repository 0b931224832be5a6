"""TOM's `.tdf` files, read whole."""

from pairings.engine.tdf.checks import agree
from pairings.engine.tdf.reading import read_event
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

__all__ = [
    "TomCut",
    "TomEvent",
    "TomLate",
    "TomMatch",
    "TomPlayer",
    "TomPod",
    "TomRound",
    "TomStandings",
    "bracket_of",
    "field_of",
    "numbers",
    "read",
    "slots_by_order",
]


def read(data: bytes) -> TomEvent:
    """A TOM file as values: a roster, a running or a finished event.

    Refused with a code TDF_…, always naming `line` and `element`, when the file is not XML, not a tournament,
    or does not agree with itself.
    """
    event = read_event(data)
    agree(event)
    return event
