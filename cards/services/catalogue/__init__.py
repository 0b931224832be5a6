"""The card catalogue: import, edit cards, the reprint table and the ban list."""

from cards.services.catalogue.announcing import announce
from cards.services.catalogue.editing import alone, remove, save_ban, save_card, save_fact, save_reprint
from cards.services.catalogue.imports import Report, import_news, import_paths, load_shipped
from cards.services.catalogue.jobs import give_up_stalled, run, start, start_update
from cards.services.catalogue.shipped_cards import load_new as load_new_cards
from cards.services.catalogue.updates import address as update_address
from cards.services.catalogue.version import catalogue_changed, changed

__all__ = [
    "Report",
    "alone",
    "announce",
    "catalogue_changed",
    "changed",
    "give_up_stalled",
    "import_news",
    "import_paths",
    "load_new_cards",
    "load_shipped",
    "remove",
    "run",
    "save_ban",
    "save_card",
    "save_fact",
    "save_reprint",
    "start",
    "start_update",
    "update_address",
]
