"""TOM's `.tdf` files: read completely, written as TOM writes them, or patched so that only changes differ.

This folder is independent: it imports only the standard library and defusedxml, nothing else of this program, so it can
be copied into another one. `read` parses bytes into values, `write` formats values as bytes; `patch` applies the
difference of two written files to a third that TOM wrote, and leaves every other byte unchanged. Errors in a file are a
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
    """Parse a TOM file: a roster, a running or a finished event.

    TdfError with a code TDF_…, always with `line` and `element`, when the file is not XML, not a tournament, or
    contradicts itself.
    """
    event = read_event(data)
    agree(event)
    return event


def read_players(data: bytes) -> tuple[TomPlayer, ...]:
    """Parse the players of `players.xml`, TOM's list of all its players, or of a `.tdf` file.

    TdfError as for `read`, of the parts read; TDF_NO_PLAYERS for another file.
    """
    players = _read_players(data)
    once_each(players)
    return players
