"""A player with a fixed table keeps it through every manual change, and no table number is used twice."""

import pytest

from pairings.models import Round
from pairings.services.rounds import late_entries, manual_pairing, options, rounds
from tests.pairings import build
from tests.pairings.services.rounds.test_manual_pairing import at, seated_once, seats, undo_last
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

RAMP = 20


@pytest.fixture
def unposted() -> Round:
    """Create nine players, one of whom always sits at table 20."""
    home = build.division(9)
    options.set_pairing_wish(
        home.entries.select_related("player", "division").first(), by=None, table=RAMP, reason="ramp"
    )
    return rounds.pair_next_round(home, by=None, seed=1)


def wheelchair(round_: Round) -> Entry:
    return round_.division.entries.select_related("player", "division").get(wish__table=RAMP)


def table_of(round_: Round, entry: Entry) -> int | None:
    return round_.seats.get(entry=entry).match.table


def test_drawn_again_among_some_tables(unposted: Round) -> None:
    before = seats(unposted)
    manual_pairing.re_pair_matches(
        unposted, [at(unposted, 1), at(unposted, RAMP), at(unposted, 2)], by=None, seed=5
    )
    assert table_of(unposted, wheelchair(unposted)) == RAMP
    assert sorted(match[2] for match in seats(unposted) if match[2]) == [1, 2, 3, RAMP]
    seated_once(unposted)
    undo_last(unposted.division)
    assert seats(unposted) == before


def test_swapped(unposted: Round) -> None:
    before, one = seats(unposted), wheelchair(unposted)
    rounds.swap_players(unposted, one, at(unposted, 1).left, by=None, anyway=True)
    assert table_of(unposted, one) == RAMP
    assert sorted(match[2] for match in seats(unposted) if match[2]) == [1, 2, 3, RAMP]
    undo_last(unposted.division)
    assert seats(unposted) == before


def test_a_match_made_by_hand(unposted: Round) -> None:
    before, one = seats(unposted), wheelchair(unposted)
    manual_pairing.make_match(unposted, one, at(unposted, 2).left, by=None, anyway=True)
    assert table_of(unposted, one) == RAMP
    undo_last(unposted.division)
    assert seats(unposted) == before


def test_a_wish_of_after_the_draw_counts_too(unposted: Round) -> None:
    one, two = at(unposted, 1), at(unposted, 2)
    options.set_pairing_wish(two.left, by=None, table=30)
    before = seats(unposted)
    rounds.swap_players(unposted, one.left, two.left, by=None, anyway=True)
    assert table_of(unposted, two.left) == 30
    undo_last(unposted.division)
    assert seats(unposted) == before


def test_the_opponent_of_who_leaves_goes_to_the_fixed_table_of_who_had_the_bye() -> None:
    home = build.division(5)
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    alone = unposted.matches.select_related("left__player", "left__division").get(outcome="bye").left
    options.set_pairing_wish(alone, by=None, table=RAMP)
    late_entries.take_out_of_round(at(unposted, 1).left, unposted, by=None, anyway=True)
    assert table_of(unposted, alone) == RAMP
    seated_once(unposted)
