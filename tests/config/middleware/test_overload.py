"""Readers wait for a turn or come back later; users who report or are signed in never do."""

import json
import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from fractions import Fraction
from itertools import islice
from threading import Event
from time import monotonic

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.middleware import live, overload, pace
from config.middleware.database_trouble import database_trouble_page
from config.middleware.overload import FullError, OverloadMiddleware, ReaderLane, is_disconnected
from core import stamps
from floor.engine.screen_codes import new_screen_code
from tournaments import scopes

THREADS = 12
READER = {"HTTP_ACCEPT_LANGUAGE": "es"}


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Occupy all places for readers on a server."""
    monkeypatch.setattr(settings, "SERVER_THREADS", THREADS)
    monkeypatch.setattr(overload, "lane", overload._Lanes())
    monkeypatch.setattr(overload, "screen_lane", overload._Lanes(Fraction(1, 6)))
    monkeypatch.setattr(overload, "PATIENCE", 0.05)
    monkeypatch.setattr(pace, "_reports", [])
    lane = overload.lane()
    assert lane is not None
    with ExitStack() as others:
        for _ in range(THREADS // 12):
            others.enter_context(lane.turn())
        yield


@pytest.fixture
def served() -> OverloadMiddleware:
    return OverloadMiddleware(lambda _: HttpResponse("the page"))


def test_a_reader_without_a_turn_comes_again(full: None, served: OverloadMiddleware) -> None:
    answer = served(RequestFactory().get("/e/cup/pairings", **READER))
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "5", "no-store")
    page = answer.content.decode()
    assert '<meta http-equiv="refresh" content="5">' in page
    assert '<html lang="es">' in page


def test_a_part_of_an_open_page_is_sent_no_page(full: None, served: OverloadMiddleware) -> None:
    answer = served(RequestFactory().get("/my/1/table", HTTP_HX_REQUEST="true"))
    assert (answer.status_code, answer.content) == (503, b"")


def test_forms_and_staff_never_wait(full: None, served: OverloadMiddleware) -> None:
    staff = RequestFactory().get("/e/cup/round")
    staff.COOKIES[settings.SESSION_COOKIE_NAME] = "somebody"
    others = map(
        RequestFactory().get, ("/account/login/", "/d/signed", "/l/token/draft", "/e/cup/clock.json")
    )
    for request in (RequestFactory().post("/my/1/report"), *others, staff):
        assert served(request).content == b"the page"


def test_a_server_with_a_thread_for_each_request_lets_nobody_wait(served: OverloadMiddleware) -> None:
    assert settings.SERVER_THREADS == 0
    assert overload.lane() is None
    assert served(RequestFactory().get("/e/cup")).content == b"the page"


def test_threads_for_the_desk_stay_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overload, "PATIENCE", 60)
    lane = ReaderLane(running=1, places=3)
    go_on, inside = Event(), Event()

    def read() -> str:
        try:
            with lane.turn():
                inside.set()
                go_on.wait(10)
                return "read"
        except FullError:
            return "sent away"

    with ThreadPoolExecutor(8) as readers:
        first = readers.submit(read)
        inside.wait(10)
        others = [readers.submit(read) for _ in range(7)]
        for one in islice(as_completed(others, timeout=60), 5):
            one.result()
        assert {one.result() for one in others if one.done()} == {"sent away"}
        assert lane.is_busy
        go_on.set()
        answers = [one.result() for one in (first, *others)]
    assert sorted(answers) == ["read"] * 3 + ["sent away"] * 5


def test_who_waits_too_long_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overload, "PATIENCE", 0.05)
    lane, began = ReaderLane(running=1, places=3), monotonic()
    with lane.turn():
        for _ in range(5):  # each releases its place
            with pytest.raises(FullError), lane.turn():
                pass
    assert monotonic() - began < 5
    with lane.turn():
        pass


def test_parts_of_open_pages_take_a_third_of_the_places_and_come_again_later_each_time() -> None:
    lane = ReaderLane(running=2, places=4)
    assert lane.pace is None
    with lane.turn(), lane.turn(part=True):
        soonest = lane.again
        for _ in range(30):
            with pytest.raises(FullError), lane.turn(part=True):
                pass
        assert soonest == 5 < lane.again == 30
    assert lane.pace is not None
    with lane.turn(part=True):
        pass


def test_while_the_desk_is_answered_half_as_many_readers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overload, "PATIENCE", 0.05)
    lane = ReaderLane(running=2, places=4)
    with lane.desk(), lane.turn(), pytest.raises(FullError), lane.turn():
        pass
    with lane.turn(), lane.turn():
        pass


def test_an_error_of_a_page_ends_its_turn() -> None:
    lane = ReaderLane(running=1, places=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), lane.turn():
            raise ZeroDivisionError


def test_nothing_is_made_for_who_has_left(
    monkeypatch: pytest.MonkeyPatch, served: OverloadMiddleware
) -> None:
    monkeypatch.setattr(settings, "SERVER_THREADS", THREADS)
    browser, server = socket.socketpair()
    request = RequestFactory().get("/e/cup")
    request.environ["gunicorn.socket"] = server
    assert served(request).content == b"the page"
    browser.send(b"the next request")
    assert served(request).content == b"the page"
    server.recv(100)
    browser.close()
    assert served(request).content == b""
    server.close()
    assert is_disconnected({"gunicorn.socket": server})
    assert is_disconnected({"waitress.client_disconnected": lambda: True})
    assert not is_disconnected({"waitress.client_disconnected": lambda: False})


def send_away(many: int) -> None:
    """Simulate this many readers, which is a crowd if there are at least as many as places."""
    lane = overload.lane()
    assert lane is not None
    for _ in range(many):
        with pytest.raises(FullError), lane.turn():
            pass


def _poll(*scopes: str) -> HttpResponse:
    request: HttpRequest = RequestFactory().get(f"/live?every=10&on={'.'.join(scopes)}&seen=old")
    return live.LiveMiddleware(lambda _: HttpResponse("another page"))(request)


def test_polls_are_shed_first_but_not_those_of_single_players(full: None, served: OverloadMiddleware) -> None:
    assert served(RequestFactory().get("/e/cup")).status_code == 503
    assert _poll("e1").status_code == 200
    send_away(THREADS)
    assert served(RequestFactory().get("/e/cup")).status_code == 503
    answer = _poll("e1")
    assert (answer.status_code, answer["Retry-After"]) == (503, "15")
    assert _poll("e1", "r1").status_code == 200
    before = stamps.current_stamp_position()
    stamps.STAMPS.raise_([scopes.match_scope(7)])
    own = RequestFactory().get(f"/live?every=10&on=e1.m7&seen={before}")
    assert live.LiveMiddleware(lambda _: HttpResponse())(own).status_code == 200


def test_a_hall_screen_does_not_wait_for_phones(full: None, served: OverloadMiddleware) -> None:
    lane, ours = overload.lane(), new_screen_code(settings.SECRET_KEY, lambda letters: letters[0])
    assert lane is not None
    with ExitStack() as phones, ThreadPoolExecutor(THREADS) as waiting:
        for _ in range(THREADS):
            waiting.submit(served, RequestFactory().get("/e/cup/pairings"))
        for path in (f"/e/cup/screens/{ours}", f"/s/{ours}"):
            assert served(RequestFactory().get(path)).content == b"the page"
        guessed = served(RequestFactory().get(f"/e/cup/screens/{'a' * 10}", HTTP_HX_REQUEST="true"))
        assert guessed.status_code == 503
        own = overload.screen_lane()
        assert own is not None
        phones.enter_context(own.turn())  # phones that learned its URL wait for one another
        crowd = served(RequestFactory().get(f"/e/cup/screens/{ours}", HTTP_HX_REQUEST="true"))
        assert (crowd.status_code, crowd.content) == (503, b"")


def test_programs_are_readers_whatever_they_send_along(full: None, served: OverloadMiddleware) -> None:
    request = RequestFactory().get("/api/v1/events/cup/feed", HTTP_AUTHORIZATION="Bearer x", **READER)
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "somebody"
    answer = served(request)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    found = json.loads(answer.content)
    assert (found["code"], found["facts"]) == ("API_BUSY", {"again": 5})


def test_programs_are_answered_in_json_while_the_database_is_busy() -> None:
    error = OperationalError("database is locked")
    error.__cause__ = sqlite3.OperationalError("database is locked")
    error.__cause__.sqlite_errorcode = sqlite3.SQLITE_BUSY  # type: ignore[attr-defined]
    answer = database_trouble_page(RequestFactory().get("/api/v1/events"), error)
    assert answer is not None
    assert (answer.status_code, answer["Retry-After"], json.loads(answer.content)["code"]) == (
        503,
        "5",
        "API_BUSY",
    )
