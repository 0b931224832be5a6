"""Deck lists, pools and drafts. Models have no logic; `decks.services` changes their rows."""

from decks.models.check_rules import CheckRules
from decks.models.drafts import Draft, Pool, PoolVersion
from decks.models.lists import DeckList, ListRules, Ruling, Version
from decks.models.proxies import Proxy

__all__ = [
    "CheckRules",
    "DeckList",
    "Draft",
    "ListRules",
    "Pool",
    "PoolVersion",
    "Proxy",
    "Ruling",
    "Version",
]
