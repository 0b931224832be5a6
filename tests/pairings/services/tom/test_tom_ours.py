"""Events created here that TOM has never seen: the file of their registration, and one after each round."""

import re
from itertools import groupby
from random import Random

import pytest

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries import tom as queries
from pairings.queries.rounds.event_progress import is_event_over
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from pairings.services.tom import importing
from tests import build
from tests.pairings.build import open_matches
from tests.pairings.services.tom.test_tom import places
from tests.pairings.services.tom.test_tom_round_trip import facts, matches
from tournaments.models import Entry, Tournament
from tournaments.services import divisions, entries

pytestmark = pytest.mark.django_db

PEOPLE = [
    ("Ida", "O’Neil <3", "0012345", 1990),
    ("Łukasz", "Dvořák & Sons", "7654321", 2012),
    ("Mei", "Nguyễn", "42", 2016),
    ("José", 'de "la" Cruz', "99999999999999999999", 1961),
]


@pytest.fixture
def registered() -> Tournament:
    """Create four players of three age divisions, entered by hand, with no one checked in and nothing paired."""
    made = build.event(
        name="Łódź Challenge", country="PL", timezone="Europe/Warsaw", sanction_id="26-11-000042"
    )
    for first, last, number, year in PEOPLE:
        who = {"first_name": first, "last_name": last, "player_id": number, "birth_year": year}
        entries.add_entry(made, by=None, age_division=None, **who)
    return made


class TestRegistration:
    """TOM opens it as an event whose players are entered, but whose pods are not created yet."""

    def test_the_stage_and_the_roster_are_those_of_toms_registration(self, registered):
        data = queries.export_tom_file(registered).data
        read = tdf.read_tdf_file(data)
        assert (read.stage, read.pods, read.standings) == (1, (), ())
        assert (read.sanction_id, str(read.start_date)) == ("26-11-000042", "2026-11-21")
        assert [
            (one.first_name, one.last_name, one.user_id, one.birth_year) for one in read.players
        ] == PEOPLE
        assert {(one.starter, one.order, one.late, one.dropped_in) for one in read.players} == {
            (False, None, None, None)
        }

    def test_ids_and_dates_are_as_tom_writes_them(self, registered):
        text = queries.export_tom_file(registered).text
        assert re.findall(r'<player userid="(\d+)">', text) == [number for _, _, number, _ in PEOPLE]
        assert re.findall("<birthdate>(.*?)<", text) == [f"02/27/{year}" for *_, year in PEOPLE]
        assert "<startdate>11/21/2026</startdate>" in text
        assert "<starter>" not in text

    def test_it_comes_back_equal(self, registered):
        data = queries.export_tom_file(registered).data
        again = importing.import_event(data, by=None, name="Again")
        assert facts(again) == facts(registered)
        assert queries.compare_with_file(registered, tdf.read_tdf_file(data)).same
        assert queries.export_tom_file(again).data == data


@pytest.mark.slow
def test_after_every_round_of_ours_the_file_makes_the_same_event(cup):
    """Four Swiss rounds and three rounds of a top cut with a match for third place, each exported and imported
    again.
    """
    chance, division = Random(4), cup.divisions.select_related("tournament").get()
    for number in range(1, 8):
        if number == 5:
            cuts.start_cut(division, by=None)
        made = rounds.post(rounds.pair_next_round(division, by=None, seed=number), by=None)
        same_in_tom(cup, f"Round {number} is open")
        finish(made, chance, cut=number > 4)
        same_in_tom(cup, f"Round {number} is over")
    assert is_event_over(cup)
    assert places(importing.import_event(queries.export_tom_file(cup).data, by=None)) == places(cup)
    assert {match[2] for match in matches(cup)} == {"swiss", "elimination"}
    assert any(match[4] for match in matches(cup)), "a match for third place"


def test_the_cut_says_when_its_match_for_third_place_is_paired(cup):
    """M-027; `paired3rd4th` is false while the semifinals are played, and true beside the final."""
    chance, division = Random(7), cup.divisions.select_related("tournament").get()
    division = divisions.change_division(division, by=None, rounds_planned=1, cut_size=4)
    paired = {}
    for name in ("Swiss", "semifinals", "final"):
        if name == "semifinals":
            cuts.start_cut(division, by=None)
        made = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
        read = tdf.read_tdf_file(queries.export_tom_file(cup).data)
        paired[name] = [cut.third_place for cut in read.cuts]
        assert read.pods[0].third_place
        finish(made, chance, cut=name != "Swiss")
    assert paired == {"Swiss": [False], "semifinals": [False], "final": [True]}
    same_in_tom(cup, "Over")
    again = Tournament.objects.get(name="Over")
    assert "<paired3rd4th>true</paired3rd4th>" in queries.export_tom_file(again).text


@pytest.fixture
def cup() -> Tournament:
    """Create 21 players of one age, so that each Swiss round has a bye."""
    made = build.event(kind="league_cup", structure="swiss_cut", divisions=("masters",), country="PL")
    people = build.add_players(made, 21)
    for number, entry in enumerate(people, start=1):
        entry.player_number = str(4_000_000 + number)
    Entry.objects.bulk_update(people, ["player_number"])
    divisions.change_division(made.divisions.get(), by=None, rounds_planned=4, cut_size=8, third_place=True)
    return made


def finish(posted: Round, chance: Random, *, cut: bool) -> None:
    ends = [Outcome.LEFT, Outcome.RIGHT] if cut else [Outcome.LEFT, Outcome.RIGHT, Outcome.TIE]
    for match in open_matches(posted):
        results.enter_result(match, MatchResult(chance.choice(ends)), by=None)
    rounds.close_round(posted, by=None)


def same_in_tom(event: Tournament, name: str) -> None:
    out = queries.export_tom_file(event).data
    again = importing.import_event(out, by=None, name=name)
    assert matches(again) == matches(event), name
    assert facts(again) == facts(event), name
    assert ranked(again) == ranked(event), name
    assert queries.compare_with_file(event, tdf.read_tdf_file(out)).same, name
    assert queries.export_tom_file(again).data == out, name


def ranked(event: Tournament) -> list[tuple]:
    """Return the figures from first place on, each with the Player IDs that share them, whose order is random."""
    numbers = dict(event.entries.values_list("pk", "player_number"))
    division = event.divisions.select_related("tournament").get()
    in_order = [row for table in standings_lists(division) for row in table.rows]
    alike = groupby(
        in_order, key=lambda row: (row.person.points, row.tie_breaks["owp"], row.tie_breaks["oowp"])
    )
    return [(figures, sorted(numbers[row.person.entry_id] for row in part)) for figures, part in alike]
