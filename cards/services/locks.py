"""The row lock of this room."""

from cards.models import CatalogueState


def catalogue() -> CatalogueState:
    """Lock the row every change of the catalogue locks first; requires a transaction."""
    CatalogueState.objects.get_or_create(pk=1)
    return CatalogueState.objects.select_for_update().get(pk=1)
