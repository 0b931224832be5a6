"""The rows of printed lists."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from decks.engine.lists import Deck, Listed, listed
from decks.engine.verdicts import row_of
from decks.models import DeckList, Proxy, Version
from decks.queries.lists import proxies
from decks.queries.lists.event_lists import counting_lists
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DeckPage:
    """One list as on the official form; `born`: date of birth, else the year, if known (R-034).

    Number 0: no submitted version; the player fills in the rest by hand.
    """

    name: str
    sort_name: str
    player_id: str
    born: date | int | None
    age_division: str
    card_format: str
    style: str
    rows: tuple[Listed, ...]
    total: int
    supplied: int
    unused: int
    number: int
    legal: bool
    late: bool
    proxies: tuple[Proxy, ...] = ()
    unknown: int = 0


def page_of(row: DeckList, version: Version, proxies_made: Sequence[Proxy] = ()) -> DeckPage:
    """One version of one list. `made`: the proxies of the player, for staff only."""
    entry = row.entry
    event = entry.tournament
    return DeckPage(
        name=str(entry),
        sort_name=entry.sort_name,
        player_id=entry.player_number or "",
        born=entry.birth_date or entry.birth_year,
        age_division=entry.age_division,
        card_format=event.card_format,
        style=event.play_style,
        rows=tuple(row_of(values) for values in version.cards),
        total=version.total,
        supplied=version.supplied,
        unused=version.unused_total,
        number=version.number,
        legal=version.legal,
        unknown=version.unknown_cards,
        late=version.late,
        proxies=tuple(proxies_made),
    )


def blank_page(deck: Deck, *, card_format: str, style: str) -> DeckPage:
    """A list not submitted, with the player's fields left blank."""
    return DeckPage(
        name="",
        sort_name="",
        player_id="",
        born=None,
        age_division="",
        card_format=card_format,
        style=style,
        rows=listed(deck),
        total=deck.total,
        supplied=0,
        unused=0,
        number=0,
        legal=False,
        late=False,
    )


def pages_of(event: Tournament, entries: Collection[int] | None = None) -> list[DeckPage]:
    """The list that counts of every player with its proxies, by last name. Two queries."""
    rows = counting_lists(event, entries)
    proxies_made = proxies.of_entries([row.entry_id for row in rows])
    for row in rows:
        row.entry.tournament = event
    return [page_of(row, row.counts, proxies_made[row.entry_id]) for row in rows if row.counts]
