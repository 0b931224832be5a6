"""Load the cards and facts that are shipped with Stadium, together."""

from django.apps import apps
from django.db import transaction

from cards.services import locks
from cards.services.catalogue import loading_cards, loading_facts, version


def load_shipped_cards_and_facts() -> int:
    """Load missing shipped facts and cards, and return the number of rows written."""
    with transaction.atomic():
        state = locks.lock_catalogue()
        cards, facts = loading_cards.load_all_cards(), loading_facts.load_tables(apps.get_model)
        # If cards were written, `load_all_cards` has raised the version.
        if facts and not cards:
            version.raise_catalogue_version(state)
    return cards + facts
