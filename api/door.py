"""Entry point of every API request: identifies the reader, limits requests, and returns 304 for current ETags."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper
from threading import Lock
from time import monotonic
from typing import Any

from cachetools import LRUCache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from api.engine.refusals import ApiRefusal
from api.engine.scopes import allowed_scopes
from api.problems import problem_response
from api.queries import tokens
from api.queries.tokens import ValidToken
from api.services import tokens as services
from core import limits, stamps
from core.engine.refused import Refused
from core.live import PagePolling
from core.responses import set_view_attributes
from tournaments.models import Tournament
from tournaments.rules import MAY

RETRY_SECONDS = 60
"""Number of seconds that a program over its limit must wait."""

MAX_CURRENT = 15.0
"""Seconds for which a cached ETag counts as current, as for public pages, since some responses change with time."""

MAX_CACHED = 4_000
"""Number of responses whose ETag a process caches."""


@dataclass(frozen=True, slots=True)
class ApiReader:
    """The sender of a request: a program if it has a `token`, otherwise a member of the public.

    `scopes` are the scopes of the token that the role of its member still allows.
    """

    token: ValidToken | None = None
    scopes: frozenset[str] = frozenset()

    def has_token_for(self, event: Tournament) -> bool:
        """Return whether the token belongs to this event, so that it may read the event before publication."""
        return self.token is not None and self.token.event == event.pk

    def require(self, event: Tournament, scope: str) -> None:
        """Check that the request has a token of this event with the scope.

        Refused: API_TOKEN_MISSING without a token, API_SCOPE_MISSING (scope) if the token belongs to another event or
        lacks the scope.
        """
        if self.token is None:
            raise Refused(ApiRefusal.API_TOKEN_MISSING)
        if not self.has_token_for(event) or scope not in self.scopes:
            raise Refused(ApiRefusal.API_SCOPE_MISSING, scope=scope)


PUBLIC = ApiReader()


@dataclass(frozen=True, slots=True)
class _CachedEtag:
    """The ETag of a response, and the data on which the response depends.

    `made_at` is the time of the response in seconds of the monotonic clock.
    """

    etag: str
    live: PagePolling
    made_at: float

    @property
    def is_current(self) -> bool:
        """Whether the response is less than MAX_CURRENT seconds old and its data have not changed since."""
        is_recent = monotonic() - self.made_at < MAX_CURRENT
        return is_recent and stamps.position_if_changed(self.live.of_content, self.live.seen) is None


class ApiRequest(HttpRequest):
    """A request as passed to API views.

    `made_at` is the position of the stamps (`core.stamps`) before the view ran. `content` contains the scopes on
    which the response depends; `public_live` is the same, but is set only for a reader without a token. Both are
    missing if the response depends on more than the data of one event.
    """

    reader: ApiReader
    made_at: str
    content: PagePolling
    public_live: PagePolling


_cached_tags: LRUCache[tuple[object, ...], _CachedEtag] = LRUCache(MAX_CACHED)
_cache_lock = Lock()


def guard_api_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap an API view, so that only permitted requests reach it.

    Refusals are returned as JSON. Responses to requests without a token may be read by scripts of any website,
    and the middleware of public pages caches them.
    """

    def guarded_view(request: ApiRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = _answer_request(request, view, *args, **kwargs)
        except Refused as refused:
            response = problem_response(refused)
        patch_vary_headers(response, ("Authorization", "Accept-Language"))
        if "Authorization" not in request.headers:
            response["Access-Control-Allow-Origin"] = "*"
        return response

    return set_view_attributes(update_wrapper(guarded_view, view), as_bytes=True)


def _answer_request(
    request: ApiRequest, view: Callable[..., HttpResponse], *args: Any, **kwargs: Any
) -> HttpResponse:
    """Count a request, and return the view's response with an ETag, or 304 if the reader has it already.

    Only responses with status 200 get an ETag. For public responses, the middleware of public pages returns 304.
    Refused: API_METHOD, API_TOKEN_WRONG, API_TOO_OFTEN (again), and those of the view.
    """
    if request.method != "GET":
        raise Refused(ApiRefusal.API_METHOD)
    reader = _identify_reader(request)
    # A program that already has the current response gets 304 without a query, which does not count towards its limit.
    if reader.token is not None and "If-None-Match" in request.headers:
        with _cache_lock:
            cached = _cached_tags.get(_etag_cache_key(request, reader))
        if cached is not None and cached.is_current and _has_tag(request, cached.etag):
            return _not_modified(cached.etag)
    if reader.token is None:
        attempt = limits.count_attempt(request, "api")
    else:
        attempt = limits.count_attempt(request, "api_token", str(reader.token.pk))
    if attempt is None:
        raise Refused(ApiRefusal.API_TOO_OFTEN, again=RETRY_SECONDS)
    request.reader, request.made_at = reader, stamps.current_stamp_position()
    response = view(request, *args, **kwargs)
    if response.status_code != 200:
        return response

    etag = response["ETag"] = f'"{hashlib.blake2b(response.content, digest_size=12).hexdigest()}"'
    if getattr(request, "public_live", None) is not None:
        # `config.middleware.public_pages` caches this response and answers with 304.
        return response
    response["Cache-Control"] = "no-cache" if reader.token is None else "private, no-cache"
    content: PagePolling | None = getattr(request, "content", None)
    if reader.token is not None and content is not None:
        with _cache_lock:
            _cached_tags[_etag_cache_key(request, reader)] = _CachedEtag(etag, content, monotonic())
    return _not_modified(etag) if _has_tag(request, etag) else response


def find_event_for_api(
    request: ApiRequest, slug: str, *, scope: str = "", cacheable: bool = True
) -> Tournament:
    """Return the event with this slug. Makes one query.

    An event that is not public requires a token of the event. Unless `scope` is "", a token with that scope is
    required too. `cacheable` is false if the response depends on more than the data of the event; otherwise the
    `content` and `public_live` of the request are set. Refused: API_NOT_FOUND, API_TOKEN_MISSING,
    API_SCOPE_MISSING (scope).
    """
    event = Tournament.objects.filter(slug=slug).first()
    reader = request.reader
    if event is None or not (event.published or reader.has_token_for(event)):
        raise Refused(ApiRefusal.API_NOT_FOUND)
    if cacheable:
        live = PagePolling(request.made_at, event.pk)
        request.content = live
        if reader.token is None:
            request.public_live = live
    if scope:
        reader.require(event, scope)
    return event


def _identify_reader(request: ApiRequest) -> ApiReader:
    """Return the reader identified by the token in the request, or the public if there is no token.

    The first request of each day updates the token's `last_used`. A wrong token counts as a failed attempt.
    Refused: API_TOKEN_WRONG, API_TOO_OFTEN (again).
    """
    header = request.headers.get("Authorization")
    if header is None:
        return PUBLIC
    scheme, _space, text = header.partition(" ")
    text, now = text.strip(), timezone.now()
    if not tokens.is_token_cached(text) and not limits.has_attempts_left(request, "api_wrong_token"):
        # This refusal needs no query, and does not affect programs whose token is cached.
        raise Refused(ApiRefusal.API_TOO_OFTEN, again=RETRY_SECONDS)
    token = tokens.find_valid_token(text, now) if scheme.lower() == "bearer" else None
    if token is None:
        if limits.count_attempt(request, "api_wrong_token") is None:
            raise Refused(ApiRefusal.API_TOO_OFTEN, again=RETRY_SECONDS)
        raise Refused(ApiRefusal.API_TOKEN_WRONG)
    if token.last_used is None or token.last_used < now.date():
        services.mark_token_used(token.pk, event=token.event, now=now)
    return ApiReader(token, allowed_scopes(token.role, token.scopes, MAY))


def _etag_cache_key(request: ApiRequest, reader: ApiReader) -> tuple[object, ...]:
    """Return everything on which a response depends, except the data of the event."""
    assert reader.token is not None  # noqa: S101 - called only for readers with a token
    return reader.token.pk, reader.scopes, request.get_full_path(), get_language()


def _has_tag(request: ApiRequest, etag: str) -> bool:
    """Return whether the ETag is among those in the request's If-None-Match header."""
    return etag in (tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", "")))


def _not_modified(etag: str) -> HttpResponse:
    return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": "private, no-cache"})
