"""The rows of printed lists."""

from collections.abc import Collection
from dataclasses import dataclass

from decks.engine.lists import Listed
from decks.engine.verdicts import row_of
from decks.models import DeckList, Version
from decks.queries.lists import shown_lists
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One list as the official form has it; `born` is the birth year, where it is known (R-034)."""

    name: str
    sort_name: str
    player_id: str
    born: str
    category: str
    card_format: str
    style: str
    rows: tuple[Listed, ...]
    total: int
    supplied: int
    unused: int
    number: int
    legal: bool
    late: bool


def page_of(row: DeckList, version: Version) -> DeckPage:
    """One version of one list."""
    entry = row.entry
    player, event = entry.player, entry.tournament
    return DeckPage(
        name=str(player),
        sort_name=", ".join(part for part in (player.last_name, player.first_name) if part),
        player_id=player.player_id or "",
        born=str(player.birth_year or ""),
        category=entry.category,
        card_format=event.card_format,
        style=event.play_style,
        rows=tuple(row_of(values) for values in version.cards),
        total=version.total,
        supplied=version.supplied,
        unused=version.unused_total,
        number=version.number,
        legal=version.legal,
        late=version.late,
    )


def pages_of(event: Tournament, entries: Collection[int] | None = None) -> list[DeckPage]:
    """The list that counts of every player, in the order of last names. One query."""
    rows = shown_lists(event, entries)
    for row in rows:
        row.entry.tournament = event
    return [page_of(row, row.counts) for row in rows if row.counts]
