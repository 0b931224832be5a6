"""The row lock of this app."""

from cards.models import CatalogueState


def lock_catalogue() -> CatalogueState:
    """Lock and return the row that every change of the catalogue locks first. Requires a transaction.

    The row is created if it is missing.
    """
    CatalogueState.objects.get_or_create(pk=1)
    return CatalogueState.objects.select_for_update().get(pk=1)
