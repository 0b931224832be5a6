"""The rows of printed pools: each pool with the deck built from it (R-058)."""

from dataclasses import dataclass

from cards.queries import catalogue
from decks.engine.pools import PoolCard
from decks.engine.resolve import resolve
from decks.engine.verdicts import read_of
from decks.models import DeckList, Draft, Version
from decks.queries.lists.verdicts import day_of
from decks.queries.pools.building_pool import of_deck
from decks.queries.pools.pools import PoolRow, pool_rows
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One card of a pool: its quantity, and copies in the deck; None before a list is submitted."""

    card: PoolCard
    deck: int | None


@dataclass(frozen=True, slots=True)
class PoolPage:
    """The pool of one player on paper. `deck`, `unused` and `supplied`: from the list that counts, None without one."""

    row: PoolRow
    player_id: str
    lines: tuple[PoolLine, ...]
    deck: int | None
    unused: int | None
    supplied: int | None

    @property
    def name(self) -> str:
        """The name of the player who plays with it."""
        return self.row.player or self.row.name


def pool_pages(draft: Draft, entry: int | None = None) -> list[PoolPage]:
    """Every registered pool by pod and seat, or the one a player opened. Five queries."""
    rows = [row for row in pool_rows(draft) if row.number and entry in (None, row.entry)]
    players = dict(draft.pools.values_list("opened_by_id", "entry_id"))
    lists = DeckList.objects.filter(entry__in=players.values(), counts__isnull=False).select_related("counts")
    by_player = {row.entry_id: row.counts for row in lists}
    ids = dict(Entry.objects.filter(pk__in=players.values()).values_list("pk", "player_number"))
    return [_page(draft, row, by_player.get(players[row.entry]), ids.get(players[row.entry])) for row in rows]


def _page(draft: Draft, row: PoolRow, version: Version | None, player_id: str | None) -> PoolPage:
    if version is None:
        lines = tuple(PoolLine(card, None) for card in row.cards)
        return PoolPage(row, player_id or "", lines, None, None, None)
    deck = resolve(read_of(version.read), catalogue.current(), on=day_of(draft.division.tournament))
    counts = of_deck(deck, row.cards, energy=True).counts
    lines = tuple(PoolLine(card, counts.get(at, 0)) for at, card in enumerate(row.cards))
    return PoolPage(row, player_id or "", lines, version.total, version.unused_total, version.supplied)
