"""The queue of webhooks, written in the transaction of what happened, so that a killed server loses nothing."""

from collections.abc import Collection
from datetime import datetime

from core import hooks as core_hooks
from core.engine.webhooks import topic_of
from core.models import JournalEvent, JournalSeal, WebhookDelivery
from tournaments import hooks
from tournaments.models import Tournament

SEALED = "journal.sealed"


def note_line(line: JournalEvent) -> None:
    """Queue a journal line for each webhook subscribed to it. One query, none without such webhooks."""
    types = hooks.webhook_types.get(line.kind)
    event = line.tournament
    if types is not None and event is not None and event.webhook_topics:
        _note(event, list(types(line)), line=line.pk, at=line.at)


def note_seal(seal: JournalSeal) -> None:
    """Queue a seal for each subscribed webhook."""
    _note(seal.tournament, [SEALED], line=seal.upto, at=seal.at, seal=seal.pk)


def _note(
    event: Tournament, types: Collection[str], *, line: int, at: datetime, seal: int | None = None
) -> None:
    """Queue deliveries, only for a public event, to the webhooks listed in the event's row as it was read."""
    if not event.published:
        return
    rows = [
        WebhookDelivery(webhook_id=int(webhook), type=type_, line=line, seal=seal, at=at)
        for webhook, topics in event.webhook_topics.items()
        for type_ in types
        if topic_of(type_) in topics
    ]
    if rows:
        WebhookDelivery.objects.bulk_create(rows)
        for queue in core_hooks.webhooks_wait:
            queue({row.webhook_id for row in rows})
