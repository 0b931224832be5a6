"""Cards, expansions and the fact tables of formats."""

from cards.models.cards import (
    Ban,
    Card,
    CardImport,
    CardText,
    CatalogueState,
    CopyLimit,
    Erratum,
    Expansion,
    LocalName,
    NameGroup,
    PromoCutoff,
    PromoDate,
    Reprint,
    Rotation,
)

__all__ = [
    "Ban",
    "Card",
    "CardImport",
    "CardText",
    "CatalogueState",
    "CopyLimit",
    "Erratum",
    "Expansion",
    "LocalName",
    "NameGroup",
    "PromoCutoff",
    "PromoDate",
    "Reprint",
    "Rotation",
]
