"""A Regional of two days with everything that goes wrong at one: each place of each round is as the rules say.

The rules are those of `tests/pairings/standings_checker.py`, which knows nothing of Stadium's engines.
"""

from collections import Counter
from typing import get_args

import pytest
from pytest_django import Settings

from api.services import tokens
from floor.services.rehearsal import weekend
from floor.services.rehearsal.mishaps import MomentKind
from tests import build
from tests.api.weekend_reader import WeekendReader

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def _api_without_limits(settings: Settings) -> None:
    """A program that reads after every round of a weekend played in seconds asks more often than others may."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"api": None, "api_token": None}


def play_and_read(players: int, seed: int) -> tuple[WeekendReader, Counter[str]]:
    """Play a weekend while a judge's program reads it. Return the reader and how often each moment happened."""
    marta = build.user("marta")
    event = weekend.create_weekend(by=marta, players=players, seed=seed)
    member = event.staff.get(user=marta)
    token = tokens.make_token(member, by=marta, name="checker", scopes=(), days=7)[1]
    reader, moments = WeekendReader(event, token), Counter[str]()
    for moment in weekend.play_weekend(event, by=marta, seed=seed):
        moments[moment.kind] += 1
        reader.read(moment)
    return reader, moments


def test_every_place_of_a_small_weekend() -> None:
    reader, moments = play_and_read(72, seed=4)
    assert reader.faults == []
    assert set(moments) == set(get_args(MomentKind)), "everything happens"
    for one in reader.readers.values():
        assert one.checked_rounds == 2 * len(one.seats), "each round when it closes, and again in the end"
    assert reader.checked_places > 12 * 72


@pytest.mark.slow
@pytest.mark.timeout(30 * 60)  # five minutes on two free cores
def test_every_place_of_a_regional_with_a_thousand_players() -> None:
    """Day 2 is that of the attendance table: everyone with 19 match points plays five more rounds (M-016)."""
    reader, moments = play_and_read(1000, seed=6)
    assert reader.faults == []
    assert set(moments) == set(get_args(MomentKind)), "everything happens"
    masters = next(one for one in reader.readers.values() if one.division.age_division == "masters")
    assert (masters.day_one_rounds, max(masters.seats)) == (9, 14)
