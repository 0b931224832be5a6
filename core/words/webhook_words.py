"""Sentences about webhooks: their topics, why one was switched off, and their journal lines."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.code_labels import Facts
from core.engine.refusals import CoreRefusal
from core.models import Webhook

TOPICS: dict[str, str | Promise] = {}
SHORT_TOPICS: dict[str, str | Promise] = {}
"""The names of topics (`hooks.webhook_topics`), for forms and lists."""

CAUSES: dict[str, str | Promise] = {
    Webhook.Off.STAFF: _("by staff"),
    Webhook.Off.ENDED: _("the receiver said it no longer exists"),
    Webhook.Off.FAILING: _("nothing was received for days"),
}
"""Reasons why a webhook was switched off."""

OFF: dict[str, str | Promise] = {
    Webhook.Off.STAFF: _("Nothing is sent until you switch it on."),
    Webhook.Off.ENDED: _(
        "The receiver answered that it no longer exists (410). Correct the address, or delete this webhook."
    ),
    Webhook.Off.FAILING: _(
        "Nothing was received for three days. Check the last deliveries, fix the receiver, then switch it on."
    ),
}
"""Advice for a webhook that is switched off, by cause."""


def topics_text(topics: list[str]) -> str:
    """Return the names of topics: "Rounds, Clock"."""
    return ", ".join(str(SHORT_TOPICS.get(topic, topic)) for topic in topics)


def _switched_off_cause_words(facts: Facts) -> Facts:
    """Return the words for the cause in a journal line, such as "by the staff"."""
    cause = str(facts.get("cause", ""))
    return {"cause_text": CAUSES.get(cause, cause)}


sentences.register_sentences(
    {
        "WebhookAdded": _("Webhook to %(address)s added"),
        "WebhookChanged": _("Webhook to %(address)s changed"),
        "WebhookSwitchedOn": _("Webhook to %(address)s switched on"),
        "WebhookSecretChanged": _("Webhook to %(address)s: new secret"),
        "WebhookDeleted": _("Webhook to %(address)s deleted"),
    }
)
sentences.register_sentences(
    {"WebhookSwitchedOff": _("Webhook to %(address)s switched off: %(cause_text)s")},
    facts=_switched_off_cause_words,
)
sentences.REFUSALS.update(
    {
        CoreRefusal.WEBHOOK_ADDRESS_ODD: _(
            "This is not an address of a website. Type one like https://example.org/hook."
        ),
        CoreRefusal.WEBHOOK_ADDRESS_PRIVATE: _(
            "This address is on a private network. Use a public address, or ask the administrator of "
            "this site to allow its own network."
        ),
        CoreRefusal.WEBHOOK_NEEDS_HTTPS: _(
            "Webhooks only use https. Enter an address that begins with https://."
        ),
        CoreRefusal.WEBHOOK_WITHOUT_TOPIC: _("Choose at least one topic."),
        CoreRefusal.TOO_MANY_WEBHOOKS: _("An event has at most %(limit)s webhooks. Delete one first."),
    }
)
