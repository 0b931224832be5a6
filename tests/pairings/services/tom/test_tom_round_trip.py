"""A large event created here, exported to TOM and imported as another event: equal to the last match and place."""

from collections.abc import Mapping
from random import Random

import pytest

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.queries import tom as queries
from pairings.queries.rounds.event_progress import is_event_over
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from pairings.services.tom import importing
from tests import build
from tests.pairings.build import open_matches
from tests.pairings.services.tom.test_tom import places
from tournaments.models import Division, Entry, Tournament

pytestmark = pytest.mark.django_db

FIELD = {"junior": (24, 2016), "senior": (35, 2012), "masters": (141, 1990)}
SWISS = [Outcome.LEFT] * 5 + [Outcome.RIGHT] * 4 + [Outcome.TIE, Outcome.DOUBLE_LOSS]


@pytest.fixture
def event() -> Tournament:
    """Create 200 players in three divisions, two of whom have a bye awarded in advance."""
    made = cup_of(FIELD)
    made.divisions.update(rounds_planned=4, cut_size=8, third_place=True)
    return made


def cup_of(field: Mapping[str, tuple[int, int]]) -> Tournament:
    """Create a cup in three divisions with this many players per birth year; the first and the last have awarded
    byes.
    """
    made = build.event(
        name="Łódź Cup & Friends",
        kind="league_cup",
        structure="swiss_cut",
        divisions=tuple(field),
        country="PL",
        timezone="Europe/Warsaw",
        city="Łódź",
        sanction_id="26-11-000042",
        round_minutes=50,
    )
    for players, year in field.values():
        build.add_players(made, players, birth_years=(year,))
    entries = list(made.entries.order_by("pk"))
    for number, entry in enumerate(entries, start=1):
        entry.player_number, entry.last_name = str(4_000_000 + number), f"O'Brien & <{number}>"
    entries[0].awarded_byes = entries[-1].awarded_byes = 1
    Entry.objects.bulk_update(entries, ["player_number", "last_name", "awarded_byes"])
    return made


def play_round(division: Division, chance: Random, *, cut: bool = False) -> None:
    posted = rounds.post(rounds.pair_next_round(division, by=None, seed=chance.randrange(2**32)), by=None)
    for match in open_matches(posted):
        results.enter_result(match, MatchResult(chance.choice(SWISS[:9] if cut else SWISS)), by=None)
    rounds.close_round(posted, by=None)


def come_and_go(division: Division, chance: Random, number: int) -> None:
    """Between two rounds, drop some players, disqualify one, and enter one late."""
    active = list(division.entries.filter(dropped_in=None, disqualified=False).order_by("pk"))
    for entry in chance.sample(active, 2):
        attendance.drop_player(entry, by=None)
    if number == 2:
        attendance.disqualify_player(chance.choice([one for one in active if one.pk % 2]), by=None)
    if number < 3:
        attendance.enter_player(
            division.tournament,
            by=None,
            first_name="Zoë",
            last_name=f"Late {number}",
            player_id=str(5_000_000 + 10 * division.pk + number),
            birth_year=FIELD[division.age_division][1],
            late=number == 1,
        )


def facts(event: Tournament) -> list[tuple]:
    fields = (
        "player_number",
        "first_name",
        "last_name",
        "birth_year",
        "age_division",
        "division__age_division",
    )
    state = ("joined_round", "late", "dropped_in", "disqualified", "awarded_byes")
    return sorted(event.entries.values_list(*fields, *state))


def matches(event: Tournament) -> list[tuple]:
    rows = Match.objects.filter(round__division__tournament=event)
    where = ("round__division__age_division", "round__number", "round__stage__kind", "table", "third_place")
    who = ("left__player_number", "right__player_number", "outcome", "slot", "bracket__size")
    return sorted(rows.values_list(*where, *who), key=repr)


@pytest.mark.slow
def test_200_players_with_everything_that_happens(event):
    chance = Random(26)
    for division in event.divisions.select_related("tournament"):
        for number in range(1, 5):
            play_round(division, chance)
            if number < 4:
                come_and_go(division, chance, number)
        cuts.start_cut(division, by=None)
        for _ in range(3):
            play_round(division, chance, cut=True)
    assert event.entries.count() == 206
    assert is_event_over(event)

    out = queries.export_tom_file(event).data
    again = importing.import_event(out, by=None, name="Again")

    assert (again.timezone, again.city, str(again.country)) == ("Europe/Warsaw", "Łódź", "PL")
    assert (again.structure, again.kind, again.sanction_id) == ("swiss_cut", "league_cup", "26-11-000042")
    assert facts(again) == facts(event)
    assert matches(again) == matches(event)
    assert places(again) == places(event)
    assert queries.compare_with_file(event, tdf.read_tdf_file(out)).same
    assert queries.compare_with_file(again, tdf.read_tdf_file(out)).places == ()
    assert {"bye", "awarded_bye", "late_loss", "tie", "double_loss"} <= {row[7] for row in matches(event)}


@pytest.mark.slow
def test_a_running_event_goes_out_after_each_round_and_on_elsewhere(event):
    chance = Random(7)
    division = event.divisions.select_related("tournament").get(age_division="junior")
    for _ in range(2):
        play_round(division, chance)
        event.refresh_from_db()
        again = importing.import_event(queries.export_tom_file(event).data, by=None, name="Elsewhere")
        assert matches(again) == matches(event)
        other = again.divisions.select_related("tournament").get(age_division="junior")
        planned = other.stages.get().rounds_planned
        assert planned >= 4
        made = rounds.pair_next_round(other, by=None, seed=1)
        assert made.matches.count() == 12


@pytest.mark.parametrize(("years", "code"), [((1990,), 2), ((2012,), 1), ((1990, 2012), 10)])
def test_a_field_of_all_ages_is_the_pod_tom_makes(years, code):
    """M-031: one age division alone has its own pod, several share one."""
    made = build.event(by_age=False)
    build.add_players(made, 6, birth_years=years)
    for number, entry in enumerate(made.entries.order_by("pk"), start=1):
        entry.player_number = str(number)
        entry.save()
    division = made.divisions.select_related("tournament").get()
    play_round(division, Random(1))
    (pod,) = tdf.read_tdf_file(queries.export_tom_file(made).data).pods
    assert pod.category == code
    assert queries.compare_with_file(made, tdf.read_tdf_file(queries.export_tom_file(made).data)).same
