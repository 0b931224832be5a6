"""R-055: a legal deck that was filled in counts when deck building ends, even if it was not handed in."""

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from decks.models import DeckList, Draft
from decks.services import lists
from drafts.engine.refusals import DraftRefusal
from drafts.services import building_clocks
from tests.drafts.pools import list_of, registered, sealed, seated
from tests.drafts.redrafts import later

pytestmark = pytest.mark.django_db

POOL = "20 Rowlet SUM 9\n10 Dartrix SUM 10\n4 Potion"
DECK = "15 Rowlet SUM 9\n8 Dartrix SUM 10\n2 Potion\n15 Grass Energy"
"""40 cards, with 15 Energy from the organizer."""


@pytest.fixture
def row() -> Draft:
    row = sealed(2, check="none")
    for seat in (1, 2):
        registered(row, seat, text=POOL)
        list_of(seated(row, seat))
    building_clocks.start_building(row, 0, by=None)
    return row


def fill_in(row: Draft, text: str = DECK) -> DeckList:
    return lists.save_working_copy(list_of(seated(row)), text=text)


def submitted(row: Draft, minutes: float) -> int:
    return lists.submit_filled_lists(row.division.tournament, now=later(minutes))


def test_it_counts_from_the_last_second_and_is_not_late(row: Draft) -> None:
    mine = fill_in(row)
    assert submitted(row, 29.9) == 0
    assert submitted(row, 31) == 1
    version = mine.versions.get()
    assert (version.legal, version.late, version.by_player) == (True, False, True)
    assert version.at < later(30.1)
    assert list_of(seated(row)).counts == version
    assert JournalEvent.objects.get(kind="ListFilledIn").facts["number"] == 1
    assert submitted(row, 32) == 0


def test_an_illegal_deck_does_not(row: Draft) -> None:
    mine = fill_in(row, "39 Grass Energy")
    assert submitted(row, 31) == 0
    assert not mine.versions.exists()


def test_a_legal_list_that_was_handed_in_is_not_replaced(row: Draft) -> None:
    mine = list_of(seated(row))
    lists.submit_list(mine, text=DECK)
    fill_in(row, DECK.replace("15 R", "14 R").replace("8 D", "9 D"))
    assert submitted(row, 31) == 0
    assert mine.versions.count() == 1


def test_it_counts_once_staff_end_building_early(row: Draft) -> None:
    mine = fill_in(row)
    mark = building_clocks.end_building(row, 0, by=None, sure=True)
    assert mine.versions.get().legal
    building_clocks.withdraw_building_tap(mark, by=None)
    fill_in(row, DECK + "\n")
    assert submitted(row, 31) == 1
    assert mine.versions.count() == 2


def test_the_question_before_the_end_names_only_players_whose_deck_would_not_count(row: Draft) -> None:
    with pytest.raises(Refused) as both:
        building_clocks.end_building(row, 0, by=None)
    fill_in(row)
    with pytest.raises(Refused) as other:
        building_clocks.end_building(row, 0, by=None)
    assert (both.value.facts["missing"], other.value.facts["missing"]) == (2, 1)
    assert other.value.facts["names"] == str(seated(row, 2))
    lists.save_working_copy(list_of(seated(row, 2)), text="39 Grass Energy")
    with pytest.raises(Refused) as illegal:
        building_clocks.end_building(row, 0, by=None)
    assert illegal.value.facts["names"] == str(seated(row, 2))
    lists.save_working_copy(list_of(seated(row, 2)), text=DECK)
    with pytest.raises(Refused) as neither:
        building_clocks.end_building(row, 0, by=None)
    assert neither.value.code == DraftRefusal.BUILD_NOT_OVER
    building_clocks.end_building(row, 0, by=None, sure=True)
    assert DeckList.objects.filter(counts__legal=True).count() == 2


def test_a_locked_list_and_a_player_who_left_keep_what_they_have(row: Draft) -> None:
    mine = fill_in(row)
    lists.lock_list_for_player(mine, by=None)
    assert submitted(row, 31) == 0
