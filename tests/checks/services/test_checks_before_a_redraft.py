"""R-095: a deck check from before the redraft keeps the list with which it began."""

import pytest

from checks.services import check_sheets, deck_checks
from decks.models import Draft, Version
from tests.drafts.redrafts import first_list
from tests.pairings.redrafts import drafted_again, first_draft

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Draft:
    return first_draft()


def test_a_check_in_round_1_shows_the_list_that_counted_then(row: Draft) -> None:
    mine = first_list(row)
    check = check_sheets.begin_check(
        deck_checks.pick_requested_deck(mine.entry, why="Sleeves", by=None), by=None
    )
    drafted_again(row)
    check.refresh_from_db()
    assert check.version == Version.objects.get(deck_list=mine, number=1)
