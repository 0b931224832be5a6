"""Rows of the decks part. What happens to them is in `decks.services`."""

from decks.models.cards import (
    Ban,
    Card,
    CardImport,
    CatalogueState,
    Erratum,
    Expansion,
    LocalName,
    PromoCutoff,
    Reprint,
    Rotation,
)

__all__ = [
    "Ban",
    "Card",
    "CardImport",
    "CatalogueState",
    "Erratum",
    "Expansion",
    "LocalName",
    "PromoCutoff",
    "Reprint",
    "Rotation",
]
