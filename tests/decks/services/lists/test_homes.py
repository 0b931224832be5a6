"""At World and International Championships, the languages of the player's home country count (R-017)."""

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from decks.models import DeckList
from decks.services import lists
from tests.decks.lists import AFTER, BEFORE, LEGAL, event, of

pytestmark = pytest.mark.django_db
FRENCH = LEGAL.replace("4 N FCO 105", "4 N FCO 105 [fr]")


def problem_codes(row: DeckList) -> set[str]:
    assert row.counts is not None
    return {problem["code"] for problem in row.counts.problems}


@pytest.fixture
def row() -> DeckList:
    return of(event(event_class="international", country="US"))[0]


def handed_in(row: DeckList, **more: object) -> DeckList:
    lists.submit_list(row, text=FRENCH, now=BEFORE, **more)
    return DeckList.objects.select_related("counts").get(pk=row.pk)


def test_while_nobody_knows_the_home_a_judge_decides(row: DeckList) -> None:
    row = handed_in(row)
    assert row.counts.legal
    assert problem_codes(row) == {"COUNTRY_NOT_LISTED"}


@pytest.mark.parametrize(("home", "legal"), [("FR", True), ("CA", True), ("MX", False), ("JP", False)])
def test_the_home_decides_wherever_the_event_is(row: DeckList, home: str, legal: bool) -> None:
    lists.set_home_country_of_list(row, home=home, now=BEFORE)
    row = handed_in(row)
    assert row.counts.legal == legal
    assert ("FOREIGN_LANGUAGE" in problem_codes(row)) != legal


def test_saying_the_home_later_judges_what_was_handed_in(row: DeckList) -> None:
    lists.set_home_country_of_list(row, home="MX", now=BEFORE)
    row = handed_in(row)
    row = lists.set_home_country_of_list(row, home="FR", now=BEFORE)
    row.refresh_from_db()
    assert row.counts.legal
    assert JournalEvent.objects.filter(kind="HomeCountrySaid").count() == 2
    lists.rejudge_all_lists_of_event(row.entry.tournament)
    row.refresh_from_db()
    assert row.counts.legal


def test_once_lists_are_closed_only_staff_say_it(row: DeckList) -> None:
    with pytest.raises(Refused) as refused:
        lists.set_home_country_of_list(row, home="FR", now=AFTER)
    assert refused.value.code == "LISTS_CLOSED"
    assert lists.set_home_country_of_list(row, home="FR", by_player=False, now=AFTER).home == "FR"


def test_elsewhere_the_country_of_the_event_decides() -> None:
    row = of(event(event_class="championship_points", country="US"))[0]
    lists.set_home_country_of_list(row, home="FR", now=BEFORE)
    assert problem_codes(handed_in(row)) == {"FOREIGN_LANGUAGE"}
