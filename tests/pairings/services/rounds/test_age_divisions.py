"""M-030 to M-032: age divisions that are paired together, and what each of them has separately."""

import pytest

from pairings.models import Match
from pairings.queries.standings import advancing
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.pairings.build import play
from tournaments.models import Division, Tournament
from tournaments.queries.divisions import division_rows
from tournaments.services import divisions

pytestmark = pytest.mark.django_db

BORN = {"junior": 2018, "senior": 2012, "masters": 1990}


def field(*, divisions: tuple[str, ...] = ("all",), by_age: bool = True, **counts: int) -> Division:
    """Create a division with these numbers of players of each age, all checked in, in a League Cup, which has a cut."""
    event = build.event(kind="league_cup", divisions=divisions, by_age=by_age)
    for age, players in counts.items():
        build.add_players(event, players, birth_years=(BORN[age],))
    return event.divisions.select_related("tournament").order_by("position")[0]


def planned(of: Division) -> int | None:
    return rounds.pair_next_round(of, by=None, seed=1).stage.rounds_planned


def rounds_of(event: Tournament) -> list[int]:
    return [row.rounds for row in division_rows(event)]


def test_m031_each_division_plays_as_many_rounds_as_its_own_players_ask_for() -> None:
    first = field(divisions=("junior", "masters"), junior=12, masters=40)
    event = first.tournament
    juniors, masters = event.divisions.order_by("position")
    assert (planned(juniors), planned(masters)) == (4, 6)
    assert rounds_of(event) == [4, 6]


def test_m031_paired_together_the_largest_of_them_decides() -> None:
    """Juniors alone would play 4 rounds and Masters 6, so all play 6. No division has 52 players, so none plays
    more.
    """
    of = field(junior=12, masters=40)
    assert rounds_of(of.tournament) == [6]
    assert planned(of) == 6


def test_m031_a_few_juniors_more_do_not_make_a_round_more() -> None:
    """31 Masters require 5 rounds; 34 players in one division would require 6."""
    assert planned(field(junior=3, masters=31)) == 5


def test_one_list_for_all_ages_counts_everybody() -> None:
    of = field(by_age=False, junior=3, masters=31)
    assert rounds_of(of.tournament) == [6]
    assert planned(of) == 6


def test_m011_two_of_each_age_still_play_three_rounds() -> None:
    assert planned(field(junior=2, senior=2, masters=2)) == 3


def test_rounds_set_by_hand_count_for_all() -> None:
    of = field(junior=3, masters=31)
    assert planned(divisions.change_division(of, by=None, rounds_planned=7)) == 7


def test_m031_pairings_are_shared_places_and_cuts_are_not() -> None:
    of = field(junior=5, masters=13)
    last = play(of, 5)
    ages = dict(of.entries.values_list("pk", "age_division"))
    met = Match.objects.filter(round__division=of, right__isnull=False).values_list("left", "right")
    assert any(ages[left] != ages[right] for left, right in met)
    lists = {table.age_division: [row.place for row in table.rows] for table in standings_lists(of)}
    assert lists == {"masters": list(range(1, 14)), "junior": list(range(1, 6))}
    assert cuts.planned_cut_sizes(of, last) == {"masters": 4, "junior": 0}
    stage = cuts.start_cut(of, by=None)
    bracket = stage.brackets.get()
    assert (bracket.age_division, bracket.size) == ("masters", 4)
    assert {ages[seed.entry_id] for seed in bracket.seeds.all()} == {"masters"}


def test_m031_day_two_asks_the_table_for_the_largest_age() -> None:
    """M-015: the table has rounds of day 2 from 227 players in one division."""
    of = field(masters=8, senior=7)
    assert advancing.largest_age_division(play(of, 3)) == 8
