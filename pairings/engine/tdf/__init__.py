"""TOM's `.tdf` files: read completely, written as TOM writes them, or patched so that only changes differ.

This package is independent: it imports only the standard library and defusedxml, nothing else of this
program, so it can be copied into another one. `read` parses bytes into values, and `write` formats values as
bytes. `patch` applies the difference of two written files to a third that TOM wrote, and leaves every other
byte unchanged. Errors in a file are raised as `TdfError`.
"""

from .checks import check_agreement, check_unique_ids
from .codes import ALONE, DIVISION_OF, Outcome
from .errors import TdfError
from .patching import encoding_of, patch
from .reading import read_event
from .reading import read_players as _read_players
from .tom_event import (
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

    Raises TdfError if the file is not XML, not a tournament, or contradicts itself. Its code is TDF_…, and it
    always has `line` and `element`.
    """
    event = read_event(data)
    check_agreement(event)
    return event


def read_players(data: bytes) -> tuple[TomPlayer, ...]:
    """Parse the players of `players.xml`, TOM's list of all its players, or of a `.tdf` file.

    Raises TdfError as `read` does, for the parts read, and TDF_NO_PLAYERS for any other file.
    """
    players = _read_players(data)
    check_unique_ids(players)
    return players
