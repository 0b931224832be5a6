"""The tokens of an event, and the token of a request."""

from dataclasses import dataclass
from datetime import date, datetime
from threading import Lock

from cachetools import LRUCache
from django.db import connection

from api.engine.tokens import event_key_of_token, token_digest
from api.models import ApiToken
from core import stamps
from tournaments import scopes
from tournaments.models import Tournament, User

MAX_CACHED = 1_000
"""Number of tokens that a process caches. Invalid tokens are not cached, so they cannot evict valid ones."""


@dataclass(frozen=True, slots=True)
class ValidToken:
    """A token with the role of its member, as of the last change of its event."""

    pk: int
    event: int
    slug: str
    role: str
    scopes: tuple[str, ...]
    name: str
    expires_at: datetime
    last_used: date | None


_tokens: LRUCache[str, tuple[str, ValidToken]] = LRUCache(MAX_CACHED)
_cache_lock = Lock()


def is_token_cached(token: str) -> bool:
    """Return whether this process has cached a token with this text."""
    with _cache_lock:
        return token_digest(token) in _tokens


def find_valid_token(text: str, now: datetime) -> ValidToken | None:
    """Return the valid token with this text, or None if it is invalid.

    Makes one query, or no query for a cached token until its event changes. The cache is not used inside a transaction.
    """
    event = event_key_of_token(text)
    if event is None:
        return None
    key, position = token_digest(text), ""
    if not connection.in_atomic_block:
        with _cache_lock:
            cached = _tokens.get(key)
        new_position = (
            stamps.position_if_changed([scopes.event_scope(event)], cached[0])
            if cached
            else stamps.current_stamp_position()
        )
        if cached and new_position is None:
            return cached[1] if now < cached[1].expires_at else None
        position = new_position or ""
    valid_tokens = ApiToken.objects.filter(digest=key, revoked_at=None, member__user__is_active=True)
    stored_token = valid_tokens.filter(member__tournament=event).select_related("member__tournament").first()
    token: ValidToken | None = None
    if stored_token is not None:
        token = ValidToken(
            pk=stored_token.pk,
            event=event,
            slug=stored_token.member.tournament.slug,
            role=stored_token.member.role,
            scopes=tuple(stored_token.scopes),
            name=stored_token.name,
            expires_at=stored_token.expires_at,
            last_used=stored_token.last_used,
        )
    if not connection.in_atomic_block:
        with _cache_lock:
            if token is None:
                _tokens.pop(key, None)
            else:
                _tokens[key] = (position, token)
    return token if token is not None and now < token.expires_at else None


def tokens_of_event(event: Tournament, *, user: User | None = None) -> list[ApiToken]:
    """List an event's unrevoked tokens, latest first, or only those of `user`. Makes one query."""
    tokens = ApiToken.objects.filter(member__tournament=event, revoked_at=None)
    if user is not None:
        tokens = tokens.filter(member__user=user)
    return list(tokens.select_related("member__user").order_by("-made_at", "-pk"))
