"""Who has a fixed table keeps it through every change by hand, and nobody else gets a number twice."""

import pytest

from pairings.models import Round
from pairings.services.rounds import late_entries, manual_pairing, rounds
from pairings.services.rounds import options as wishing
from tests.pairings import build as pairings_build
from tests.pairings.services.rounds.test_manual_pairing import at, seated_once, seats, take_back
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

RAMP = 20


@pytest.fixture
def draft() -> Round:
    """Nine players, one of whom always sits at table 20."""
    home = pairings_build.division(9)
    wishing.wish(
        home.entries.select_related("player", "division").first(), by=None, table=RAMP, reason="ramp"
    )
    return rounds.pair_next(home, by=None, seed=1)


def wheelchair(round_: Round) -> Entry:
    return round_.division.entries.select_related("player", "division").get(wish__table=RAMP)


def table_of(round_: Round, entry: Entry) -> int | None:
    return round_.seats.get(entry=entry).match.table


def test_drawn_again_among_some_tables(draft: Round) -> None:
    before = seats(draft)
    manual_pairing.re_pair_some(draft, [at(draft, 1), at(draft, RAMP), at(draft, 2)], by=None, seed=5)
    assert table_of(draft, wheelchair(draft)) == RAMP
    assert sorted(match[2] for match in seats(draft) if match[2]) == [1, 2, 3, RAMP]
    seated_once(draft)
    take_back(draft.division)
    assert seats(draft) == before


def test_swapped(draft: Round) -> None:
    before, one = seats(draft), wheelchair(draft)
    rounds.swap(draft, one, at(draft, 1).left, by=None, anyway=True)
    assert table_of(draft, one) == RAMP
    assert sorted(match[2] for match in seats(draft) if match[2]) == [1, 2, 3, RAMP]
    take_back(draft.division)
    assert seats(draft) == before


def test_a_match_made_by_hand(draft: Round) -> None:
    before, one = seats(draft), wheelchair(draft)
    manual_pairing.make_match(draft, one, at(draft, 2).left, by=None, anyway=True)
    assert table_of(draft, one) == RAMP
    take_back(draft.division)
    assert seats(draft) == before


def test_a_wish_of_after_the_draw_counts_too(draft: Round) -> None:
    one, two = at(draft, 1), at(draft, 2)
    wishing.wish(two.left, by=None, table=30)
    before = seats(draft)
    rounds.swap(draft, one.left, two.left, by=None, anyway=True)
    assert table_of(draft, two.left) == 30
    take_back(draft.division)
    assert seats(draft) == before


def test_the_opponent_of_who_leaves_goes_to_the_fixed_table_of_who_had_the_bye() -> None:
    home = pairings_build.division(5)
    draft = rounds.pair_next(home, by=None, seed=1)
    alone = draft.matches.select_related("left__player", "left__division").get(outcome="bye").left
    wishing.wish(alone, by=None, table=RAMP)
    late_entries.take_out(at(draft, 1).left, draft, by=None, anyway=True)
    assert table_of(draft, alone) == RAMP
    seated_once(draft)
