"""What TOM's file cannot contain, or still lacks, is listed on *With TOM* above the download."""

from collections.abc import Callable

import pytest

from pairings.models import Match
from pairings.queries import tom as queries
from pairings.services.rounds import day_two as days
from pairings.services.rounds import options, rounds
from pairings.services.tom import importing
from pairings.services.tom.file_details import change_tom_details
from pairings.words.tom_page_words import OMISSIONS
from tests import build
from tests.asking import text_of
from tests.pairings import build as pairings
from tests.pairings import tom_files as tf
from tests.pairings.views.tom.test_tom_pages import at, played
from tournaments.models import Division, Tournament
from tournaments.services import divisions

pytestmark = pytest.mark.django_db

DOWNLOAD = "Download the .tdf file"
Case = tuple[Tournament, str]
CASES: dict[str, Callable[[], Case]] = {}
"""For each code of an omission: an event that has it, and its sentence."""


def case(build_one: Callable[[], Case]) -> Callable[[], Case]:
    CASES[build_one.__name__.upper()] = build_one
    return build_one


def first_lacks(division: Division, **fields: object) -> str:
    """Change `fields` of the first player."""
    entry = division.entries.order_by("pk")[0]
    division.entries.filter(pk=entry.pk).update(**fields)
    return str(entry)


@case
def no_player_id() -> Case:
    division = played()
    name = first_lacks(division, player_number=None)
    return (
        division.tournament,
        f"Without a Player ID: {name} (1 in all). TOM identifies players only by that ID",
    )


@case
def no_player_id_yet() -> Case:
    division = played(rounds=0)
    name = first_lacks(division, player_number=None)
    return division.tournament, f"Without a Player ID, so not in the file yet: {name} (1 in all)."


@case
def no_birth_year() -> Case:
    division = played()
    name = first_lacks(division, birth_year=None)
    return division.tournament, f"Without a birth year: {name} (1 in all). Every TOM file has one"


@case
def not_here() -> Case:
    division = played(6, rounds=0)
    first_lacks(division, checked_in_at=None)
    pairings.play(division)
    return division.tournament, "Never checked in, so not in the file: 1."


@case
def no_sanction_id() -> Case:
    return played().tournament, "The sanction number is missing. Add it in the settings."


@case
def no_organizer_id() -> Case:
    return played().tournament, "The organizer’s Player ID is missing."


@case
def no_country() -> Case:
    return played().tournament, "The country is missing. Add it in the settings."


@case
def unposted() -> Case:
    division = played(rounds=1)
    rounds.pair_next_round(division, by=None, seed=1)
    return division.tournament, "Round 2 is not posted, so it is not in the file."


@case
def games() -> Case:
    division = played(best_of=3, round_minutes=50)
    Match.objects.filter(round__division=division).update(games_left=2, games_right=0)
    return division.tournament, "TOM stores who won a match, not the games of a best of three."


@case
def reasons() -> Case:
    division = played()
    Match.objects.filter(round__division=division, round__number=1).update(reason="concession")
    return division.tournament, "TOM stores no reason: a no-show or a concession is a win and a loss."


@case
def day_two() -> Case:
    division = played(8, rounds=0, structure="swiss_cut")
    two_days = {"rounds_planned": 1, "day_two_by": "points", "day_two_points": 3, "day_two_rounds": 2}
    divisions.change_division(division, by=None, **two_days)
    division = Division.objects.select_related("tournament").get(pk=division.pk)
    pairings.play(division)
    days.open_day_two(division, by=None)
    return division.tournament, "TOM has no day 2: its rounds follow those of day 1 in the same pod."


@case
def blocked_tables() -> Case:
    division = played()
    options.change_pairing_options(division, by=None, blocked_tables=[7])
    return division.tournament, "Blocked tables are not in the file. Block them in TOM again."


@case
def one_list() -> Case:
    return played().tournament, "TOM ranks each age division on its own; here one list serves all ages."


@case
def times() -> Case:
    return played().tournament, "The time left on the clock is not in the file"


def test_every_omission_has_a_case():
    assert set(CASES) == set(OMISSIONS)


@pytest.mark.parametrize("code", OMISSIONS)
def test_it_is_said_above_the_download(client, code):
    event, sentence = CASES[code]()
    client.force_login(event.staff.get(role="organizer").user)
    text = text_of(client, at(event))
    assert sentence in text[: text.index(DOWNLOAD)]
    assert code in {one.code for one in queries.list_omissions(event)}


def test_what_is_not_so_is_not_said(client):
    """An event of TOM that lacks nothing: there is no sentence above the download."""
    event = importing.import_event(tf.swiss(4, [tf.round_(1, [(1, 1, 2), (1, 3, 4)])]), by=build.user("ana"))
    change_tom_details(event, by=None, organizer_id="123")
    client.force_login(event.staff.get().user)
    text = text_of(client, at(event))
    assert queries.list_omissions(event) == []
    assert "Fix this first" not in text
    assert "What the TOM file leaves out" not in text[: text.index(DOWNLOAD)]
