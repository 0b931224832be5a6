"""Pools of players who left, and pools after round 1 (R-051, R-058)."""

import pytest

from decks.queries.pools import pools as queries
from decks.services import pools
from pairings.services.rounds import attendance
from tests import build
from tests.build import refusal
from tests.drafts.pools import cards, registered, sealed, seated
from tests.pairings import build as play

pytestmark = pytest.mark.django_db


def test_the_circle_closes_and_who_has_left_is_passed_over() -> None:
    row = sealed()
    registered(row, 4)
    assert queries.pools_to_verify(row, seated(row, 1).pk)
    registered(row, 1)
    attendance.drop_player(seated(row, 2), by=None)
    assert [one.opened_by for one in queries.pools_to_verify(row, seated(row, 3).pk)] == [seated(row, 1)]


def test_passed_on_past_who_has_left() -> None:
    row = sealed(check="pass_on")
    attendance.drop_player(seated(row, 2), by=None)
    pool = registered(row).pool
    assert pool.entry == seated(row, 3)


def test_who_may_not_register() -> None:
    row = sealed()
    stranger = build.add_players(row.division.tournament, 1)[0]
    assert refusal(pools.register_pool, row, stranger, cards(row), by=None).code == "POOL_WITHOUT_SEAT"
    assert refusal(registered, row, seen=3).code == "POOL_CHANGED"
    attendance.drop_player(seated(row), by=None)
    assert refusal(registered, row).code == "ENTRY_ALREADY_LEFT"


def test_after_round_1_only_staff_register() -> None:
    row = sealed(listed=False)
    play.play(row.division)
    row.division.refresh_from_db()
    assert refusal(registered, row, 2).code == "ROUND_1_STARTED"
    assert registered(row, 2, by_player=False).number == 1
