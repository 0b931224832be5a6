"""Public pages as bytes: pages for readers without an account, rendered once per change of the event."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from cachetools import LRUCache
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language_from_request

from core import phones, stamps

PREFIX = "/e/"
API = "/api/v1/events/"
LARGEST = 64 * 1024 * 1024
"""Bytes of pages cached per process; the least recently used is evicted first."""

OLDEST = 15.0
"""Seconds a cached page is served at most, for parts that change with time alone."""

HELD = ("text/html", "application/json")
CHANGES_THE_PAGE = ("HX-Request", "HX-Target")
OF_SOMEBODY = {settings.SESSION_COOKIE_NAME, "messages"}
"""Cookies of a page rendered for its reader alone."""

OF_ALL = {"theme", settings.LANGUAGE_COOKIE_NAME}
"""Cookies that may affect a page; of a player's cookies only whether there is a personal link of this event."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as sent, the scopes it depends on and the position at which it was rendered."""

    content: bytes
    status: int
    headers: Mapping[str, str]
    etag: str
    scopes: tuple[str, ...]
    seen: str
    made_at: float

    @property
    def is_current(self) -> bool:
        return monotonic() - self.made_at < OLDEST and stamps.changed(self.scopes, self.seen) is None

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page, or 304 for a browser that has it."""
        tags = parse_etags(request.headers.get("If-None-Match", ""))
        if self.etag.removeprefix("W/") in (tag.removeprefix("W/") for tag in tags):
            response: HttpResponse = HttpResponseNotModified()
            response["Cache-Control"], response["Vary"] = self.headers["Cache-Control"], self.headers["Vary"]
        else:
            response = HttpResponse(self.content, status=self.status, headers=dict(self.headers))
        response["ETag"] = self.etag
        return response


class PublicPagesMiddleware:
    """Answer pages of `event_page(as_bytes=True)` without session, database or template until the event changes.

    Signed-in users never get a cached page. Pages are rendered without their reader's cookies, and only answers
    that set none are cached, so they contain no personal data. A phone with a personal link of the event gets
    the page of all such phones, which then loads its own part.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _is_of_nobody(request) or connection.in_atomic_block:
            return self.get_response(request)
        if _is_api(request):
            request.COOKIES = {}  # nothing it answers depends on one
        key = _key(request)
        with _one_at_a_time:
            page = _pages.get(key)
        if page is None or not page.is_current:
            if not _is_for_all(request):
                return self.get_response(request)
            # Remove all cookies of the reader except those in the cache key.
            cookies = {name: value for name, value in request.COOKIES.items() if name in OF_ALL}
            if _plays_here(request):
                cookies[phones.HOMES] = _slug(request)
            request.COOKIES = cookies
            response = self.get_response(request)
            page = _made(request, response)
            if page is None:
                return response
            with _one_at_a_time:
                _pages[key] = page
        return page.answer(request)


_pages: LRUCache[tuple[object, ...], Page] = LRUCache(
    LARGEST, getsizeof=lambda page: len(page.content) + 2_000
)
_one_at_a_time = Lock()


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(API)


def _is_of_nobody(request: HttpRequest) -> bool:
    if request.method != "GET":
        return False
    if _is_api(request):
        return "Authorization" not in request.headers
    return request.path_info.startswith(PREFIX) and OF_SOMEBODY.isdisjoint(request.COOKIES)


def _is_for_all(request: HttpRequest) -> bool:
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return False
    return bool(getattr(view, "as_bytes", False))


def _slug(request: HttpRequest) -> str:
    return request.path_info.removeprefix(PREFIX).partition("/")[0]


def _plays_here(request: HttpRequest) -> bool:
    return phones.plays_at(request, _slug(request))


def _key(request: HttpRequest) -> tuple[object, ...]:
    """All that a public page depends on besides the event."""
    return (
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        get_language_from_request(request),
        request.COOKIES.get("theme", ""),
        _plays_here(request),
        "gzip" in request.headers.get("Accept-Encoding", ""),
        *(request.headers.get(name, "") for name in CHANGES_THE_PAGE),
    )


def _made(request: HttpRequest, response: HttpResponse) -> Page | None:
    """The page to cache; None for one that is personal, no page or not cacheable."""
    live = getattr(request, "public_live", None)
    if live is None or response.status_code not in (200, 204) or response.streaming or response.cookies:
        return None
    if response.has_header("Cache-Control") or not response["Content-Type"].startswith(HELD):
        return None
    response["Cache-Control"] = "no-cache"  # a browser asks each time, and is told 304
    patch_vary_headers(response, ("Cookie", "Accept-Language", *CHANGES_THE_PAGE))
    etag = response.get("ETag") or f'"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
    return Page(
        response.content,
        response.status_code,
        dict(response.items()),
        etag,
        live.of_content,
        live.seen,
        monotonic(),
    )
