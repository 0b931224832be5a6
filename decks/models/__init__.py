"""Rows of the decks part. What happens to them is in `decks.services`."""

from decks.models.cards import (
    Ban,
    Card,
    CardImport,
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
from decks.models.check_rules import CheckRules
from decks.models.checks import CheckPhoto, CheckTap, DeckCheck
from decks.models.drafts import BuildMark, Draft, DraftMark, DraftMove, Pool, PoolVersion
from decks.models.lists import DeckList, ListRules, Ruling, Version
from decks.models.pods import Pod, PodSeat
from decks.models.proxies import Proxy

__all__ = [
    "Ban",
    "BuildMark",
    "Card",
    "CardImport",
    "CatalogueState",
    "CheckPhoto",
    "CheckRules",
    "CheckTap",
    "CopyLimit",
    "DeckCheck",
    "DeckList",
    "Draft",
    "DraftMark",
    "DraftMove",
    "Erratum",
    "Expansion",
    "ListRules",
    "LocalName",
    "NameGroup",
    "Pod",
    "PodSeat",
    "Pool",
    "PoolVersion",
    "PromoCutoff",
    "PromoDate",
    "Proxy",
    "Reprint",
    "Rotation",
    "Ruling",
    "Version",
]
