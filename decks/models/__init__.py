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
from decks.models.lists import DeckList, ListRules, Ruling, Version

__all__ = [
    "Ban",
    "Card",
    "CardImport",
    "CatalogueState",
    "DeckList",
    "Erratum",
    "Expansion",
    "ListRules",
    "LocalName",
    "PromoCutoff",
    "Reprint",
    "Rotation",
    "Ruling",
    "Version",
]
