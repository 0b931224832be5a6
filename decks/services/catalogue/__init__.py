"""The card catalogue: importing it, mending cards, the reprint table and the ban list."""

from decks.services.catalogue.imports import Report, import_paths, load_shipped, run, start
from decks.services.catalogue.mending import remove, save_ban, save_card, save_reprint
from decks.services.catalogue.version import changed

__all__ = [
    "Report",
    "changed",
    "import_paths",
    "load_shipped",
    "remove",
    "run",
    "save_ban",
    "save_card",
    "save_reprint",
    "start",
]
