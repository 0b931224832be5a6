"""Reading webhooks and their deliveries for pages."""

from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from core.engine.webhooks import PING
from core.models import Webhook, WebhookDelivery
from core.models.journal import Home

State = WebhookDelivery.State


def webhooks_of(home: Home) -> list[Webhook]:
    """Return the webhooks of a home.

    Each has the counts of queued (`waiting`) and failed (`given_up`, without pings) deliveries, and the time of
    the last delivery that arrived (`arrived_at`). Makes one query.
    """
    webhooks = Webhook.objects.filter(tournament=home.pk).annotate(
        waiting=Count("deliveries", Q(deliveries__state=State.WAITING)),
        given_up=Count("deliveries", Q(deliveries__state=State.FAILED) & ~Q(deliveries__type=PING)),
        arrived_at=Max("deliveries__tried_at", filter=Q(deliveries__state=State.DELIVERED)),
    )
    return list(webhooks.order_by("pk"))


def deliveries_of(hook: Webhook) -> QuerySet[WebhookDelivery]:
    """Select the deliveries, newest first, without bodies and answers."""
    return hook.deliveries.defer("body", "headers", "response").order_by("-pk")


def due_webhooks(now: datetime) -> QuerySet[Webhook]:
    """Select the webhooks that are on, have a delivery to send now, and have no active sender.

    Deliveries are sent in order, so one that must not be sent yet delays the others.
    """
    queued = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), state=State.WAITING)
    idle = Webhook.objects.filter(Q(busy_until=None) | Q(busy_until__lte=now), off=Webhook.Off.NO)
    return idle.filter(Exists(queued), ~Exists(queued.filter(next_at__gt=now)))


def is_webhook_due(webhook: int, now: datetime) -> bool:
    """Return whether a webhook has a delivery to send now (`due_webhooks`)."""
    return due_webhooks(now).filter(pk=webhook).exists()
