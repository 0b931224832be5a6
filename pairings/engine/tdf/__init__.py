"""TOM's `.tdf` files: read whole, written as TOM writes them, or patched so that only what changed differs.

This folder stands alone: it imports the standard library and defusedxml, nothing else of this program, so it can be
copied into another one. `read` makes values of bytes, `write` bytes of values; `patch` carries what changed between
two written files into a third that TOM wrote, and leaves every other byte alone. What is wrong in a file is a
`TdfError`.
"""

from .checks import agree, once_each
from .codes import ALONE, DIVISION_OF, Outcome
from .errors import TdfError
from .patching import encoding_of, patch
from .reading import read_event
from .reading import read_players as _read_players
from .values import (
    TomCut,
    TomEvent,
    TomLate,
    TomMatch,
    TomPlayer,
    TomPod,
    TomRound,
    TomStandings,
)
from .writing import LATEST_VERSION, cut_sizes, write

__all__ = [
    "ALONE",
    "DIVISION_OF",
    "LATEST_VERSION",
    "Outcome",
    "TdfError",
    "TomCut",
    "TomEvent",
    "TomLate",
    "TomMatch",
    "TomPlayer",
    "TomPod",
    "TomRound",
    "TomStandings",
    "cut_sizes",
    "encoding_of",
    "patch",
    "read",
    "read_players",
    "write",
]


def read(data: bytes) -> TomEvent:
    """A TOM file as values: a roster, a running or a finished event.

    TdfError with a code TDF_…, always naming `line` and `element`, when the file is not XML, not a tournament,
    or does not agree with itself.
    """
    event = read_event(data)
    agree(event)
    return event


def read_players(data: bytes) -> tuple[TomPlayer, ...]:
    """The players of `players.xml`, TOM's list of everybody it knows, or of a `.tdf` file.

    TdfError as for `read`, of what is read; TDF_NO_PLAYERS for another file.
    """
    players = _read_players(data)
    once_each(players)
    return players
