"""What other programs read: a calendar, and standings with no more data than the public page."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from icalendar import Calendar

from pairings.engine.outcomes import Outcome
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.pairings import build as play
from tournaments.models import Entry, ScheduleItem

pytestmark = pytest.mark.django_db


@pytest.fixture
def home():
    home = play.division(5, name="Harbor, Cup", published=True)
    play.play(home, 2)
    return home


def test_the_calendar_has_each_point_at_its_time(home, client):
    event = home.tournament
    item = ScheduleItem.objects.create(
        tournament=event, title="Lunch; with cake", planned_start=build.NOON, planned_minutes=45
    )
    address = reverse("floor:calendar", args=[event.slug])
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    (point,) = [
        one for one in Calendar.from_ical(answer.content).walk("VEVENT") if str(item.pk) in one["uid"]
    ]
    assert point["summary"] == f"Lunch; with cake – {event.name}"
    assert point.decoded("dtend") - point.decoded("dtstart") == timedelta(minutes=45)
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    item.delete()
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 200


def test_standings_have_the_shape_of_pokedata(home, client):
    event = home.tournament
    Entry.objects.filter(division=home).update(age_division="junior")
    Entry.objects.filter(pk=home.entries.earliest("pk").pk).update(player_number="4711001")
    address = reverse("floor:standings_json", args=[event.slug])
    answer = client.get(address)
    players = answer.json()
    assert [player["placing"] for player in players] == [1, 2, 3, 4, 5]
    first = players[0]
    assert list(first) == ["name", "placing", "record", "resistances", "decklist", "drop", "rounds"]
    assert first["record"] == {"wins": 2, "losses": 0, "ties": 0}
    assert {round_["result"] for round_ in first["rounds"].values()} == {"W"}
    byes = [one for player in players for one in player["rounds"].values() if one["name"] == "BYE"]
    assert [one["result"] for one in byes] == ["W", "W"]
    assert all(len(player["rounds"]) == 2 for player in players)
    text = answer.content.decode()
    assert "4711001" not in text
    assert not any(entry.last_name in text for entry in home.entries.all() if len(entry.last_name) > 2)
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_standings_say_who_lost_tied_and_left(home, client):
    """W, L and T; the round in which a player dropped, -1 for all others; an open match has no result."""
    match = home.rounds.get(number=1).matches.filter(right__isnull=False).earliest("table")
    results.correct_result(match, MatchResult(Outcome.TIE), by=None, why="Slip")
    attendance.drop_player(match.left, by=None)
    rounds.post(rounds.pair_next_round(home, by=None, seed=3, additional=True), by=None)
    players = client.get(reverse("floor:standings_json", args=[home.tournament.slug])).json()
    left, right = (
        next(one for one in players if one["name"] == str(entry)) for entry in (match.left, match.right)
    )
    assert (left["rounds"]["1"], right["rounds"]["1"]) == (
        {"name": str(match.right), "result": "T", "table": match.table},
        {"name": str(match.left), "result": "T", "table": match.table},
    )
    assert (left["record"]["ties"], left["drop"]) == (1, 2)
    assert {one["drop"] for one in players if one is not left} == {-1}
    letters = [one["rounds"]["2"]["result"] for one in players]
    assert sorted(letters) == ["L", "L", "W", "W", "W"]
    open_now = [one["rounds"].get("3", {"name": "BYE"}) for one in players]
    assert {one["result"] for one in open_now if one["name"] != "BYE"} == {None}


def test_a_disqualified_opponent_is_still_named(home, client):
    """They have no place, so the names of the standings do not include theirs."""
    match = home.rounds.get(number=1).matches.filter(right__isnull=False).earliest("table")
    Entry.objects.filter(pk=match.left_id).update(disqualified=True)
    players = client.get(reverse("floor:standings_json", args=[home.tournament.slug])).json()
    assert str(match.left) not in {player["name"] for player in players}
    opponent = next(player for player in players if player["name"] == str(match.right))
    assert opponent["rounds"]["1"]["name"] == str(match.left)


def test_standings_take_as_many_queries_for_more_rounds(home, client):
    address = reverse("floor:standings_json", args=[home.tournament.slug])
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    rounds.post(rounds.pair_next_round(home, by=None, seed=3, additional=True), by=None)
    with CaptureQueriesContext(connection) as more:
        assert any(len(player["rounds"]) == 3 for player in client.get(address).json())
    assert len(more) == len(few)


def test_nothing_of_an_event_that_is_not_public(home, client):
    event = home.tournament
    event.published = False
    event.save(update_fields=["published"])
    for name in ("calendar", "standings_json"):
        assert client.get(reverse(f"floor:{name}", args=[event.slug])).status_code == 404
