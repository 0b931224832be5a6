"""The one address that open pages ask whether anything they show has changed. It asks no database and no session."""

import os
from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone

from tournaments.services import stamps

ADDRESS = "/live"
MOST_SCOPES = 8

LEAST, USUAL, MOST = 2, 10, 60
"""Seconds between two questions of a page."""


class LiveMiddleware:
    """Answers `/live?on=e12.m55&seen=POSITION` before anything else does: 204 where nothing changed, else 200 with the
    new position; what changed the page fetches itself.

    Each answer says when to ask again (`Live-Interval`, seconds) and what time it is (`Server-Now`, milliseconds).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        _begin_anew_once(os.getpid())
        return _answer(request) if request.path_info == ADDRESS else self.get_response(request)


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
    position = stamps.changed(scopes, request.GET.get("seen", ""))
    answer = HttpResponse(position, content_type="text/plain") if position else HttpResponse(status=204)
    answer["Cache-Control"] = "no-store"
    answer["Live-Interval"] = str(interval(request.GET.get("every", "")))
    answer["Server-Now"] = str(round(timezone.now().timestamp() * 1000))
    return answer


def interval(wanted: str) -> int:
    """Seconds until a page asks again that would like to after `wanted`."""
    return min(max(int(wanted), LEAST), MOST) if wanted.isdecimal() and len(wanted) < 4 else USUAL
