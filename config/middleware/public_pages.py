"""Serve public pages to readers without an account as bytes, rendered once per change of what they show."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event, Lock
from time import monotonic, time

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
"""The maximum size of a process's cache in bytes. The least recently used page is evicted first."""

PATIENCE = 8.0
"""Seconds that readers wait for a page that another one's request is rendering."""

THREADS_PER_FREE_ONE = 16
"""Of so many threads of a server, one never waits for a page, so that the desk gets an answer meanwhile."""

CACHED_TYPES = ("text/html", "application/json")
"""Content types of responses that are cached."""

VARYING_HEADERS = ("HX-Request", "HX-Target")
"""Request headers on which a page may depend."""

PERSONAL_COOKIES = {settings.SESSION_COOKIE_NAME, "messages"}
"""Cookies of readers who get a page rendered only for them."""

SHARED_COOKIES = {"theme", settings.LANGUAGE_COOKIE_NAME}
"""Cookies that may affect a public page, in addition to the presence of a personal link of the event."""


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page as sent, with the scopes it depends on and the position at which it was rendered.

    `made_at` is in seconds of the monotonic clock. `expires_at` is the time, in seconds since 1970, at which the page
    changes without an action, or None.
    """

    content: bytes
    status: int
    headers: Mapping[str, str]
    etag: str
    scopes: tuple[str, ...]
    seen: str
    made_at: float
    expires_at: float | None

    @property
    def is_current(self) -> bool:
        """Whether nothing that the page shows has changed since it was rendered."""
        has_expired = self.expires_at is not None and time() >= self.expires_at
        return not has_expired and stamps.position_if_changed(self.scopes, self.seen) is None

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Return the page, or 304 for a browser that already has it.

        The header Server-Timing has the age of the page in milliseconds, from which its clocks count on.
        """
        tags = parse_etags(request.headers.get("If-None-Match", ""))
        if self.etag.removeprefix("W/") in (tag.removeprefix("W/") for tag in tags):
            response: HttpResponse = HttpResponseNotModified()
            response["Cache-Control"], response["Vary"] = self.headers["Cache-Control"], self.headers["Vary"]
        else:
            response = HttpResponse(self.content, status=self.status, headers=dict(self.headers))
        response["ETag"] = self.etag
        response["Server-Timing"] = f"age;dur={(monotonic() - self.made_at) * 1e3:.0f}"
        return response


class _Rendering:
    """A page that one request renders while others wait. `is_cached` is set once it is in the cache."""

    def __init__(self) -> None:
        self.done, self.is_cached = Event(), False


