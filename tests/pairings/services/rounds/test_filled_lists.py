"""R-055, R-057: posting round 1 ends deck building, so the decks that are filled in count."""

import pytest

from decks.models import DeckList
from decks.services import lists
from drafts.services import building_clocks
from pairings.services.rounds import rounds
from tests.drafts.pools import list_of, registered, sealed, seated

pytestmark = pytest.mark.django_db

POOL = "20 Rowlet SUM 9\n10 Dartrix SUM 10\n4 Potion"
DECK = "15 Rowlet SUM 9\n8 Dartrix SUM 10\n2 Potion\n15 Grass Energy"


def test_filled_in_decks_count_when_round_1_is_posted_before_the_time_is_over() -> None:
    row = sealed(2, check="none")
    for seat in (1, 2):
        registered(row, seat, text=POOL)
        lists.save_working_copy(list_of(seated(row, seat)), text=DECK)
    building_clocks.start_building(row, 0, by=None)
    rounds.post(rounds.pair_next_round(row.division, by=None, seed=1), by=None)
    assert not DeckList.objects.filter(counts=None).exists()
