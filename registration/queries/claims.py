"""Claims by players who ask for access to their pages, for an event's staff or for one phone."""

from datetime import datetime

from django.db.models import QuerySet

from registration.engine.claims import TRIES_FOR, ClaimState
from registration.models import Claim
from tournaments.models import Tournament

MAX_ROWS = 200
"""The most claims listed on the staff's page."""


def waiting_claims(event: Tournament) -> QuerySet[Claim]:
    """Select the claims that the staff have to answer, oldest first."""
    rows = event.claims.filter(state=ClaimState.WAITING).select_related("entry__division")
    return rows.order_by("at", "pk")


def settled_claims(event: Tournament) -> QuerySet[Claim]:
    """Select the newest claims that need no answer, newest first, with the staff who answered them."""
    rows = event.claims.exclude(state=ClaimState.WAITING).select_related("entry", "answered_by")
    return rows.order_by("-at", "-pk")[:MAX_ROWS]


def approved_claims(event: Tournament, phone: str, *, now: datetime) -> QuerySet[Claim]:
    """Select the claims of a phone that the staff approved within the last day."""
    rows = event.claims.filter(phone=phone, state=ClaimState.APPROVED, answered_at__gt=now - TRIES_FOR)
    return rows.select_related("entry__tournament").order_by("pk")