class PageTurns:
    """Lets one request of this process render a page while the other readers of the page wait for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._renderings: dict[tuple[object, ...], _Rendering] = {}
        self._waiting = 0

    @contextmanager
    def turn(self, key: tuple[object, ...]) -> Iterator[_Rendering]:
        """Run a block that renders the page of `key`, after the block of any other request for it has ended.

        The block must look into the cache again, and set `is_cached` if it leaves the page there. If it does not,
        the requests that waited run their blocks together. None waits longer than PATIENCE in total, nor if too
        many threads are waiting already.
        """
        deadline, own = monotonic() + PATIENCE, _Rendering()
        while (other := self._begin_or_find(key, own)) is not own:
            if not self._wait_for(other, deadline) or not other.is_cached:
                break
        try:
            yield own
        finally:
            with self._lock:
                if self._renderings.get(key) is own:
                    del self._renderings[key]
            own.done.set()

    def _begin_or_find(self, key: tuple[object, ...], own: _Rendering) -> _Rendering:
        """Return the rendering of this page by another request, or begin and return the own one."""
        with self._lock:
            return self._renderings.setdefault(key, own)

    def _wait_for(self, other: _Rendering, deadline: float) -> bool:
        """Wait until another request has rendered the page; return False if it takes too long to wait."""
        threads: int = settings.SERVER_THREADS
        most_waiting = threads - threads // THREADS_PER_FREE_ONE - 1
        with self._lock:
            if threads and self._waiting >= most_waiting:
                return False
            self._waiting += 1
        try:
            return other.done.wait(deadline - monotonic())
        finally:
            with self._lock:
                self._waiting -= 1


class PublicPagesMiddleware:
    """Answers pages of `event_page(as_bytes=True)` from a cache until the event changes.

    These answers need no session, database or template. Signed-in users never get a cached page. Pages are
    rendered without their reader's cookies, and only answers that set none are cached, so that they contain
    no personal data. Phones with a personal link of the event share a version of the page that loads the personal part
    separately.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_api = request.path_info.startswith(API)
        if is_api:
            is_public = "Authorization" not in request.headers
        else:
            is_public = request.path_info.startswith(PREFIX) and PERSONAL_COOKIES.isdisjoint(request.COOKIES)
        if request.method != "GET" or not is_public or connection.in_atomic_block:
            return self.get_response(request)
        if is_api:
            # No answer of the API depends on a cookie.
            request.COOKIES = {}
        slug = request.path_info.removeprefix(PREFIX).partition("/")[0]
        plays = phones.has_opened_link_for(request, slug)
        key = _public_page_cache_key(request, plays=plays)
        if (page := _current_page(key)) is not None:
            return page.answer(request)
        try:
            as_bytes = getattr(resolve(request.path_info).func, "as_bytes", False)
        except Resolver404:
            as_bytes = False
        if not as_bytes:
            return self.get_response(request)
        with _turns.turn(key) as rendering:
            # It may have been rendered while this request waited.
            if (page := _current_page(key)) is not None:
                rendering.is_cached = True
                return page.answer(request)
            # Render without the reader's cookies, except those in the key.
            cookies = {name: value for name, value in request.COOKIES.items() if name in SHARED_COOKIES}
            request.COOKIES = cookies | ({phones.HOMES: slug} if plays else {})
            response = self.get_response(request)
            page = _cacheable_page(request, response)
            if page is None:
                return response
            with _pages_lock:
                _pages[key] = page
            rendering.is_cached = True
        return page.answer(request)


_turns = PageTurns()
_pages: LRUCache[tuple[object, ...], CachedPage] = LRUCache(
    LARGEST, getsizeof=lambda page: len(page.content) + 2_000
)
_pages_lock = Lock()


def _current_page(key: tuple[object, ...]) -> CachedPage | None:
    """Return the cached page of this key if it is current, otherwise None."""
    with _pages_lock:
        page = _pages.get(key)
    return page if page is not None and page.is_current else None


def _public_page_cache_key(request: HttpRequest, *, plays: bool) -> tuple[object, ...]:
    """Return everything that a public page depends on, except the data of the event.

    `plays` is true if the reader has a personal link of the event.
    """
    return (
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        get_language_from_request(request),
        request.COOKIES.get("theme", ""),
        plays,
        "gzip" in request.headers.get("Accept-Encoding", ""),
        *(request.headers.get(name, "") for name in VARYING_HEADERS),
    )


def _cacheable_page(request: HttpRequest, response: HttpResponse) -> CachedPage | None:
    """Return the response as a page to cache, or None if it is personal, not a page, or forbids caching.

    Sets the headers Cache-Control and Vary of a response that is cached.
    """
    live = getattr(request, "public_live", None)
    if live is None or response.status_code not in (200, 204) or response.streaming or response.cookies:
        return None
    if response.has_header("Cache-Control") or not response["Content-Type"].startswith(CACHED_TYPES):
        return None
    response["Cache-Control"] = "no-cache"  # browsers revalidate each time, and get 304
    patch_vary_headers(response, ("Cookie", "Accept-Language", *VARYING_HEADERS))
    etag = response.get("ETag") or f'"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
    return CachedPage(
        response.content,
        response.status_code,
        dict(response.items()),
        etag,
        live.of_content,
        live.seen,
        monotonic(),
        live.changes_at.timestamp() if live.changes_at else None,
    )
