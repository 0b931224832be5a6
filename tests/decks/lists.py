"""Deck lists for tests: a real deck of 2017, and events that collect lists."""

from datetime import UTC, datetime, timedelta
from typing import Any

from decks.models import DeckList
from decks.services import lists
from tests import build
from tournaments.models import Tournament

LEGAL = """Pokémon: 8
4 Tapu Lele-GX GRI 60
4 Garbodor GRI 51
Trainer: 12
4 Ultra Ball SUM 135
4 N FCO 105
4 Professor Sycamore BKP 107
Energy: 40
40 Psychic Energy
"""
"""60 cards that are legal in Standard of July 2017."""

OTHER = LEGAL.replace("4 N FCO 105", "3 N FCO 105").replace("40 Psychic", "41 Psychic")
ILLEGAL = LEGAL.replace("4 N FCO 105", "5 N FCO 105")
JULY = datetime(2017, 7, 29, 10, 0, tzinfo=UTC)
BEFORE = JULY - timedelta(days=3)
DEADLINE = JULY - timedelta(days=2)
AFTER = JULY - timedelta(days=1)


def event(players: int = 1, **fields: Any) -> Tournament:
    """Create an event in Standard on 29 July 2017 that collects lists until two days before."""
    rules = fields.pop("rules", {})
    usual = {"starts_at": JULY, "edition": "2017", "by_age": False, "timezone": "Europe/Madrid"}
    made = build.event(**usual | fields)
    build.add_players(made, players)
    lists.collect_lists(made, by=None, **{"deadline": DEADLINE} | rules)
    return made


def of(event: Tournament) -> list[DeckList]:
    """Return the lists of an event, in the order of entries."""
    rows = DeckList.objects.filter(entry__tournament=event).order_by("entry_id")
    return list(rows.select_related("entry__player", "entry__division", "entry__tournament"))
