"""Cards, expansions and the fact tables that formats need: rows only."""

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
