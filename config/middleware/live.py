"""The address that open pages poll for changes. It uses neither database nor session."""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from threading import Lock
from time import monotonic, time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from config.middleware import overload, pace
from core import stamps
from core.engine.numbers import whole_number
from core.stamps import memory
from tournaments import hooks, scopes
from tournaments.engine.round_news import RoundNews
from tournaments.scopes import SCOPE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ADDRESS = "/live"
MOST_SCOPES = 8

LEAST, USUAL, MOST = 2, 10, 60
"""Seconds between two polls of a page."""

WHILE_DUE = 5
"""Seconds between two polls of a player's page while the next round is drawn and not yet posted."""

MOST_A_SECOND = 600
"""Polls per second and process from which the answers ask pages to poll less often."""

MOST_FIELDS = 10
"""Of a query string."""

FIRST_PACE = 5.0
"""Pages rendered per second, until one was measured (`pace.pages_a_second`)."""

LONGEST_SPREAD = 300

AGAIN_WHILE_BUSY = 15
"""Seconds until a page polls again whose reload was refused because the server is busy."""


@dataclass(frozen=True, slots=True)
class Question:
    """A poll: whether one of its `scopes` was raised since the position `seen`."""

    scopes: Sequence[str]
    seen: str
    every: str
    screen: str

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> "Question | None":
        """Parse a query; None if the scopes are malformed."""
        scopes = fields.get("on", "").split(".")
        if len(scopes) > MOST_SCOPES or not all(map(SCOPE.fullmatch, scopes)):
            return None
        return cls(scopes, fields.get("seen", ""), fields.get("every", ""), fields.get("screen", ""))


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: status, headers, JSON."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


class LiveDoor:
    """Answer polls that need no database before Django creates a request.

    Everything else goes on to `application`, whose first middleware is LiveMiddleware.
    """

    def __init__(self, application: "WSGIApplication") -> None:
        self._application = application

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ.get("PATH_INFO") == ADDRESS and environ["REQUEST_METHOD"] == "GET":
            raise_planned_once(os.getpid())
            try:
                fields = dict(parse_qsl(environ.get("QUERY_STRING", ""), max_num_fields=MOST_FIELDS))
                question = Question.of(fields)
            except ValueError:  # too many fields
                question = None
            standing = stamps.standing(question.scopes) if question else None
            news = _remembered_news(question, standing) if question and standing else None
            if question and standing and news is not None:
                reply = _reply(question, standing, news)
                status = HTTPStatus(reply.status)
                start_response(f"{status.value} {status.phrase}", list(reply.headers.items()))
                return [reply.body] if reply.body else []
        return self._application(environ, start_response)


class LiveMiddleware:
    """Answer `/live?on=e12.m55&seen=POSITION` before anything else: 204 if nothing changed.

    503 with `Retry-After` while the server is busy, for a change that affects all pages of an event and gives no
    player a seat. Staff pages, which also poll the results, and hall screens never get it.
    Else 200 with JSON: `seen`, the new position; `spread`, the seconds over which pages of the same event
    reload; `round`, the player's seat in the newest posted round (`hooks.round_news`), to be shown at once. Each
    answer has the time of the next poll (`Live-Interval`, seconds) and the current time (`Server-Now`,
    milliseconds).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        raise_planned_once(os.getpid())
        return _answer(request) if request.path_info == ADDRESS else self.get_response(request)


class Crowd:
    """Number of pages that poll this process, counted over the last whole WINDOW."""

    WINDOW = 10.0
    """Seconds."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since, self._counting = monotonic(), 0.0
        self.pages = 0.0

    def count(self, every: int) -> None:
        """Count a poll of a page that polls each `every` seconds."""
        with self._lock:
            passed = monotonic() - self._since
            if passed >= self.WINDOW:
                self.pages = self._counting if passed < 2 * self.WINDOW else 0.0
                self._since, self._counting = monotonic(), 0.0
            self._counting += every / self.WINDOW

    @property
    def interval(self) -> int:
        """Minimum seconds between two polls of a page."""
        return min(MOST, round(self.pages / MOST_A_SECOND))

    @property
    def spread(self) -> int:
        """Seconds over which all pages reload, minus those over which they poll anyway."""
        pages_a_second = pace.pages_a_second() or FIRST_PACE
        return min(LONGEST_SPREAD, max(0, round(self.pages / pages_a_second) - WHILE_DUE))


