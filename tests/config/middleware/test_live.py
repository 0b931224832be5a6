"""The URL that open pages poll for news: no database, no session, and a clear response to nonsense."""

import os
import re
import runpy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.doctor import shared_machines
from config.middleware import live, pace
from config.middleware.live import LiveDoor
from core import stamps
from core.services import jobs
from core.tasks import webhooks as tasks
from floor.engine.screen_codes import new_screen_code
from floor.engine.table import read_tap
from floor.services import calls, penalties, table_taps
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.services.reports import result_reports, results, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.pairings.build import open_matches
from tournaments import hooks, scopes
from tournaments.engine.round_news import RoundNews
from tournaments.models import Division, Entry, Tournament
from tournaments.services import personal_links

LIVE = re.compile(r'<body\s+data-live="([^"]+)" data-seen="([^"]+)"')


@pytest.fixture
def division(transactional_db: None) -> Division:
    live.raise_planned_stamps_once(os.getpid())  # otherwise the first request would
    made = build.division(4)
    Tournament.objects.update(published=True, phone_reports=True)
    rounds.post(rounds.pair_next_round(made, by=None, seed=1), by=None)
    return made


def asked(client: Client, page: str) -> str:
    """Poll for news as the script of a page does."""
    found = LIVE.search(client.get(page).content.decode())
    assert found, page
    return f"{found[1].replace('&amp;', '&')}&seen={found[2]}"


def my_page(match: Match, side: str) -> str:
    return reverse("floor:my", args=[personal_links.ensure_link(getattr(match, side)).token])


def enter(match: Match) -> None:
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)


def test_nothing_changed(client: Client, division: Division, django_assert_num_queries):
    address = asked(client, reverse("tournaments:event", args=[division.tournament.slug]))
    with django_assert_num_queries(0):
        answer = client.get(address)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Cache-Control"] == "no-store"
    assert answer["Live-Interval"] == "10"
    assert abs(int(answer["Server-Now"]) / 1000 - timezone.now().timestamp()) < 60
    assert not answer.cookies


def test_something_changed(client: Client, division: Division, django_assert_num_queries):
    address = asked(client, reverse("tournaments:event", args=[division.tournament.slug]))
    [enter(match) for match in open_matches(division.rounds.get())]
    rounds.close_round(division.rounds.get(), by=None)
    with django_assert_num_queries(0):
        answer = client.get(address)
    assert (answer.status_code, answer.json()) == (
        200,
        {"seen": stamps.current_stamp_position(), "spread": 0},
    )
    assert (
        client.get(f"{address.partition('&seen')[0]}&seen={stamps.current_stamp_position()}").status_code
        == 204
    )


def test_a_result_is_news_at_its_own_table_and_at_the_desk(client: Client, division: Division):
    match, other = open_matches(division.rounds.get())
    organizer = Client()
    organizer.force_login(build.user("olga", is_superuser=True))
    hall = reverse("tournaments:event", args=[division.tournament.slug])
    own, others = asked(client, my_page(match, "right")), asked(client, my_page(other, "left"))
    strangers, desk = asked(Client(), hall), asked(organizer, hall)
    enter(match)
    answers = [client.get(address).status_code for address in (own, desk, others, strangers)]
    assert answers == [200, 200, 204, 204]


@pytest.mark.parametrize(
    "change",
    [
        lambda match: penalties.give_penalty(
            match.left, infraction="pace", level="double_prize", match=match, by=None
        ),
        lambda match: result_reports.submit_report(
            match, match.left, ResultReport(MatchResult(Outcome.LEFT))
        ),
        lambda match: time_extensions.start_stopwatch(match, by=None),
        lambda match: calls.raise_hand(match, entry=match.left),
        lambda match: table_taps.record_tap(match, read_tap("starter:right:1:"), by=None),
    ],
    ids=["penalty", "report", "time extension", "call", "tap"],
)
def test_what_happens_at_a_table_is_news_for_both_who_sit_there(
    client: Client, division: Division, change: Callable[[Match], object]
):
    match, other = open_matches(division.rounds.get())
    opponents, others = asked(client, my_page(match, "right")), asked(client, my_page(other, "left"))
    change(match)
    assert [client.get(address).status_code for address in (opponents, others)] == [200, 204]


def test_a_correction_is_news_for_everybody(client: Client, division: Division):
    [enter(match) for match in open_matches(division.rounds.get())]
    rounds.close_round(division.rounds.get(), by=None)
    match = Match.objects.order_by("table").first()
    assert match is not None
    address = asked(Client(), reverse("tournaments:event", args=[division.tournament.slug]))
    results.correct_result(match, MatchResult(Outcome.RIGHT), by=None, why="Slip read wrong")
    assert client.get(address).status_code == 200


def news(match: Match, *sides: str) -> list[dict[str, object]]:
    """Return what the phones of a table learn about the round."""
    entries = [getattr(match, side) for side in sides]
    scopes = ".".join([f"e{match.round.division.tournament_id}", *(f"n{one.pk}" for one in entries)])
    answer = Client().get(f"/live?on={scopes}").json()
    return [answer["round"]] if "round" in answer else []


