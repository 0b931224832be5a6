"""The simulated hall: the same seed gives the same events, and playing a minute twice changes nothing."""

from datetime import datetime, timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from floor.engine.rehearsal import Habits, simulate_acts
from floor.models import JudgeCall
from floor.services import rehearsal
from floor.services.rehearsal import hall
from pairings.engine import open_entries
from pairings.engine.clock import Kind, Phase
from pairings.models import ClockMark, Dispute, Match, Report, Round
from pairings.queries.reports import clocks
from pairings.services.reports import clocks as press_clock
from pairings.services.rounds import rounds
from tests import build
from tournaments.models import Player, Tournament

EVERYTHING = Habits(absent=0.1, call=0.4, check=0.3, differ=0.3, drop=0.2, late=0.2)


def test_the_same_chance_gives_the_same_hall():
    once, again = (simulate_acts(40, 50, Random(3), EVERYTHING) for _ in range(2))
    assert once == again
    assert {act.kind for act in once} == {"absent", "call", "check", "report", "differ", "drop", "late"}
    assert [act.minute for act in once] == sorted(act.minute for act in once)
    assert max(act.minute for act in once) > 50, "some play on after time"


def test_an_empty_seat_reports_nothing():
    absent = {act.table for act in simulate_acts(60, 50, Random(4), EVERYTHING) if act.kind == "absent"}
    reporting = {
        act.table for act in simulate_acts(60, 50, Random(4), EVERYTHING) if act.kind in ("report", "differ")
    }
    assert absent
    assert absent & reporting == set()


@pytest.mark.django_db
def test_no_match_is_read_with_how_its_round_was_paired():
    """The pairing data grows with the round: loading it with every match took gigabytes for 8,192 players."""
    division = (
        rehearsal.create_rehearsal(by=None, players=40, seed=12).divisions.select_related("tournament").get()
    )
    round_ = hall.pair_and_post_next_round(division, by=None)
    with CaptureQueriesContext(connection) as queries:
        hall.simulate_round_until(round_, 30, by=None)
        rehearsal.report_at_random(round_, chance=Random(1), strengths={}, by=None, odds=rehearsal.Odds())
    sent = [one["sql"] for one in queries]
    assert len([one for one in sent if 'FROM "pairings_match"' in one]) > 20
    assert [one for one in sent if 'FROM "pairings_match"' in one and '"pairings_round"."draw"' in one] == []


@pytest.mark.django_db
def test_a_round_is_played_minute_by_minute_and_each_minute_once():
    event = rehearsal.create_rehearsal(by=None, players=40, seed=11)
    division = event.divisions.select_related("tournament").get()
    round_ = hall.pair_and_post_next_round(division, by=None)

    first = hall.simulate_round_until(round_, 20, by=None)
    assert hall.simulate_round_until(round_, 20, by=None) == 0
    later = hall.simulate_round_until(round_, 99, by=None)

    assert first > 0
    assert later > 0
    assert Report.objects.filter(match__round=round_).count() >= 2 * 15
    assert JudgeCall.objects.filter(match__round=round_).exists()
    open_ = Match.objects.filter(round=round_, outcome="pending").count()
    assert open_ >= Dispute.objects.filter(match__round=round_).count()
    assert hall.enter_open_results(round_, by=None) == open_
    rounds.close_round(round_, by=None, seen=open_entries.ALL_OPEN_ENTRIES)


@pytest.mark.django_db
def test_an_event_with_a_real_player_is_no_rehearsal():
    event = rehearsal.create_rehearsal(by=None, players=4, seed=1)
    assert hall.is_rehearsal(event)
    build.add_players(event, 1)
    assert not hall.is_rehearsal(event)


@pytest.mark.django_db
def test_the_command_plays_a_whole_rehearsal_and_leaves_nothing():
    out = StringIO()
    call_command(
        "rehearse", "--players", "12", "--rounds", "2", "--seed", "3", "--pace", "0", "--delete", stdout=out
    )
    assert "seed 3" in out.getvalue()
    assert "report" in out.getvalue()
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_the_page_plays_to_a_minute_and_is_for_rehearsals_alone(client):
    organizer = build.user("marta")
    client.force_login(organizer)
    answer = client.post("/rehearse", {"players": 12}, follow=True)
    event = Tournament.objects.get()
    assert "Everyone in this event is made up" in answer.content.decode()
    hall.pair_and_post_next_round(event.divisions.select_related("tournament").get(), by=organizer)

    page = client.post(f"/e/{event.slug}/rehearsal", {"minute": 60}, follow=True).content.decode()

    assert "happened in the hall" in page
    assert Report.objects.exists()
    build.add_players(event, 1)
    reports = Report.objects.count()
    assert "not a rehearsal" in client.post(f"/e/{event.slug}/rehearsal", {"minute": 90}).content.decode()
    assert Report.objects.count() == reports


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["3", "1025", "many"])
def test_a_number_of_players_that_does_not_fit_is_refused(client, typed):
    client.force_login(build.user("marta"))
    page = client.post("/rehearse", {"players": typed}, follow=True).content.decode()
    assert "Enter how many players, from 4 to 1,024." in page
    assert not Tournament.objects.exists()


