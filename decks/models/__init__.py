"""Deck lists, pools and drafts: rows only; `decks.services` changes them."""

from decks.models.check_rules import CheckRules
from decks.models.drafts import BuildMark, Draft, DraftMark, DraftMove, Pool, PoolVersion
from decks.models.lists import DeckList, ListRules, Ruling, Version
from decks.models.pods import Pod, PodSeat
from decks.models.proxies import Proxy

__all__ = [
    "BuildMark",
    "CheckRules",
    "DeckList",
    "Draft",
    "DraftMark",
    "DraftMove",
    "ListRules",
    "Pod",
    "PodSeat",
    "Pool",
    "PoolVersion",
    "Proxy",
    "Ruling",
    "Version",
]