def test_a_posted_round_tells_each_phone_its_seat_at_once(division: Division):
    match = open_matches(division.rounds.get())[1]
    posted = match.round.posted_at
    assert posted is not None
    seat = {"posted": round(posted.timestamp() * 1000), "number": 1, "table": match.table}
    assert news(match, "left") == [seat | {"against": str(match.right)}]
    assert news(match, "right") == [seat | {"against": str(match.left)}]


def test_it_is_read_once_for_all_phones_and_not_again_for_results(
    division: Division, django_assert_num_queries
):
    match, other = open_matches(division.rounds.get())
    seats, others = news(match, "left"), news(other, "right")
    enter(other)
    with django_assert_num_queries(0):
        assert [news(match, "left"), news(other, "right")] == [seats, others]


def test_a_child_is_shown_by_first_name_and_initial(division: Division):
    match = open_matches(division.rounds.get())[0]
    Entry.objects.filter(pk=match.left_id).update(age_division="junior", first_name="Ana", last_name="Alves")
    assert [one["against"] for one in news(match, "right")] == ["Ana A."]


def test_a_bye(transactional_db: None):
    division = build.division(3)
    Tournament.objects.update(published=True)
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    bye = round_.matches.get(right=None)
    assert [(one["table"], one["against"]) for one in news(bye, "left")] == [(0, "")]


def test_an_event_that_is_not_public_tells_no_seat(division: Division):
    match = open_matches(division.rounds.get())[0]
    Tournament.objects.update(published=False)
    assert news(match, "left") == []


def test_phones_ask_more_often_while_a_round_waits_to_be_posted(client: Client, division: Division):
    entry = division.entries.all()[0]
    [enter(match) for match in open_matches(division.rounds.get())]
    rounds.close_round(division.rounds.get(), by=None)
    address = f"/live?every=10&on=e{division.tournament_id}.n{entry.pk}"
    assert client.get(address)["Live-Interval"] == "10"
    drawn = rounds.pair_next_round(division, by=None, seed=2)
    first = client.get(address)
    assert first["Live-Interval"] == "5"
    assert client.get(f"{address}&seen={first.json()['seen']}")["Live-Interval"] == "5"
    rounds.post(drawn, by=None)
    assert client.get(address)["Live-Interval"] == "10"


def test_a_crowd_asks_less_often_and_makes_its_pages_anew_one_after_the_other():
    crowd = live.PollingCrowd()
    for _ in range(6_000):
        crowd.count(10)
    assert (crowd.interval, crowd.spread) == (0, 0)
    crowd._since -= crowd.WINDOW
    crowd.count(10)
    assert (crowd.pages, crowd.interval, crowd.spread) == (6_000, 10, 300)
    crowd._since -= 2 * crowd.WINDOW
    crowd.count(10)
    assert (crowd.pages, crowd.interval, crowd.spread) == (0, 0, 0)


def test_only_what_all_pages_hear_at_once_is_spread(division: Division, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live.PollingCrowd, "spread", 90)
    match = open_matches(division.rounds.get())[0]
    seen, followed = stamps.current_stamp_position(), f"e{division.tournament_id}.m{match.pk}"
    stamps.mark_scopes_changed(scopes.event_scope(division.tournament_id))
    assert Client().get(f"/live?on={followed}&seen={seen}").json()["spread"] == 90
    assert "spread" not in Client().get(f"/live?on={followed}.r{division.tournament_id}&seen={seen}").json()
    stamps.mark_scopes_changed(scopes.match_scope(match.pk))
    assert "spread" not in Client().get(f"/live?on={followed}&seen={seen}").json()


@pytest.mark.parametrize("page", ["tournaments:event", "floor:floor", "floor:calls", "pairings:tables"])
def test_staff_ask_more_often(client: Client, division: Division, page: str):
    client.force_login(build.user("olga", is_superuser=True))
    address = asked(client, reverse(page, args=[division.tournament.slug]))
    assert client.get(address)["Live-Interval"] == "4"


@pytest.mark.parametrize(
    "query",
    ["", "on=", "on=e1..m2", "on=x1", "on=e0", "on=e-1", "on=*", "on=" + ".".join(["e1"] * 9), "on=eé"],
)
def test_nonsense(client: Client, query: str):
    answer = client.get(f"/live?{query}")
    assert (answer.status_code, answer.content) == (400, b"Load the page again.")


@pytest.mark.parametrize(
    ("every", "seconds"), [("0", 2), ("5", 5), ("999", 60), ("-1", 10), ("9999", 10), ("x", 10)]
)
def test_how_often_is_bounded(client: Client, every: str, seconds: int):
    assert int(client.get(f"/live?on=e1&every={every}")["Live-Interval"]) == seconds


def test_it_is_only_asked(client: Client):
    assert client.post("/live?on=e1").status_code == 405


