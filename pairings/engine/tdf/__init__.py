"""Read TOM's `.tdf` files completely, write them as TOM does, or patch only the changes.

This package can be copied into another program: it imports only the standard library and defusedxml. `read_tdf_file`
parses bytes into values, and `write_tdf` formats values as bytes. `patch_tdf_text` applies the difference between two
written files to a third file, written by TOM, and leaves all other bytes unchanged. Errors in a file are
raised as `TdfError`.
"""

from .checks import check_tdf_consistency, check_unique_ids
from .codes import ALONE, DIVISION_OF, Outcome
from .errors import TdfError
from .patching import encoding_of, patch_tdf_text
from .reading import parse_tdf_players as _read_players
from .reading import read_event
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
from .writing import LATEST_VERSION, tom_cut_sizes, write_tdf

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
    "encoding_of",
    "patch_tdf_text",
    "read_tdf_file",
    "read_tdf_players",
    "tom_cut_sizes",
    "write_tdf",
]


def read_tdf_file(data: bytes) -> TomEvent:
    """Parse a TOM file: a roster, a running or a finished event.

    Raises TdfError with a TDF_… code, `line` and `element` if the file is not XML, not a tournament, or inconsistent.
    """
    event = read_event(data)
    check_tdf_consistency(event)
    return event


def read_tdf_players(data: bytes) -> tuple[TomPlayer, ...]:
    """Parse the players of `players.xml`, TOM's list of all its players, or of a `.tdf` file.

    Raises TdfError like `read_tdf_file`, but only for the elements of players, and TDF_NO_PLAYERS for any other file.
    """
    players = _read_players(data)
    check_unique_ids(players)
    return players
