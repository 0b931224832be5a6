"""The one address that open pages ask whether anything they show has changed. It asks no database and no session."""

import os
from collections.abc import Callable, Sequence
from functools import cache, partial
from threading import Lock
from time import monotonic

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone

from config.middleware import overload
from tournaments import hooks, stamps
from tournaments.stamps.memory import remembered

ADDRESS = "/live"
MOST_SCOPES = 8

LEAST, USUAL, MOST = 2, 10, 60
"""Seconds between two questions of a page."""

WHILE_DUE = 5
"""Seconds between two questions of a player's page while the next round is drawn and not yet posted."""

MOST_A_SECOND = 300
"""Questions one process is asked a second before pages are told to ask less often."""

FIRST_PACE = 5.0
"""Pages a process makes anew in a second, as long as it has made none (`overload.Lane.pace`)."""

LONGEST_SPREAD = 180

AGAIN_WHILE_BUSY = 15
"""Seconds after which a page asks again that would have been made anew while the server has too much to do."""


class LiveMiddleware:
    """Answers `/live?on=e12.m55&seen=POSITION` before anything else does: 204 where nothing changed.

    503 with `Retry-After` while the server has too much to do, for what changed for all pages of an event and brings
    nobody a seat. Pages of staff, which ask for the results too, and hall screens are never told to wait.

    Else 200 with JSON: `seen`, the new position; `spread`, the seconds over which pages that follow the same event make
    themselves anew; `round`, the seat of the player in the newest posted round (`hooks.round_news`), for a page to show
    at once. Each answer says when to ask again (`Live-Interval`, seconds) and what time it is (`Server-Now`,
    milliseconds).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        _begin_anew_once(os.getpid())
        return _answer(request) if request.path_info == ADDRESS else self.get_response(request)


class Crowd:
    """How many pages ask this process, counted over the last whole WINDOW."""

    WINDOW = 10.0
    """Seconds."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since, self._counting = monotonic(), 0.0
        self.pages = 0.0

    def count(self, every: int) -> None:
        """A page has asked that does so each `every` seconds."""
        with self._lock:
            passed = monotonic() - self._since
            if passed >= self.WINDOW:
                self.pages = self._counting if passed < 2 * self.WINDOW else 0.0
                self._since, self._counting = monotonic(), 0.0
            self._counting += every / self.WINDOW

    @property
    def interval(self) -> int:
        """The least seconds between two questions of a page."""
        return min(MOST, round(self.pages / MOST_A_SECOND))

    @property
    def spread(self) -> int:
        """Over how many seconds all pages make themselves anew, those counted out over which they ask anyway."""
        lane = overload.lane()
        pace = (lane and lane.pace) or FIRST_PACE
        return min(LONGEST_SPREAD, max(0, round(self.pages / pace) - WHILE_DUE))


CROWD = Crowd()
_due: dict[int, bool] = {}
"""Whether the next round of an event is drawn and not posted, as of its last change."""


@cache
def _begin_anew_once(_process: int) -> None:
    """A process that was killed may have committed a change and told nobody: the one in its place tells everybody."""
    stamps.STAMPS.raise_([stamps.EVERYTHING])


def _answer(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    scopes = request.GET.get("on", "").split(".")
    if len(scopes) > MOST_SCOPES or not all(map(stamps.SCOPE.fullmatch, scopes)):
        return HttpResponse("Load the page again.", status=400, content_type="text/plain")
    seen = request.GET.get("seen", "")
    position = stamps.changed(scopes, seen)
    screen = overload.is_screen(request.GET.get("screen", ""))
    answer = _changed(scopes, seen, position, screen=screen) if position else HttpResponse(status=204)
    due = any(_due.get(pk) for pk in _keys(scopes, "e"))
    every = interval(request.GET.get("every", ""), due=due, screen=screen)
    CROWD.count(every)
    if answer.status_code == 503:
        return answer
    answer["Cache-Control"] = "no-store"
    answer["Live-Interval"] = str(every)
    answer["Server-Now"] = str(round(timezone.now().timestamp() * 1000))
    return answer


def _changed(scopes: Sequence[str], seen: str, position: str, *, screen: bool) -> HttpResponse:
    """What has changed, as a page is told."""
    events, entries = _keys(scopes, "e"), _keys(scopes, "n")
    own = [scope for scope in scopes if scope[0] != "e"]
    staff = screen or any(scope[0] == "r" for scope in scopes)
    facts: dict[str, object] = {"seen": position}
    if not staff and (not own or stamps.changed(own, seen) is None):
        facts["spread"] = CROWD.spread  # all pages of the event at once
    posted = 0
    for pk in events if entries else ():
        for find in hooks.round_news:
            news = remembered(f"round-news.{pk}", [stamps.event(pk)], partial(find, pk))
            _due[pk] = news.due
            for entry in news.seats.keys() & entries:
                facts["round"] = news.seats[entry]
                posted = int(news.seats[entry]["posted"])
    brings_a_seat = timezone.now().timestamp() - posted / 1000 < MOST
    if "spread" in facts and not brings_a_seat and overload.is_busy():
        return overload.come_again(max(AGAIN_WHILE_BUSY, CROWD.interval))
    answer = JsonResponse(facts)
    answer["Content-Length"] = str(len(answer.content))  # else it is sent in chunks
    return answer


def _keys(scopes: Sequence[str], letter: str) -> list[int]:
    return [int(scope[1:]) for scope in scopes if scope[0] == letter]


def interval(wanted: str, *, due: bool = False, screen: bool = False) -> int:
    """Seconds until a page asks again that would like to after `wanted`; sooner while a round is `due`, later in a
    crowd, but for a `screen` of the hall.
    """
    every = min(max(int(wanted), LEAST), MOST) if wanted.isdecimal() and len(wanted) < 4 else USUAL
    return max(min(every, WHILE_DUE) if due else every, 0 if screen else CROWD.interval)
