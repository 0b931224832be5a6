"""The row lock of this room."""

from cards.models import CatalogueState


def catalogue() -> CatalogueState:
    """The row everybody who changes the catalogue locks first; inside a transaction."""
    CatalogueState.objects.get_or_create(pk=1)
    return CatalogueState.objects.select_for_update().get(pk=1)