CROWD = Crowd()
_due: dict[int, bool] = {}
"""Whether the next round of an event is drawn and not posted, as of its last change."""

_one_reads = Lock()
"""Locked while news of a round are read, so that simultaneous polls of a hall read them once."""


@cache
def raise_planned_once(_process: int) -> None:
    """Raise stamps that a killed process had committed but not raised.

    Under gunicorn as soon as its replacement starts (`gunicorn.conf.py`), elsewhere at the first request.
    """
    stamps.STAMPS.raise_planned()


def _answer(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    question = Question.of(request.GET.dict())
    if question is None:
        return HttpResponse("Load the page again.", status=400, content_type="text/plain")
    standing = stamps.standing(question.scopes)
    reply = _reply(question, standing, _read_news(question, standing))
    answer = HttpResponse(reply.body, status=reply.status, headers=dict(reply.headers))
    return overload.unlogged(answer) if reply.status == 503 else answer


def _remembered_news(question: Question, standing: stamps.Standing) -> dict[int, RoundNews] | None:
    """Cached newest rounds of the events a player's page polls, by event; None if they must be read."""
    if not standing.changed(question.scopes, question.seen):
        return {}
    news = {pk: memory.known(*_place(pk), standing) for pk in _events_of_players(question)}
    return None if None in news.values() else news


def _read_news(question: Question, standing: stamps.Standing) -> dict[int, RoundNews]:
    """The same, read once for all simultaneous polls."""
    news = _remembered_news(question, standing)
    if news is not None:
        return news
    with _one_reads:
        news = {}
        for pk in _events_of_players(question):
            find = next(iter(hooks.round_news), lambda _event: RoundNews())
            news[pk] = memory.remembered(*_place(pk), partial(find, pk))
        return news


def _place(event: int) -> tuple[str, list[str]]:
    return f"round-news.{event}", [scopes.event(event)]


def _events_of_players(question: Question) -> list[int]:
    return _keys(question.scopes, "e") if _keys(question.scopes, "n") else []


def _reply(question: Question, standing: stamps.Standing, news: Mapping[int, RoundNews]) -> Reply:
    scopes, seen = question.scopes, question.seen
    if not standing.changed(scopes, seen):
        return Reply(204, _headers(question))
    entries = _keys(scopes, "n")
    own = [scope for scope in scopes if scope[0] != "e"]
    staff = overload.is_screen(question.screen) or any(scope[0] == "r" for scope in scopes)
    # A change of the event alone reloads all its pages at once.
    spreads = not staff and not (own and standing.changed(own, seen))
    facts: Mapping[str, object] = {"seen": standing.position}
    if spreads:
        facts = {**facts, "spread": CROWD.spread}
    posted = 0
    for event, rounds in news.items():
        _due[event] = rounds.due
        for entry in rounds.seats.keys() & entries:
            facts = {**facts, "round": rounds.seats[entry]}
            posted = int(rounds.seats[entry]["posted"])
    brings_a_seat = time() - posted / 1000 < MOST
    if spreads and not brings_a_seat and pace.is_busy():
        wait = str(max(AGAIN_WHILE_BUSY, CROWD.interval))
        _headers(question)
        return Reply(503, {"Retry-After": wait, "Cache-Control": "no-store"})
    body = json.dumps(facts, cls=DjangoJSONEncoder).encode()
    own_headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    return Reply(200, own_headers | _headers(question), body)


def _headers(question: Question) -> dict[str, str]:
    """Headers of each answer but 503; counts the page as polling."""
    due = any(_due.get(pk) for pk in _keys(question.scopes, "e"))
    every = interval(question.every, due=due, screen=overload.is_screen(question.screen))
    CROWD.count(every)
    return {
        "Cache-Control": "no-store",
        "Live-Interval": str(every),
        "Server-Now": str(round(time() * 1000)),
    }


def _keys(scopes: Sequence[str], letter: str) -> list[int]:
    return [int(scope[1:]) for scope in scopes if scope[0] == letter]


def interval(wanted: str, *, due: bool = False, screen: bool = False) -> int:
    """Seconds until a page polls again that requests `wanted`: sooner while a round is `due`, later in a crowd
    unless it is a `screen` of the hall.
    """
    seconds = whole_number(wanted, digits=3)
    every = USUAL if seconds is None else min(max(seconds, LEAST), MOST)
    return max(min(every, WHILE_DUE) if due else every, 0 if screen else CROWD.interval)
