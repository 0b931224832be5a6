"""Webhooks and deliveries to show, and the event facts of every payload."""

from datetime import UTC, datetime

from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse

from core.engine.webhooks import PING
from core.models import Webhook, WebhookDelivery
from tournaments.models import JournalSeal, Tournament

State = WebhookDelivery.State


def of_event(event: Tournament) -> list[Webhook]:
    """The webhooks of an event with the counts of queued (`waiting`) and failed (`given_up`) deliveries, and when the
    last one arrived (`arrived_at`). One query.
    """
    rows = event.webhooks.annotate(
        waiting=Count("deliveries", Q(deliveries__state=State.WAITING)),
        given_up=Count("deliveries", Q(deliveries__state=State.FAILED) & ~Q(deliveries__type=PING)),
        arrived_at=Max("deliveries__tried_at", filter=Q(deliveries__state=State.DELIVERED)),
    )
    return list(rows.order_by("pk"))


def deliveries(hook: Webhook) -> QuerySet[WebhookDelivery]:
    """The deliveries, newest first, without bodies and answers."""
    return hook.deliveries.defer("body", "headers", "response").order_by("-pk")


def event_facts(event: Tournament, site: str) -> dict[str, object]:
    """The event of a payload."""
    address = f"{site}{reverse('tournaments:event', args=[event.slug])}"
    return {"id": event.pk, "slug": event.slug, "name": event.name, "url": address}


def seal_facts(seal: JournalSeal, site: str) -> dict[str, object]:
    """A seal of the journal, as in its feed."""
    return {
        "seal": {
            "number": seal.number,
            "digest": seal.digest,
            "short": seal.short,
            "previous": seal.previous or None,
            "at": moment(seal.at),
            "lines": seal.total,
            "feed_url": f"{site}{reverse('tournaments:seals_feed', args=[seal.tournament.slug])}",
        }
    }


def moment(at: datetime | None) -> str | None:
    """A moment in the format of payloads."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds") if at else None
