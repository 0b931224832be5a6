"""Tokens: made for one program, shown once, revoked by their owner or an organizer."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from api.engine.journal_kinds import ApiTokenMade, ApiTokenRevoked
from api.engine.refusals import ApiRefusal
from api.engine.scopes import SCOPES
from api.engine.tokens import digest, written
from api.models import ApiToken
from core import stamps
from core.engine.refused import Refused
from core.services import journal
from tournaments import scopes
from tournaments.models import StaffMember, User
from tournaments.services import locks

SECRET_BYTES = 32
MOST = 20
"""Valid tokens per member and event."""


@transaction.atomic
def make(
    member: StaffMember,
    *,
    by: User,
    name: str,
    scopes: Collection[str],
    days: int,
    now: datetime | None = None,
) -> tuple[ApiToken, str]:
    """Make a token and return it with its text, which cannot be read again. `scopes`: those the member's role has.

    Refused: API_TOKENS_TOO_MANY (most), CHANGED_MEANWHILE.
    """
    now = now or timezone.now()
    row = locks.staff_member(member)
    rows = row.api_tokens.filter(revoked_at=None, expires_at__gt=now)
    if rows.count() >= MOST:
        raise Refused(ApiRefusal.API_TOKENS_TOO_MANY, most=MOST)
    text = written(row.tournament_id, secrets.token_urlsafe(SECRET_BYTES))
    chosen = [scope for scope in SCOPES if scope in scopes]
    token = ApiToken.objects.create(
        member=row,
        name=name,
        digest=digest(text),
        scopes=chosen,
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    journal.write(row.tournament, ApiTokenMade(token=name, scopes=chosen), by=by)
    return token, text


@transaction.atomic
def revoke(token: ApiToken, *, by: User, now: datetime | None = None) -> None:
    """Revoke a token. Refused: API_TOKEN_REVOKED."""
    locks.event(token.member.tournament)
    row = ApiToken.objects.select_related("member__tournament").filter(pk=token.pk, revoked_at=None).first()
    if row is None:
        raise Refused(ApiRefusal.API_TOKEN_REVOKED)
    row.revoked_at = now or timezone.now()
    row.save(update_fields=["revoked_at"])
    journal.write(row.member.tournament, ApiTokenRevoked(token=row.name), by=by)


@transaction.atomic
def use(token: int, *, event: int, now: datetime) -> None:
    """Store the day a token is used. Not journaled, like a sign-in."""
    stamps.mark(scopes.event(event))
    ApiToken.objects.filter(pk=token).update(last_used=now.date())
