"""The door of every API URL: who reads, how often, and what they have cached."""

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
from api.engine.scopes import allowed
from api.problems import problem
from api.queries import tokens
from api.queries.tokens import Known
from api.services import tokens as services
from core import limits, stamps
from core.engine.refused import Refused
from core.live import Live
from tournaments.models import Tournament
from tournaments.rules import MAY

AGAIN = 60
"""Seconds until a program over its limit may retry."""

OLDEST = 15.0
"""Seconds an answer counts as unchanged without a check, as for public pages: some change with time alone."""

MOST = 4_000
"""Answers whose ETag a process remembers."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a request. `token` is None for the public; `scopes`: those the role still has."""

    token: Known | None = None
    scopes: frozenset[str] = frozenset()

    def works_at(self, event: Tournament) -> bool:
        """Whether the token is of this event, so that it can be read before it is public."""
        return self.token is not None and self.token.event == event.pk

    def require(self, event: Tournament, scope: str) -> None:
        """Refused: API_TOKEN_MISSING, API_SCOPE_MISSING (scope)."""
        if self.token is None:
            raise Refused(ApiRefusal.API_TOKEN_MISSING)
        if not self.works_at(event) or scope not in self.scopes:
            raise Refused(ApiRefusal.API_SCOPE_MISSING, scope=scope)


NOBODY = Reader()


@dataclass(frozen=True, slots=True)
class _Answered:
    etag: str
    live: Live
    made_at: float

    @property
    def is_current(self) -> bool:
        fresh = monotonic() - self.made_at < OLDEST
        return fresh and stamps.changed(self.live.of_content, self.live.seen) is None


_answered: LRUCache[tuple[object, ...], _Answered] = LRUCache(MOST)
_one_at_a_time = Lock()


def door(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap the view of one URL. The middleware of public pages caches answers for everyone."""

    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            answer = _answer(request, view, *args, **kwargs)
        except Refused as refused:
            answer = problem(refused)
        patch_vary_headers(answer, ("Authorization", "Accept-Language"))
        if "Authorization" not in request.headers:
            answer["Access-Control-Allow-Origin"] = "*"
        return answer

    opened.as_bytes = True  # type: ignore[attr-defined]
    return update_wrapper(opened, view)


def _answer(
    request: HttpRequest, view: Callable[..., HttpResponse], *args: Any, **kwargs: Any
) -> HttpResponse:
    if request.method != "GET":
        raise Refused(ApiRefusal.API_METHOD)
    reader = _reader(request)
    # 304 for a program with a token that has the answer, without a query.
    if reader.token is not None and "If-None-Match" in request.headers:
        with _one_at_a_time:
            cached = _answered.get(_key(request, reader))
        if cached is not None and cached.is_current and _has(request, cached.etag):
            return _not_modified(cached.etag)
    # Only requests that are not answered from a cache count.
    if reader.token is None:
        counted = limits.count(request, "api")
    else:
        counted = limits.count(request, "api_token", str(reader.token.pk))
    if counted is None:
        raise Refused(ApiRefusal.API_TOO_OFTEN, again=AGAIN)
    request.reader, request.made_at = reader, stamps.position()  # type: ignore[attr-defined]
    answer = view(request, *args, **kwargs)
    if answer.status_code == 200:
        return _tagged(request, reader, answer)
    return answer


def reader_of(request: HttpRequest) -> Reader:
    reader: Reader = request.reader  # type: ignore[attr-defined]
    return reader


def find_event(request: HttpRequest, slug: str, *, held: bool = True) -> Tournament:
    """The event, for everyone if it is public, else for its token. One query.

    `held`: the answer depends only on the event's data, so that it can be cached. Refused: API_NOT_FOUND.
    """
    event = Tournament.objects.filter(slug=slug).first()
    reader = reader_of(request)
    if event is None or not (event.published or reader.works_at(event)):
        raise Refused(ApiRefusal.API_NOT_FOUND)
    if held:
        live = Live(request.made_at, event.pk)  # type: ignore[attr-defined]
        request.content = live  # type: ignore[attr-defined]
        if reader.token is None:
            request.public_live = live  # type: ignore[attr-defined]
    return event


def _reader(request: HttpRequest) -> Reader:
    """Refused: API_TOKEN_WRONG, API_TOO_OFTEN."""
    header = request.headers.get("Authorization")
    if header is None:
        return NOBODY
    kind, _space, text = header.partition(" ")
    text, now = text.strip(), timezone.now()
    if not tokens.was_found(text) and not limits.has_left(request, "api_wrong_token"):
        raise Refused(
            ApiRefusal.API_TOO_OFTEN, again=AGAIN
        )  # without a query; programs that read already go on
    token = tokens.by_text(text, now) if kind.lower() == "bearer" else None
    if token is None:
        if limits.count(request, "api_wrong_token") is None:
            raise Refused(ApiRefusal.API_TOO_OFTEN, again=AGAIN)
        raise Refused(ApiRefusal.API_TOKEN_WRONG)
    if token.last_used is None or token.last_used < now.date():
        services.use(token.pk, event=token.event, now=now)
    return Reader(token, allowed(token.role, token.scopes, MAY))


def _key(request: HttpRequest, reader: Reader) -> tuple[object, ...]:
    assert reader.token is not None  # noqa: S101 - asked of readers with a token
    return reader.token.pk, reader.scopes, request.get_full_path(), get_language()


def _has(request: HttpRequest, etag: str) -> bool:
    return etag in (tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", "")))


def _not_modified(etag: str) -> HttpResponse:
    return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": "private, no-cache"})


def _tagged(request: HttpRequest, reader: Reader, answer: HttpResponse) -> HttpResponse:
    etag = answer["ETag"] = f'"{hashlib.blake2b(answer.content, digest_size=12).hexdigest()}"'
    if getattr(request, "public_live", None) is not None:
        return answer  # `config.middleware.public_pages` holds it, and says 304
    answer["Cache-Control"] = "no-cache" if reader.token is None else "private, no-cache"
    content: Live | None = getattr(request, "content", None)
    if reader.token is not None and content is not None:
        with _one_at_a_time:
            _answered[_key(request, reader)] = _Answered(etag, content, monotonic())
    return _not_modified(etag) if _has(request, etag) else answer
