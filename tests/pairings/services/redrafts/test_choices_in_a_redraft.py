"""S6: a choice about the lists of an event applies at once, even during a redraft."""

import pytest

from decks.models import DeckList
from decks.services import lists
from tests.drafts.redrafts import first_list
from tests.pairings.redrafts import drafted_again, first_draft

pytestmark = pytest.mark.django_db


def test_a_choice_in_the_middle_of_a_redraft_counts_at_once() -> None:
    row = first_draft({"S4": "deck"})
    drafted_again(row)
    mine = first_list(row)
    assert DeckList.objects.get(pk=mine.pk).counts_id
    lists.collect_lists(row.division.tournament, by=None, settings={"S4": "deck", "S6": "new_draft"})
    lists.rejudge_all_lists_of_event(row.division.tournament)
    assert DeckList.objects.get(pk=mine.pk).counts_id is None
