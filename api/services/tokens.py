"""Create and revoke tokens. Each is displayed once, and can be revoked by its owner or an organizer."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from api.engine.journal_kinds import ApiTokenMade, ApiTokenRevoked
from api.engine.refusals import ApiRefusal
from api.engine.scopes import SCOPES
from api.engine.tokens import token_digest, token_text
from api.models import ApiToken
from core import stamps
from core.engine.refused import Refused
from core.services import journal
from tournaments import scopes
from tournaments.models import StaffMember, User
from tournaments.services import locks

SECRET_BYTES = 32
"""Random bytes in a token."""

MAX_TOKENS = 20
"""Maximum number of valid tokens of a member in an event."""


@transaction.atomic
def make_token(
    member: StaffMember,
    *,
    by: User,
    name: str,
    scopes: Collection[str],
    days: int,
    now: datetime | None = None,
) -> tuple[ApiToken, str]:
    """Create a token that is valid for `days` days; return it with its text, which is not stored.

    `scopes` must be scopes of the member's role. Refused: API_TOKENS_TOO_MANY (most), CHANGED_MEANWHILE.
    """
    now = now or timezone.now()
    locked_member = locks.lock_staff_member(member)
    valid_tokens = locked_member.api_tokens.filter(revoked_at=None, expires_at__gt=now)
    if valid_tokens.count() >= MAX_TOKENS:
        raise Refused(ApiRefusal.API_TOKENS_TOO_MANY, most=MAX_TOKENS)
    text = token_text(locked_member.tournament_id, secrets.token_urlsafe(SECRET_BYTES))
    granted = [scope for scope in SCOPES if scope in scopes]
    token = ApiToken.objects.create(
        member=locked_member,
        name=name,
        digest=token_digest(text),
        scopes=granted,
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    journal.write_journal_line(locked_member.tournament, ApiTokenMade(token=name, scopes=granted), by=by)
    return token, text


@transaction.atomic
def revoke_token(token: ApiToken, *, by: User, now: datetime | None = None) -> None:
    """Revoke a token. Refused: API_TOKEN_REVOKED."""
    locks.lock_event(token.member.tournament)
    valid_token = (
        ApiToken.objects.select_related("member__tournament").filter(pk=token.pk, revoked_at=None).first()
    )
    if valid_token is None:
        raise Refused(ApiRefusal.API_TOKEN_REVOKED)
    valid_token.revoked_at = now or timezone.now()
    valid_token.save(update_fields=["revoked_at"])
    journal.write_journal_line(valid_token.member.tournament, ApiTokenRevoked(token=valid_token.name), by=by)


@transaction.atomic
def mark_token_used(token: int, *, event: int, now: datetime) -> None:
    """Store the day of `now` as the last on which a token was used, without a journal line.

    `token` and `event` are keys.
    """
    stamps.mark_scopes_changed(scopes.event_scope(event))
    ApiToken.objects.filter(pk=token).update(last_used=now.date())
