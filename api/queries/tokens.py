"""The tokens of an event, and the one in a request."""

from dataclasses import dataclass
from datetime import date, datetime
from threading import Lock

from cachetools import LRUCache
from django.db import connection

from api.engine.tokens import digest, event_of
from api.models import ApiToken
from core import stamps
from tournaments import scopes
from tournaments.models import Tournament, User

MOST = 1_000
"""Tokens cached per process: only valid ones, so that invalid ones evict nothing."""


@dataclass(frozen=True, slots=True)
class Known:
    """A token with the role of its member, as of the event's last change."""

    pk: int
    event: int
    slug: str
    role: str
    scopes: tuple[str, ...]
    name: str
    expires_at: datetime
    last_used: date | None


_tokens: LRUCache[str, tuple[str, Known]] = LRUCache(MOST)
_one_at_a_time = Lock()


def was_found(token: str) -> bool:
    """Whether this process has cached a token with this text."""
    with _one_at_a_time:
        return digest(token) in _tokens


def by_text(token: str, now: datetime) -> Known | None:
    """The valid token with this text. One query, none until the event changes."""
    event = event_of(token)
    if event is None:
        return None
    key = digest(token)
    token_ = _found(key, event) if connection.in_atomic_block else _remembered(key, event)
    return token_ if token_ is not None and now < token_.expires_at else None


def _remembered(key: str, event: int) -> Known | None:
    with _one_at_a_time:
        cached = _tokens.get(key)
    seen = stamps.changed([scopes.event(event)], cached[0]) if cached else stamps.position()
    if cached and seen is None:
        return cached[1]
    token = _found(key, event)
    with _one_at_a_time:
        if token is None:
            _tokens.pop(key, None)
        else:
            _tokens[key] = (seen or "", token)
    return token


def _found(key: str, event: int) -> Known | None:
    rows = ApiToken.objects.filter(digest=key, revoked_at=None, member__user__is_active=True)
    row = rows.filter(member__tournament=event).select_related("member__tournament").first()
    if row is None:
        return None
    home = row.member.tournament
    scopes = tuple(row.scopes)
    return Known(row.pk, home.pk, home.slug, row.member.role, scopes, row.name, row.expires_at, row.last_used)


def of_event(event: Tournament, *, user: User | None = None) -> list[ApiToken]:
    """The tokens of an event not revoked, latest first; with `user` only that member's. One query."""
    rows = ApiToken.objects.filter(member__tournament=event, revoked_at=None)
    if user is not None:
        rows = rows.filter(member__user=user)
    return list(rows.select_related("member__user").order_by("-made_at", "-pk"))
