"""Redrafts for tests, after rounds have been played."""

from decks.models import DeckList, Draft
from decks.services import lists, pools
from drafts.services import building_clocks
from pairings.services.rounds import rounds
from tests.drafts.pools import START, cards
from tests.drafts.redrafts import redraft, solomon
from tests.pairings import build
from tournaments.models import Division, Entry

POOL = "20 Rowlet SUM 9\n10 Dartrix SUM 10\n4 Potion"
DECK = "14 Rowlet SUM 9\n8 Dartrix SUM 10\n2 Potion\n16 Grass Energy"
NEW_POOL = "15 Litten SUM 24\n10 Torracat SUM 25"
NEW_DECK = "14 Litten SUM 24\n8 Torracat SUM 25\n18 Fire Energy"
NEW = {"S4": "deck", "S6": "new_draft"}


def play_on(home: Division, number: int = 1) -> None:
    """Play a number of rounds, ignoring deck lists."""
    for turn in range(number):
        round_ = rounds.pair_next_round(home, by=None, seed=turn + 1, without_redraft=True)
        rounds.post(round_, by=None, lists_reason="It is only a test.")
        build.report_all(round_)
        rounds.close_round(round_, by=None)


def first_draft(settings: dict[str, str] | None = None, **more: object) -> Draft:
    """Create four players with legal decks from the first draft, and play round 1."""
    rules = {"settings": settings or NEW, "energy_supplied": True}
    row = solomon(rules=rules, edition="2017", starts_at=START, **more)
    building_clocks.start_building(row, 0, by=None)
    for entry in everybody(row):
        pools.register_pool(row, entry, cards(row, POOL), by=None)
        lists.submit_list(of(entry), text=DECK)
    assert all(of(entry).counts.legal for entry in everybody(row)), problems(row)
    play_on(row.division)
    return row


def problems(row: Draft) -> list[object]:
    return [of(entry).counts.problems for entry in everybody(row)]


def everybody(row: Draft) -> list[Entry]:
    rows = Entry.objects.select_related("player", "division__tournament", "tournament")
    return list(rows.filter(pk__in=[entry for pair in row.seats for entry in pair]).order_by("pk"))


def of(entry: Entry) -> DeckList:
    related = ("entry__player", "entry__division__tournament", "entry__tournament", "counts")
    return DeckList.objects.select_related(*related).get(entry=entry)


def state(row: DeckList) -> tuple[int, bool] | None:
    """Return number and verdict of the current list."""
    row = of(row.entry)
    return (row.counts.number, row.counts.legal) if row.counts else None


def drafted_again(row: Draft) -> Draft:
    """Draft again: start the building time of the redraft and register its pools."""
    again = redraft(row.division)
    building_clocks.start_building(again, 0, by=None)
    for entry in everybody(again):
        pools.register_pool(again, entry, cards(again, NEW_POOL), by=None)
    return again
