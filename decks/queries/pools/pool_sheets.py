"""Data of printed pools, one page each, with the deck built from the pool (R-058)."""

from dataclasses import dataclass

from cards.queries import catalogue
from decks.engine.pools import PoolCard
from decks.engine.resolve import resolve_list
from decks.engine.stored_values import read_list_from_values
from decks.models import DeckList, Draft
from decks.queries.lists.judging import first_day
from decks.queries.pools.deck_in_progress import deck_in_progress_of_list
from decks.queries.pools.pools import PoolRow, pool_rows
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A card of a pool, with its quantity. `deck`: the copies in the deck, None before a list is submitted."""

    card: PoolCard
    deck: int | None


@dataclass(frozen=True, slots=True)
class PoolPage:
    """The printed pool of a player.

    `deck`, `unused`, `supplied`: totals of the effective list, or None without one.
    """

    row: PoolRow
    player_id: str
    lines: tuple[PoolLine, ...]
    deck: int | None
    unused: int | None
    supplied: int | None

    @property
    def name(self) -> str:
        """The name of the player who plays with the pool."""
        return self.row.player or self.row.name


def pool_pages(draft: Draft, entry: int | None = None) -> list[PoolPage]:
    """List every registered pool by pod and seat, or only the one that `entry` opened. Five queries."""
    rows = [row for row in pool_rows(draft) if row.number and entry in (None, row.entry)]
    player_by_opener = dict(draft.pools.values_list("opened_by_id", "entry_id"))
    deck_lists = DeckList.objects.filter(
        entry__in=player_by_opener.values(), counts__isnull=False
    ).select_related("counts")
    versions_by_player = {row.entry_id: row.counts for row in deck_lists}
    player_ids = dict(
        Entry.objects.filter(pk__in=player_by_opener.values()).values_list("pk", "player_number")
    )
    day = first_day(draft.division.tournament)
    pages = []
    for row in rows:
        player_id = player_ids.get(player_by_opener[row.entry]) or ""
        version = versions_by_player.get(player_by_opener[row.entry])
        if version is None:
            lines = tuple(PoolLine(card, None) for card in row.cards)
            pages.append(PoolPage(row, player_id, lines, None, None, None))
            continue
        deck = resolve_list(read_list_from_values(version.read), catalogue.current_catalogue(), on=day)
        counts = deck_in_progress_of_list(deck, row.cards, energy_supplied=True).counts
        lines = tuple(PoolLine(card, counts.get(position, 0)) for position, card in enumerate(row.cards))
        totals = (version.total, version.unused_total, version.supplied)
        pages.append(PoolPage(row, player_id, lines, *totals))
    return pages
