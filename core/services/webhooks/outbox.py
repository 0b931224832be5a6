"""The queue of webhooks, written in the transaction of what happened, so that a killed server loses nothing."""

from collections.abc import Collection
from datetime import datetime

from core import hooks
from core.engine.webhooks import topic_of
from core.models import JournalEvent, JournalSeal, WebhookDelivery
from core.models.journal import Home

SEALED = "journal.sealed"


def note_line(line: JournalEvent) -> None:
    """Queue a journal line for each webhook subscribed to it. One query, none without such webhooks."""
    types = hooks.webhook_types.get(line.kind)
    home = line.tournament
    if types is not None and home is not None and home.webhook_topics:
        _note(home, list(types(line)), line=line.pk, at=line.at)


def note_seal(seal: JournalSeal) -> None:
    """Queue a seal for each subscribed webhook."""
    _note(seal.tournament, [SEALED], line=seal.upto, at=seal.at, seal=seal.pk)


def _note(home: Home, types: Collection[str], *, line: int, at: datetime, seal: int | None = None) -> None:
    """Queue deliveries, only of a public home, to the webhooks listed in the row of the home as it was read."""
    if not home.published:
        return
    rows = [
        WebhookDelivery(webhook_id=int(webhook), type=type_, line=line, seal=seal, at=at)
        for webhook, topics in home.webhook_topics.items()
        for type_ in types
        if topic_of(type_) in topics
    ]
    if rows:
        WebhookDelivery.objects.bulk_create(rows)
        for queue in hooks.webhooks_wait:
            queue({row.webhook_id for row in rows})
