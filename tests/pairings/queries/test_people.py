"""Players are found by what staff type: a table, a name or a Player ID."""

import pytest

from pairings.queries.people import find_entries_by_table_or_name
from pairings.services.rounds import attendance, rounds
from tests.pairings import build as pairings
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return pairings.division(5)


def names(division: Division, typed: str, **options: bool) -> list[str]:
    return [
        str(person.entry)
        for person in find_entries_by_table_or_name(division.tournament, typed, limit=3, **options)
    ]


def test_a_table_has_both_players_of_the_current_round(division):
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    match = round_.matches.filter(right__isnull=False).earliest("table")
    both = find_entries_by_table_or_name(division.tournament, str(match.table), limit=1)
    assert [(person.entry, person.match) for person in both] == [(match.left, match), (match.right, match)]
    assert names(division, "999") == []


def test_a_name_or_an_id_finds_the_first_players_it_fits(division):
    entry = division.entries.earliest("pk")
    assert names(division, entry.last_name) == [str(entry)]
    division.entries.update(search_key="lima")
    assert len(names(division, "Lima")) == 3
    assert names(division, " ") == []


def test_players_who_dropped_can_be_left_out(division):
    entry = division.entries.earliest("pk")
    attendance.drop_player(entry, by=None)
    assert names(division, entry.last_name) == [str(entry)]
    assert names(division, entry.last_name, dropped=False) == []
