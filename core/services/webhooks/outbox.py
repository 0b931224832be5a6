"""Queueing webhook deliveries in the transaction of the change they report, so that none is lost."""

from collections.abc import Collection
from datetime import datetime

from core import hooks
from core.engine.webhooks import topic_of_message_type
from core.models import JournalEvent, JournalSeal, WebhookDelivery
from core.models.journal import Home

SEALED = "journal.sealed"


def queue_line_for_webhooks(line: JournalEvent) -> None:
    """Queue a journal line for each webhook subscribed to it.

    Makes one query, or no query if no webhook is subscribed.
    """
    types = hooks.webhook_types.get(line.kind)
    home = line.tournament
    if types is not None and home is not None and home.webhook_topics:
        _queue_deliveries(home, list(types(line)), line=line.pk, at=line.at)


def queue_seal_for_webhooks(seal: JournalSeal) -> None:
    """Queue a seal for each webhook subscribed to seals."""
    _queue_deliveries(seal.tournament, [SEALED], line=seal.upto, at=seal.at, seal=seal.pk)


def _queue_deliveries(
    home: Home, types: Collection[str], *, line: int, at: datetime, seal: int | None = None
) -> None:
    """Queue deliveries to the webhooks that the row of the home lists, if the home is public."""
    if not home.published:
        return
    deliveries = [
        WebhookDelivery(webhook_id=int(webhook), type=message_type, line=line, seal=seal, at=at)
        for webhook, topics in home.webhook_topics.items()
        for message_type in types
        if topic_of_message_type(message_type) in topics
    ]
    if deliveries:
        WebhookDelivery.objects.bulk_create(deliveries)
        for queue in hooks.webhook_queues:
            queue({delivery.webhook_id for delivery in deliveries})