@pytest.mark.django_db
class TestClock:
    """The clock of the round follows the simulated hall."""

    @pytest.fixture
    def round_(self) -> Round:
        event = rehearsal.create_rehearsal(by=None, players=8, seed=2)
        return hall.pair_and_post_next_round(event.divisions.select_related("tournament").get(), by=None)

    def left(self, round_: Round, at: datetime) -> tuple[Phase, int]:
        seen = clocks.read_round_clock(round_, at)
        assert seen is not None
        return seen.phase, seen.left // 60

    def test_it_shows_the_minute_that_was_played_to_and_time_is_called(self, round_: Round) -> None:
        now = round_.posted_at
        assert hall.advance_clock(round_, 10, by=None, now=now)
        assert self.left(round_, now) == (Phase.RUNNING, 20)
        assert not hall.advance_clock(round_, 10, by=None, now=now), "the same minute again"
        assert not hall.advance_clock(round_, 5, by=None, now=now), "never back"
        later = now + timedelta(minutes=4)
        assert hall.advance_clock(round_, 15, by=None, now=later)
        assert self.left(round_, later) == (Phase.RUNNING, 15)
        assert hall.advance_clock(round_, 30, by=None, now=later)
        assert self.left(round_, later) == (Phase.OVER, 0)
        assert not hall.advance_clock(round_, 45, by=None, now=later)

    def test_a_part_of_a_second_more_does_not_leave_one_to_play(self, round_: Round) -> None:
        now = round_.posted_at + timedelta(seconds=0.7)
        assert hall.advance_clock(round_, 30, by=None, now=now)
        assert self.left(round_, now) == (Phase.OVER, 0)

    def test_minutes_of_the_staff_stay_and_a_stopped_clock_stands(self, round_: Round) -> None:
        now = round_.posted_at
        press_clock.press_clock(round_, Kind.ADJUSTED, by=None, seconds=5 * 60, now=now)
        assert hall.advance_clock(round_, 10, by=None, now=now)
        assert self.left(round_, now) == (Phase.RUNNING, 25)
        press_clock.press_clock(round_, Kind.PAUSED, by=None, now=now)
        assert not hall.advance_clock(round_, 20, by=None, now=now)

    def test_a_hall_in_real_time_leaves_it_alone(self, round_: Round) -> None:
        now = round_.posted_at + timedelta(minutes=10, seconds=2)
        assert not hall.advance_clock(round_, 10, by=None, now=now)
        assert not ClockMark.objects.exists()

    def test_the_page_takes_it_along(self, client) -> None:
        marta = build.user("marta")
        client.force_login(marta)
        client.post("/rehearse", {"players": 8})
        event = Tournament.objects.get()
        Tournament.objects.update(round_minutes=50)
        round_ = hall.pair_and_post_next_round(event.divisions.select_related("tournament").get(), by=marta)
        address = f"/e/{event.slug}/rehearsal"
        assert 'value="50"' in client.get(address).content.decode(), "the minute at which time is called"
        client.post(address, {"minute": 50})
        round_ = Round.objects.select_related("division__tournament", "stage").get()
        assert self.left(round_, timezone.now()) == (Phase.OVER, 0)

    def test_a_command_that_is_faster_takes_it_along(self) -> None:
        options = ("--players", "4", "--rounds", "1", "--seed", "3", "--pace", "60000")
        call_command("rehearse", *options, stdout=StringIO())
        round_ = Round.objects.select_related("division__tournament", "stage").get()
        assert self.left(round_, timezone.now()) == (Phase.OVER, 0)
        steps = ClockMark.objects.filter(why=hall.SIMULATION_NOTE).count()
        assert steps in (30 // 5, 30 // 5 + 1), (
            "each five minutes; what a slow machine took may ask for one more"
        )