def test_a_hall_screen_hears_at_once_in_any_crowd(division: Division, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live.PollingCrowd, "spread", 90)
    monkeypatch.setattr(live.PollingCrowd, "interval", 60)
    monkeypatch.setattr(pace, "is_any_process_busy", lambda: True)
    seen, asked = (
        stamps.current_stamp_position(),
        f"/live?every=4&on=e{division.tournament_id}.s{division.tournament_id}",
    )
    stamps.mark_scopes_changed(scopes.event_scope(division.tournament_id))
    code = new_screen_code(settings.SECRET_KEY, lambda letters: letters[1])
    answer = Client().get(f"{asked}&seen={seen}&screen={code}")
    assert answer.json() == {"seen": stamps.current_stamp_position()}
    assert answer["Live-Interval"] == "4"
    assert Client().get(f"{asked}&seen={seen}&screen={'a' * 10}").status_code == 503


def through_the_door(query: str, **environ: str) -> tuple[str, dict[str, str]]:
    """Return status and headers if the shortcut responds itself; "" if the request was passed to Django."""
    said: list[tuple[str, dict[str, str]]] = []
    asked = {"PATH_INFO": "/live", "QUERY_STRING": query} | environ
    setup_testing_defaults(asked)
    door = LiveDoor(lambda _environ, _start: [b"on to Django"])
    body = list(door(asked, lambda status, headers, *_: said.append((status, dict(headers)))))  # type: ignore[arg-type, return-value]
    assert (body == [b"on to Django"]) == (not said)
    return said[0] if said else ("", {})


def test_what_has_not_changed_is_answered_before_django_makes_a_request_of_it(client: Client):
    unchanged = f"every=7&on=e1.n2&seen={stamps.current_stamp_position()}"
    status, headers = through_the_door(unchanged)
    answer = client.get(f"/live?{unchanged}")
    assert (status, headers["Live-Interval"]) == ("204 No Content", "7")
    assert abs(int(headers.pop("Server-Now")) - int(answer["Server-Now"])) < 60_000
    assert {name: answer[name] for name in headers} == headers


def test_news_that_were_read_are_told_before_django_makes_a_request_of_them(division: Division):
    match = open_matches(division.rounds.get())[0]
    question = f"on=e{division.tournament_id}.n{match.left_id}"
    assert not through_the_door(question)[0]
    answer = Client().get(f"/live?{question}")
    status, headers = through_the_door(question)
    assert status == "200 OK"
    assert headers["Content-Type"] == answer["Content-Type"]
    assert headers["Content-Length"] == answer["Content-Length"]
    enter(match)
    assert through_the_door(question)[0]  # a result is not news about the round
    stamps.mark_scopes_changed(scopes.event_scope(division.tournament_id))
    assert not through_the_door(question)[0]


def test_whatever_else_is_asked_goes_on_to_django():
    unchanged = f"on=e1&seen={stamps.current_stamp_position()}"
    assert through_the_door(unchanged)[0]
    assert not through_the_door(f"on=*&seen={stamps.current_stamp_position()}")[0]
    assert not through_the_door(unchanged + "&a=1" * live.MAX_FIELDS)[0]
    assert not through_the_door(unchanged, REQUEST_METHOD="POST")[0]
    assert not through_the_door(unchanged, PATH_INFO="/live/x")[0]


def test_a_crowd_that_asks_for_a_new_round_has_it_read_once(
    division: Division, monkeypatch: pytest.MonkeyPatch
):
    entry, readings = division.entries.all()[0], []

    def read(event: int) -> RoundNews:
        readings.append(event)
        sleep(0.05)
        return RoundNews()

    monkeypatch.setattr(hooks, "round_news", [read])
    stamps.mark_scopes_changed(scopes.event_scope(division.tournament_id))
    asked = [f"/live?on=e{division.tournament_id}.n{entry.pk}"] * 8
    with ThreadPoolExecutor(8) as phones:
        assert {answer.status_code for answer in phones.map(Client().get, asked)} == {200}
    assert readings == [division.tournament_id]


def test_a_worker_raises_what_a_killed_one_had_planned_and_its_first_request_nothing(
    settings, monkeypatch: pytest.MonkeyPatch
):
    settings.SERVER_THREADS = 0
    for module, name in (
        (jobs, "start_background_threads"),
        (tasks, "run_scheduled_jobs"),
        (shared_machines, "keep_reporting_machine"),
    ):
        monkeypatch.setattr(module, name, lambda: None)
    live.raise_planned_stamps_once.cache_clear()
    stamps.STAMPS.raise_planned()
    stamps.STAMPS.plan(["e1"])
    conf, before = (
        runpy.run_path(str(Path(settings.BASE_DIR) / "gunicorn.conf.py")),
        stamps.current_stamp_position(),
    )
    conf["post_fork"](None, SimpleNamespace(cfg=SimpleNamespace(threads=12)))
    begun = stamps.position_if_changed(["e1"], before)
    assert begun
    assert stamps.position_if_changed(["e2"], before) is None
    assert through_the_door(f"on=e1&seen={begun}")[0]
    assert stamps.current_stamp_position() == begun
