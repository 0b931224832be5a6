"""Importing TOM files: official places, events that continue, and bad files that change nothing."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.sentences import journal_text
from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services import tom
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.build import refusal
from tests.pairings import tom_files as tf
from tests.pairings.build import report_all
from tournaments.engine.divisions import OF_TOM
from tournaments.models import Division, Entry, Player, Tournament

pytestmark = pytest.mark.django_db

FINISHED = [
    "challenge_11_players_final",
    "challenge_20_awarded_bye_final",
    "challenge_9_awarded_bye_final",
    "combined_17_late_entries_final",
    "custom_9_players_drop_final",
    "elimination_8_players_third_place_final",
]
RUNNING = [
    "vgc_cup_9_r1_begin",
    "vgc_cup_9_r3_end",
    "vgc_premier_17_r1_begin",
    "vgc_premier_19_cut_r8_begin",
    "vgc_premier_19_r4_begin",
]


def taken(shared: Path, name: str) -> Tournament:
    return tom.import_event((shared / "tdf" / f"{name}.tdf").read_bytes(), by=None, filename=f"{name}.tdf")


def only(event: Tournament) -> Division:
    return event.divisions.select_related("tournament").get()


def places(event: Tournament) -> dict[str, list[str]]:
    """Return the Player IDs in order of place, by division, as the command prints them."""
    out = StringIO()
    call_command("standings", event.slug, format="json", stdout=out)
    return {
        name: [line["player_id"] for line in sorted(lines, key=lambda line: line["place"])]
        for name, lines in json.loads(out.getvalue()).items()
    }


def finish_round(division: Division) -> Round:
    """Enter results for the posted round, then close it."""
    newest = division.rounds.select_related("stage", "division").get(state=Round.State.POSTED)
    report_all(newest)
    return rounds.close_round(newest, by=None)


def next_round(division: Division) -> Round:
    rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)
    return finish_round(division)


@pytest.mark.parametrize("name", FINISHED)
def test_official_places(shared, name):
    """M-017 to M-025, M-027: every official place, through the database and the command line."""
    read = tdf.read_tdf_file((shared / "tdf" / f"{name}.tdf").read_bytes())
    official = {
        OF_TOM[part.category]: [user_id for user_id, _ in part.places]
        for part in read.standings
        if part.places
    }
    assert places(taken(shared, name)) == official


def test_every_file_is_tested(shared):
    assert sorted(path.stem for path in (shared / "tdf").glob("*.tdf")) == sorted(FINISHED + RUNNING)


@pytest.mark.parametrize("name", FINISHED + RUNNING)
def test_seats_are_the_matches_of_the_file(shared, name):
    read = tdf.read_tdf_file((shared / "tdf" / f"{name}.tdf").read_bytes())
    event = taken(shared, name)
    expected = sorted(
        (one.number, match.left, match.right, match.outcome.value, match.table or None)
        for pod in read.pods
        for one in pod.rounds
        for match in one.played
    )
    stored = Match.objects.filter(round__division__tournament=event).values_list(
        "round__number", "left__player__player_id", "right__player__player_id", "outcome", "table"
    )
    assert sorted(stored) == expected
    people = sum(1 + (match[2] is not None) for match in expected)
    assert Seat.objects.filter(round__division__tournament=event).count() == people


@pytest.mark.parametrize(
    ("name", "swiss", "cut"),
    [("vgc_cup_9_r1_begin", 4, 4), ("vgc_premier_17_r1_begin", 5, 8), ("vgc_premier_19_r4_begin", 5, 8)],
)
def test_a_posted_round_goes_on_to_the_final(shared, name, swiss, cut):
    event = taken(shared, name)
    division = only(event)
    begun = division.rounds.get(state=Round.State.POSTED)
    while finish_round(division).number < swiss:
        rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
    assert refusal(rounds.pair_next_round, division, by=None).code == "SWISS_IS_OVER"
    assert division.rounds.count() == swiss >= begun.number
    stage = cuts.start_cut(division, by=None)
    assert [bracket.size for bracket in stage.brackets.all()] == [cut]
    for _ in range((cut - 1).bit_length()):
        last = next_round(division)
    assert last.matches.count() == 1
    assert refusal(rounds.pair_next_round, division, by=None).code == "BRACKET_IS_OVER"


def test_a_closed_round_is_followed_by_the_next(shared):
    division = only(taken(shared, "vgc_cup_9_r3_end"))
    assert set(division.rounds.values_list("state", flat=True)) == {Round.State.CLOSED}
    drawn = rounds.pair_next_round(division, by=None, seed=1)
    met = {frozenset(pair) for pair in Match.objects.exclude(round=drawn).values_list("left", "right")}
    assert drawn.number == 4
    assert not met & {frozenset(pair) for pair in drawn.matches.values_list("left", "right")}


def test_a_cut_goes_on_where_it_stood(shared):
    division = only(taken(shared, "vgc_premier_19_cut_r8_begin"))
    final = division.rounds.get(state=Round.State.POSTED)
    (match,) = final.matches.select_related("bracket", "left__player", "right__player")
    assert (match.bracket.size, match.bracket.age_division, match.slot) == (8, "masters", 0)
    finish_round(division)
    assert refusal(rounds.pair_next_round, division, by=None).code == "BRACKET_IS_OVER"
    masters = next(table for table in standings_lists(division) if table.age_division == "masters")
    assert [row.person.name for row in masters.rows[:2]] == [str(match.left), str(match.right)]
    assert masters.final


def test_the_head_of_the_event():
    event = tom.import_event(tf.swiss(4, country="Spain", minutes=50), by=None)
    assert (event.name, event.kind, event.structure) == ("Autumn Challenge", "league_challenge", "swiss")
    assert (event.city, event.country.code, event.timezone) == ("Tarragona", "ES", "UTC")
    assert (event.sanction_id, event.round_minutes, event.edition) == ("26-11-000001", 50, "2026")
    assert event.starts_at.strftime("%Y-%m-%d") == "2026-11-14"


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("LEAGUECHALLENGE", "league_challenge"),
        ("TCG1DAY", "league_cup"),
        ("PRERELEASE", "prerelease"),
        ("CUSTOM", "custom"),
        ("VGCPREMIER", "custom"),
    ],
)
def test_kinds(mode, kind):
    assert tom.import_event(tf.swiss(4, mode=mode), by=None).kind == kind


@pytest.mark.parametrize(
    ("country", "code", "zone"),
    [
        ("Italy", "IT", "Europe/Rome"),
        ("Czech Republic", "CZ", "Europe/Prague"),
        ("United States", "US", "UTC"),
        ("Atlantis", "", "UTC"),
    ],
)
def test_countries_and_their_clocks(country, code, zone):
    event = tom.import_event(tf.swiss(4, country=country), by=None)
    assert (event.country.code or "", event.timezone) == (code, zone)


def test_times_are_those_of_the_hall():
    event = tom.import_event(tf.swiss(2, [tf.round_(1, [(1, 1, 2)])], country="Italy"), by=None)
    match = Match.objects.get(round__division__tournament=event)
    assert match.reported_at.isoformat() == "2026-11-14T11:30:00+00:00"
    assert event.starts_at.isoformat() == "2026-11-14T11:00:00+01:00"


def test_a_combined_pod_keeps_its_age_divisions():
    """M-030, M-031: a player born in 2013 is a Senior, in 2016 a Junior; each list has separate places."""
    born = [1990, 2013, 2016, 1991]
    everybody = [tf.player(n, born=year) for n, year in enumerate(born, 1)]
    data = tf.file(everybody, [tf.pod([1, 2, 3, 4], [tf.round_(1, [(1, 1, 2), (2, 3, 4)])], category=10)])
    assert places(tom.import_event(data, by=None)) == {
        "junior": [tf.user_id(3)],
        "senior": [tf.user_id(2)],
        "masters": [tf.user_id(1), tf.user_id(4)],
    }


def test_official_age_divisions_win_over_birth_years():
    data = tf.file(
        [tf.player(1, born=2013), tf.player(2)],
        [tf.pod([1, 2], [tf.round_(1, [(1, 1, 2)], stage=8)], category=10)],
        stage=5,
        tail=tf.standings({2: [1, 2]}),
    )
    assert places(tom.import_event(data, by=None)) == {"masters": [tf.user_id(1), tf.user_id(2)]}


def test_ties_that_tom_broke_stay_broken():
    """M-025: four players who tied twice are equal in everything, so their order comes from the file."""
    played = [tf.round_(1, [(3, 1, 2), (3, 3, 4)]), tf.round_(2, [(3, 1, 3), (3, 2, 4)], stage=8)]
    data = tf.swiss(4, played, stage=5, tail=tf.standings({2: [3, 1, 4, 2]}))
    wanted = [tf.user_id(number) for number in (3, 1, 4, 2)]
    assert places(tom.import_event(data, by=None)) == {"masters": wanted}


def test_late_byes_drops_and_disqualifications():
    """M-019: a forced loss is preserved; an added player plays from the round of the first seat."""
    dropped = (
        "<dropped><status>{}</status><round>{}</round><timestamp>11/14/2026 13:00:00</timestamp></dropped>"
    )
    everybody = [
        tf.player(1, more="<starter>true</starter><byes>1</byes>"),
        tf.player(2, more="<starter>true</starter>" + dropped.format(1, 1)),
        tf.player(3, more="<starter>true</starter>"),
        tf.player(4, more="<late><round>2</round><forcedloss>true</forcedloss></late>"),
        tf.player(5),
        tf.player(6, more="<starter>true</starter>" + dropped.format(2, 2)),
    ]
    first = tf.round_(1, [(1, 2, 3), (5, 6, 0), (4, 1, 0), (8, 4, 0)])
    second = tf.round_(2, [(1, 1, 4), (3, 3, 6)])
    event = tom.import_event(tf.file(everybody, [tf.pod(range(1, 7), [first, second])]), by=None)
    facts = {
        entry.player.player_id: (
            entry.joined_round,
            entry.late,
            entry.awarded_byes,
            entry.dropped_in,
            entry.disqualified,
        )
        for entry in event.entries.select_related("player")
    }
    assert [facts[tf.user_id(number)] for number in range(1, 7)] == [
        (1, False, 1, None, False),
        (1, False, 0, 1, False),
        (1, False, 0, None, False),
        (2, True, 0, None, False),
        (3, False, 0, None, False),
        (1, False, 0, 2, True),
    ]
    division = only(event)
    drawn = rounds.pair_next_round(division, by=None, seed=1)
    seated = drawn.seats.values_list("entry__player__player_id", flat=True)
    assert sorted(seated) == [tf.user_id(number) for number in (1, 3, 4, 5)]


def test_a_cut_with_a_match_for_third_place():
    """M-027, M-028: seeds by slot; the winner of the match for third place is third."""
    order = {1: 1, 2: 4, 3: 3, 4: 2}
    everybody = [
        tf.player(n, more=f"<starter>true</starter><order>{order[n]}</order><seed>{n}</seed>")
        for n in range(1, 5)
    ]
    played = [
        tf.round_(1, [(1, 1, 3), (1, 2, 4)], type_=3),
        tf.round_(2, [(1, 1, 2), (1, 3, 4)], type_=3),
        tf.round_(3, [(2, 1, 4), (1, 3, 2)], type_=1),
        tf.round_(4, [(2, 3, 4), (1, 1, 2)], type_=1),
    ]
    event = tom.import_event(
        tf.file(everybody, [tf.pod([1, 2, 3, 4], played, third_place=True)], type_=3), by=None
    )
    last = Round.objects.get(division__tournament=event, number=4)
    assert list(last.matches.values_list("slot", "third_place")) == [(0, False), (1, True)]
    assert places(event) == {"masters": [tf.user_id(number) for number in (4, 3, 1, 2)]}


def test_a_match_for_third_place_that_only_the_cut_names_is_paired():
    """M-027: `playoff3rd4th` of the pod is false, `paired3rd4th` of the cut is true."""
    everybody = [
        tf.player(n, more=f"<starter>true</starter><order>{n}</order><seed>{n}</seed>") for n in range(1, 5)
    ]
    played = [
        tf.round_(1, [(1, 1, 3), (1, 2, 4)], type_=3),
        tf.round_(2, [(0, 1, 4), (0, 2, 3)], type_=1, stage=2),
    ]
    cut = (
        '<categorycut key="2"><options><value>0</value><value>4</value></options><cut>4</cut>'
        "<playercount>4</playercount><paired3rd4th>true</paired3rd4th></categorycut>"
    )
    data = tf.file(everybody, [tf.pod([1, 2, 3, 4], played)], type_=3)
    division = only(
        tom.import_event(data.replace(b"<finalsoptions>", f"<finalsoptions>{cut}".encode()), by=None)
    )
    finish_round(division)
    last = next_round(division)
    assert sorted(last.matches.values_list("third_place", flat=True)) == [False, True]


def test_an_elimination_goes_on():
    everybody = [tf.player(n, more=f"<starter>true</starter><order>{n}</order>") for n in range(1, 5)]
    played = [tf.round_(1, [(0, 1, 2), (0, 3, 4)], type_=1, stage=2)]
    division = only(tom.import_event(tf.file(everybody, [tf.pod([1, 2, 3, 4], played)], type_=1), by=None))
    finish_round(division)
    final = next_round(division)
    assert sorted(final.matches.values_list("left__player__player_id", "right__player__player_id")) == [
        (tf.user_id(1), tf.user_id(3))
    ]


def test_people_are_found_again_and_names_kept():
    by = build.user()
    build.known("Ana", "Núñez", tf.user_id(1), by=by)
    stranger = build.known("Zoë 2", "Núñez", tf.user_id(2), 1990)
    event = tom.import_event(tf.swiss(3), by=by, filename="autumn.tdf", same_people=[tf.user_id(1)])
    assert Player.objects.count() == 4
    assert not stranger.entries.filter(tournament=event).exists()
    assert [(one.known, one.in_file) for one in tom.list_differently_named_people(event)] == [
        ("Ana Núñez", "Zoë 1 Núñez")
    ]
    assert Player.objects.get(player_id=tf.user_id(1)).birth_year == 1990
    sentences = {row.kind: journal_text(row.kind, row.facts) for row in event.journal.all()}
    assert sentences["EventImported"] == "autumn.tdf imported, players: 3, rounds: 0"
    assert "Ana Núñez (Zoë 1 Núñez)" in sentences["KnownNamesKept"]


def test_the_same_file_twice_is_two_events_of_the_same_people():
    data = tf.swiss(4, [tf.round_(1, [(1, 1, 2), (3, 3, 4)])])
    first, second = (tom.import_event(data, by=None) for _ in range(2))
    assert first.slug != second.slug
    assert Player.objects.count() == 4
    assert places(first) == places(second)


def test_a_file_before_the_event_is_a_roster():
    """M-031: without pods, the event gets the divisions that TOM would make, and no one is checked in."""
    born = [1990] * 6 + [2013] * 6
    event = tom.import_event(
        tf.file([tf.player(n, born=year) for n, year in enumerate(born, 1)], stage=1), by=None
    )
    assert sorted(event.divisions.values_list("age_division", flat=True)) == ["junior_senior", "masters"]
    assert not event.entries.exclude(checked_in_at=None).exists()


def test_a_roster_adds_who_is_new():
    event = build.event()
    assert tom.import_players_from_tom_file(event, tf.swiss(3), by=None, filename="roster.tdf") == 3
    assert tom.import_players_from_tom_file(event, tf.swiss(5), by=None) == 2
    assert event.entries.count() == 5
    assert not Round.objects.exists()


def test_a_roster_names_who_has_no_place():
    event = build.event(divisions=("senior",))
    refused = refusal(tom.import_players_from_tom_file, event, tf.swiss(2), by=None)
    facts = refused.facts
    assert (refused.code, facts["line"], facts["element"]) == ("NO_DIVISION_TAKES", 19, "player")
    assert Entry.objects.count() == 0


def _queries(players: int) -> int:
    half = players // 2
    played = [tf.round_(1, [(1, n, n + half) for n in range(1, half + 1)])]
    data = tf.swiss(players, played)
    with CaptureQueriesContext(connection) as caught:
        tom.import_event(data, by=None, name=f"Challenge of {players}")
    queries = [one["sql"] for one in caught.captured_queries]
    return len([one for one in queries if not one.startswith(("INSERT", "SAVEPOINT", "RELEASE"))])


def test_the_size_of_a_file_costs_no_queries():
    """This ignores savepoints and the batches of bulk inserts; all players are known from the first file."""
    tom.import_event(tf.swiss(512), by=None)
    assert _queries(8) == _queries(64) == _queries(512) < 56


def test_outcomes_of_the_file_are_ours():
    played = [tf.round_(1, [(1, 1, 2), (2, 3, 4), (3, 5, 6), (10, 7, 8), (5, 9, 0)])]
    event = tom.import_event(tf.swiss(9, played), by=None)
    stored = Match.objects.filter(round__division__tournament=event).order_by("position")
    assert list(stored.values_list("outcome", flat=True)) == [
        Outcome.LEFT,
        Outcome.RIGHT,
        Outcome.TIE,
        Outcome.DOUBLE_LOSS,
        Outcome.BYE,
    ]


def test_a_deleted_match_is_not_taken_over():
    event = tom.import_event(tf.swiss(4, [tf.round_(1, [(1, 1, 2), (9, 3, 4)])]), by=None)
    assert Match.objects.filter(round__division__tournament=event).count() == 1
