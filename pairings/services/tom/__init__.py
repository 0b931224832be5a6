"""Import TOM files: a complete event to continue, or only its players. Each import is one transaction."""

from pairings.services.tom.importing import (
    MAX_BYTES,
    Renamed,
    import_event,
    import_players_from_tom_file,
    list_differently_named_people,
    read_listed_players,
    read_tom_file,
    require_tdf_size,
)

__all__ = [
    "MAX_BYTES",
    "Renamed",
    "import_event",
    "import_players_from_tom_file",
    "list_differently_named_people",
    "read_listed_players",
    "read_tom_file",
    "require_tdf_size",
]
