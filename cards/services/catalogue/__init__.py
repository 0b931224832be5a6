"""Services of the card catalogue: imports, and changes of cards and fact tables by staff."""

from cards.services.catalogue.announcing import announce
from cards.services.catalogue.editing import (
    locked_catalogue,
    remove_row,
    save_ban,
    save_card,
    save_fact,
    save_reprint,
)
from cards.services.catalogue.imports import Report, import_new_cards, import_paths, load_shipped
from cards.services.catalogue.jobs import fail_stalled_imports, run_import, store_import, store_update
from cards.services.catalogue.loading_cards import load_new_cards
from cards.services.catalogue.updates import card_source_address
from cards.services.catalogue.version import catalogue_change, catalogue_changed

__all__ = [
    "Report",
    "announce",
    "card_source_address",
    "catalogue_change",
    "catalogue_changed",
    "fail_stalled_imports",
    "import_new_cards",
    "import_paths",
    "load_new_cards",
    "load_shipped",
    "locked_catalogue",
    "remove_row",
    "run_import",
    "save_ban",
    "save_card",
    "save_fact",
    "save_reprint",
    "store_import",
    "store_update",
]
