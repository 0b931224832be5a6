"""The page of the clock, its buttons, and the data that devices request."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pairings.models import ClockMark, Round
from pairings.services.reports import clocks, time_extensions
from pairings.services.rounds import rounds
from tests import build as units
from tests.asking import queries_of
from tests.html import markup
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import Division
from tournaments.services import announcements

pytestmark = pytest.mark.django_db


def posted(players: int = 4, **fields: object) -> Division:
    home = build.division(players, **({"round_minutes": 50, "clock_delay": None, "published": True} | fields))
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return home


def press(client: Client, home: Division, button: str, **more: object):  # type: ignore[no-untyped-def]
    data = {"press": button, "division": home.pk} | more
    return client.post(pages.event(home, "clock_press"), data, follow=True, HTTP_REFERER=_clock(home))


def _clock(home: Division) -> str:
    return f"http://testserver{pages.event(home, 'clock')}"


def test_start_stop_and_go_on(client):
    home = posted()
    client.force_login(build.organizer(home))
    page = pages.text(client.get(pages.event(home, "clock")))
    assert "Not started" in page
    assert "Start now" in page
    for button, message in (
        ("started", "clock started"),
        ("paused", "clock stopped"),
        ("resumed", "clock resumed"),
        ("adjusted:5", "clock +5 minutes"),
    ):
        answer = press(client, home, button)
        assert any(message in one for one in pages.messages(answer))
        assert "clock/undo?steps=" in pages.text(answer)
    assert ClockMark.objects.count() == 4


def test_the_undo_of_a_button(client):
    home = posted()
    client.force_login(build.organizer(home))
    answer = press(client, home, "started")
    undo = str(next(iter(answer.context["messages"])).extra_tags).removeprefix("undo=")
    messages = pages.messages(client.post(undo, follow=True, HTTP_REFERER=_clock(home)))
    assert messages == ["Undone: Round 1: clock started."]
    assert "Not started" in pages.text(client.get(pages.event(home, "clock")))


@pytest.mark.parametrize("typed", ["", "x", "0", "9999", "1.5", "--3", "²"])
def test_minutes_that_are_none_are_refused_with_a_sentence(client, typed):
    home = posted(clock_delay=0)
    client.force_login(build.organizer(home))
    answer = press(client, home, "adjusted", minutes=typed)
    assert any("Write how many minutes" in one for one in pages.messages(answer))
    assert not ClockMark.objects.exists()


@pytest.mark.parametrize(("typed", "seconds"), [("3", 180), ("+3", 180), ("-2", -120), ("−2", -120)])
def test_minutes_typed(client, typed, seconds):
    home = posted(clock_delay=0)
    client.force_login(build.organizer(home))
    press(client, home, "adjusted", minutes=typed, why="Fire alarm")
    assert list(ClockMark.objects.values_list("seconds", "why")) == [(seconds, "Fire alarm")]


def test_all_divisions_at_once(client):
    event = units.event(divisions=("senior", "masters"), clock_delay=None)
    units.add_players(event, 8, birth_years=(2012, 1990))
    for home in event.divisions.all():
        rounds.post(rounds.pair_next_round(home, by=None), by=None)
    client.force_login(event.staff.get(role="organizer").user)
    url = reverse("pairings:clock_press", args=[event.slug])
    answer = client.post(url, {"press": "pregame", "division": "all"}, follow=True)
    assert ClockMark.objects.count() == 2
    assert "Seniors" in pages.messages(answer)[0]
    assert "Masters" in pages.messages(answer)[0]


def test_a_judge_sees_the_clock_and_presses_nothing(client):
    home = posted()
    client.force_login(units.staff(home.tournament, "judge"))
    assert "Start now" not in pages.text(client.get(pages.event(home, "clock")))
    assert client.post(pages.event(home, "clock_press"), {"press": "started"}).status_code == 403


def test_the_desk_has_the_buttons(client):
    home = posted()
    client.force_login(build.organizer(home))
    assert "2 minutes to set up, then start" in pages.text(client.get(pages.desk(home)))


def test_devices_are_told_once_and_then_only_what_changed(client):
    home = posted(clock_delay=0)
    url = pages.event(home, "clock_state")
    first = client.get(url)
    news = first.json()
    (clock,) = news["clocks"].values()
    assert clock["ends"] - int(first["Server-Now"]) <= 50 * 60 * 1000
    assert clock["note"].startswith("ends <time ")
    assert f'data-zone="{home.tournament.timezone}"' in clock["note"]
    assert clock["note"] in markup(client.get(pages.event(home, "standings")))
    same = client.get(url, {"seen": news["version"]})
    assert (same.status_code, same.content) == (204, b"")
    assert same["Server-Now"]
    clocks.press_clock(Round.objects.select_related("division").get(), clocks.Kind.PAUSED, by=None)
    fresh = client.get(url, {"seen": news["version"]}).json()
    (clock,) = fresh["clocks"].values()
    assert (clock["ends"], clock["note"]) == (None, "stopped")
    assert clock["stands"] > 49 * 60


def test_extra_time_is_news_for_devices_too(client):
    home = posted(clock_delay=0)
    url = pages.event(home, "clock_state")
    seen = client.get(url).json()["version"]
    time_extensions.grant_extra_time(build.open_matches(home.rounds.get())[0], seconds=60, by=None)
    assert client.get(url, {"seen": seen}).status_code == 200


def test_the_poll_costs_the_same_for_any_number_of_tables(client):
    found = set()
    for players in (4, 64):
        home = posted(players, clock_delay=0)
        for match in build.open_matches(home.rounds.get()):
            time_extensions.grant_extra_time(match, seconds=60, by=None)
        client.force_login(build.organizer(home))
        found.add(
            (
                queries_of(client, pages.event(home, "clock_state")),
                queries_of(client, pages.event(home, "clock")),
            )
        )
    assert len(found) == 1


def test_the_big_clock_tells_who_still_plays_after_time(client):
    home = posted(clock_delay=0)
    match = build.open_matches(home.rounds.get())[0]
    time_extensions.grant_extra_time(match, seconds=240, by=None)
    for sentence in ("The first word", "The last word"):
        announcements.post_announcement(home.tournament, text=sentence, by=None)
    url = pages.event(home, "hall_screen") + "?show=clock"
    page = pages.text(client.get(url))
    assert "Tables still playing" not in page
    assert "Time extensions" in page
    assert "<em>until " in page
    Round.objects.update(posted_at=timezone.now() - timedelta(minutes=51))
    page = pages.text(client.get(url))
    assert "Tables still playing" in page
    assert "until " in page
    assert "The round ends at" in page
    assert "Time extensions" not in page
    assert "The last word" in page
    assert "The first word" not in page
    wall = pages.text(client.get(pages.event(home, "hall_screen") + "?show=open"))
    assert "tables still playing" in wall
    assert "<em>until " in wall


def test_the_desk_tells_the_extra_time_of_a_table(client):
    home = posted(clock_delay=0)
    match = build.open_matches(home.rounds.get())[0]
    time_extensions.grant_extra_time(match, seconds=240, by=None)
    client.force_login(build.organizer(home))
    page = pages.text(client.get(pages.desk(home)))
    assert "+4 min" in page
    assert "until " in page


def test_a_division_that_is_not_posted_is_named_before_any_clock_starts(client):
    event = units.event(divisions=("junior", "senior", "masters"), round_minutes=50, clock_delay=None)
    units.add_players(event, 12, birth_years=(2018, 2012, 1990))
    homes = list(event.divisions.order_by("position"))
    _waiting, *others = [rounds.pair_next_round(home, by=None) for home in homes]
    for round_ in others:
        rounds.post(round_, by=None)
    client.force_login(build.organizer(homes[0]))
    url = pages.event(homes[0], "clock_press")
    page = client.post(url, {"press": "started", "division": "all"})
    assert "Juniors: Round 1 is not posted yet." in pages.text(page)
    assert ClockMark.objects.count() == 0
    question = page.context["question"]
    assert question.action == "Only the other 2 clocks"
    client.post(url, question.hidden)
    assert set(ClockMark.objects.values_list("round", flat=True)) == {one.pk for one in others}
