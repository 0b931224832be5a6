"""Webhooks and deliveries to show."""

from django.db.models import Count, Max, Model, Q, QuerySet

from core.engine.webhooks import PING
from core.models import Webhook, WebhookDelivery

State = WebhookDelivery.State


def webhooks_of(home: Model) -> list[Webhook]:
    """The webhooks of a row with the counts of queued (`waiting`) and failed (`given_up`) deliveries, and when the last
    one arrived (`arrived_at`). One query.
    """
    rows = Webhook.objects.filter(tournament=home.pk).annotate(
        waiting=Count("deliveries", Q(deliveries__state=State.WAITING)),
        given_up=Count("deliveries", Q(deliveries__state=State.FAILED) & ~Q(deliveries__type=PING)),
        arrived_at=Max("deliveries__tried_at", filter=Q(deliveries__state=State.DELIVERED)),
    )
    return list(rows.order_by("pk"))


def deliveries(hook: Webhook) -> QuerySet[WebhookDelivery]:
    """The deliveries, newest first, without bodies and answers."""
    return hook.deliveries.defer("body", "headers", "response").order_by("-pk")
