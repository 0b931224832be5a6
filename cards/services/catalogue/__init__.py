"""Services of the card catalogue: imports, and changes of cards and fact tables by staff."""

from cards.services.catalogue.announcing import save_announced_expansion
from cards.services.catalogue.editing import (
    locked_catalogue,
    remove_catalogue_row,
    save_ban,
    save_card,
    save_fact_row,
    save_reprint,
)
from cards.services.catalogue.imports import (
    CardImportReport,
    import_card_paths,
    import_new_cards,
)
from cards.services.catalogue.jobs import fail_stalled_imports, run_import, store_import, store_update
from cards.services.catalogue.loading_cards import load_new_cards
from cards.services.catalogue.shipped import load_shipped_cards_and_facts
from cards.services.catalogue.updates import card_source_address
from cards.services.catalogue.version import catalogue_changed, locked_catalogue_change

__all__ = [
    "CardImportReport",
    "card_source_address",
    "catalogue_changed",
    "fail_stalled_imports",
    "import_card_paths",
    "import_new_cards",
    "load_new_cards",
    "load_shipped_cards_and_facts",
    "locked_catalogue",
    "locked_catalogue_change",
    "remove_catalogue_row",
    "run_import",
    "save_announced_expansion",
    "save_ban",
    "save_card",
    "save_fact_row",
    "save_reprint",
    "store_import",
    "store_update",
]
