"""What follows a change of an event's webhooks: its journal line, and the topics in the event's row."""

from core.models import Webhook
from core.services import journal
from tournaments.engine.journal_kinds import (
    WebhookAdded,
    WebhookChanged,
    WebhookDeleted,
    WebhookSecretChanged,
    WebhookSwitchedOff,
    WebhookSwitchedOn,
)
from tournaments.models import User

KINDS = {
    "added": WebhookAdded,
    "changed": WebhookChanged,
    "on": WebhookSwitchedOn,
    "secret": WebhookSecretChanged,
    "deleted": WebhookDeleted,
}


def note_change(hook: Webhook, change: str, *, by: User | None) -> None:
    """Write one line, and update the event's row of webhook topics."""
    event, address = hook.tournament, hook.host
    on = event.webhooks.filter(off=Webhook.Off.NO).order_by("pk")
    event.webhook_topics = {str(pk): topics for pk, topics in on.values_list("pk", "topics")}
    event.save(update_fields=["webhook_topics"])
    if change == "off":
        journal.write(event, WebhookSwitchedOff(webhook=hook.pk, address=address, cause=str(hook.off)), by=by)
    else:
        journal.write(event, KINDS[change](webhook=hook.pk, address=address), by=by)
