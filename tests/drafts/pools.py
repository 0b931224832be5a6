"""Sealed events for tests: drawn seats, collected lists, and pools in one line."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from decks.engine.pools import Cards
from decks.models import DeckList, Draft, PoolVersion
from decks.queries.pools import pools as queries
from decks.services import lists, pools
from tests import build
from tests.drafts.drafts import draft
from tournaments.models import Division, Entry

SIX = "3 Rowlet SUM 9\n2 Dartrix SUM 10\n1 Potion"
"""A pool of six cards from two packs of three. Potion is identified by its name."""

START = datetime(2017, 7, 29, 10, 0, tzinfo=UTC)


def sealed(
    players: int = 4, check: str = "verify", subtype: str = "sealed", *, listed: bool = True, **more: Any
) -> Draft:
    """Create a Limited event whose seats are drawn."""
    rules = more.pop("rules", {})
    facts = {"play_style": "limited", "starts_at": START, "edition": "2017", "published": True}
    home = build.division(players, **facts | more)
    if listed:
        deadline = timezone.now() + timedelta(days=1)
        lists.collect_lists(home.tournament, by=None, energy_supplied=True, deadline=deadline, **rules)
    row = draft(home, subtype, boosters=("SUM", "SUM"))
    return pools.set_pool_check(row, check, by=None)


def seated(row: Draft, seat: int = 1, pod: int = 1) -> Entry:
    """Return the entry at a seat."""
    rows = Entry.objects.select_related("player", "division__tournament", "tournament")
    return rows.get(pk=row.seats[pod - 1][seat - 1])


def cards(row: Draft, text: str = SIX) -> Cards:
    return queries.read_typed_pool_cards(row, text)[0]


def registered(row: Draft, seat: int = 1, text: str = SIX, **more: Any) -> PoolVersion:
    """Register the cards that the player of a seat opened."""
    return pools.register_pool(row, seated(row, seat), cards(row, text), by=more.pop("by", None), **more)


def verified(row: Draft, seat: int = 1, **more: Any) -> PoolVersion:
    """Register a pool and let the neighbor verify it."""
    version = registered(row, seat, **more)
    neighbor = seated(row, seat % len(row.seats[0]) + 1)
    return pools.verify_pool(row, seated(row, seat), by_entry=neighbor, seen=version.number)


def list_of(entry: Entry) -> DeckList:
    lists.make_lists_and_links(entry.tournament)
    related = ("entry__player", "entry__division", "entry__tournament", "entry__link")
    return DeckList.objects.select_related(*related).get(entry=entry)


def home_of(row: Draft) -> Division:
    return row.division


def state(row: Draft, seat: int = 1) -> str:
    """Return the state of the pool of a seat."""
    pool = queries.pool_opened_by(row, seated(row, seat).pk)
    return queries.pool_registration_state(row, pool.counts if pool else None)
