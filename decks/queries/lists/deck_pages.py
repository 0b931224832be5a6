"""Data of printed lists, one page each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from core.engine.refused import Refused
from decks.engine.lists import Deck, PrintedListRow, printed_rows
from decks.engine.stored_values import printed_row_from_values
from decks.models import DeckList, Proxy, Version
from decks.queries.lists import proxies
from decks.queries.lists.event_lists import effective_lists
from tournaments.engine.divisions import Season
from tournaments.models import Tournament
from tournaments.queries.ages import season_at


@dataclass(frozen=True, slots=True)
class DeckPage:
    """A list as printed on the official form.

    - `born`: the date of birth, else the year, or None if unknown (R-034).
    - `season`: of the event, whose birth years stand beside the age divisions, or None if unknown.
    - `number`: 0 for a list that was not submitted; the player fills in the other fields by hand.
    """

    first_name: str
    last_name: str
    sort_name: str
    player_id: str
    born: date | int | None
    age_division: str
    card_format: str
    style: str
    rows: tuple[PrintedListRow, ...]
    total: int
    supplied: int
    unused: int
    number: int
    legal: bool
    late: bool
    proxies: tuple[Proxy, ...] = ()
    unknown: int = 0
    season: Season | None = None


def known_season(event: Tournament) -> Season | None:
    """Return the season of an event, or None before the first season."""
    try:
        return season_at(event)
    except Refused:
        return None


def deck_page_of(
    deck_list: DeckList,
    version: Version,
    player_proxies: Sequence[Proxy] = (),
    *,
    season: Season | None = None,
) -> DeckPage:
    """Build the page of one version of a list. `player_proxies`: for staff only."""
    entry, event = deck_list.entry, deck_list.entry.tournament
    return DeckPage(
        first_name=entry.first_name,
        last_name=entry.last_name,
        sort_name=entry.sort_name,
        player_id=entry.player_number or "",
        born=entry.birth_date or entry.birth_year,
        age_division=entry.age_division,
        card_format=event.card_format,
        style=event.play_style,
        rows=tuple(printed_row_from_values(values) for values in version.cards),
        total=version.total,
        supplied=version.supplied,
        unused=version.unused_total,
        number=version.number,
        legal=version.legal,
        unknown=version.unknown_cards,
        late=version.late,
        proxies=tuple(player_proxies),
        season=season,
    )


def blank_deck_page(deck: Deck, *, card_format: str, style: str, season: Season | None = None) -> DeckPage:
    """Build the page of a list that was not submitted, with the player's fields left blank."""
    return DeckPage(
        first_name="",
        last_name="",
        sort_name="",
        player_id="",
        born=None,
        age_division="",
        card_format=card_format,
        style=style,
        rows=printed_rows(deck),
        total=deck.total,
        supplied=0,
        unused=0,
        number=0,
        legal=False,
        late=False,
        season=season,
    )


def deck_pages_of_event(event: Tournament, entries: Collection[int] | None = None) -> list[DeckPage]:
    """Build the page of each player's effective list with their proxies, sorted by last name.

    Without `entries`, all players are included. Three queries.
    """
    deck_lists = effective_lists(event, entries)
    proxies_by_entry = proxies.proxies_by_entry([deck_list.entry_id for deck_list in deck_lists])
    season = known_season(event)
    for deck_list in deck_lists:
        deck_list.entry.tournament = event
    return [
        deck_page_of(deck_list, deck_list.counts, proxies_by_entry[deck_list.entry_id], season=season)
        for deck_list in deck_lists
        if deck_list.counts
    ]
