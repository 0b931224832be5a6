"""The data of webhook messages."""

from collections.abc import Mapping

from core import hooks
from core.engine.code_labels import Facts
from core.engine.webhooks import PING, format_payload_time
from core.models import JournalEvent, JournalSeal, Webhook, WebhookDelivery
from core.queries import public_address
from core.queries.homes import core_page_address


def webhook_message_data(hook: Webhook, delivery: WebhookDelivery) -> Mapping[str, object] | None:
    """Return the data of a message: facts about its home and about the change.

    Return None if the home, line or seal no longer exists or is not public. A ping is sent even if the home is
    not public.
    """
    phone_address = public_address.current_public_address()
    site = phone_address.address if phone_address else hook.origin
    facts: Facts | None = None
    if delivery.type == PING:
        facts = {"webhook": hook.pk}
    elif not Webhook.objects.filter(pk=hook.pk, tournament__published=True).exists():
        return None
    elif delivery.seal is not None:
        seals = JournalSeal.objects.select_related("tournament").defer("lines")
        seal = seals.filter(pk=delivery.seal, tournament=hook.tournament_id).first()
        facts = seal_facts(seal, site) if seal else None
    else:
        lines = JournalEvent.objects.select_related("tournament", "division")
        line = lines.filter(pk=delivery.line, tournament=hook.tournament_id).first()
        find_facts = hooks.webhook_facts.get(delivery.type)
        facts = find_facts(line, site) if line is not None and find_facts is not None else None
    if facts is None:
        return None
    home_facts = {
        name: fact
        for find_facts in hooks.webhook_homes
        for name, fact in find_facts(hook.tournament, site).items()
    }
    return {**home_facts, **facts}


def seal_facts(seal: JournalSeal, site: str) -> Facts:
    """Return the facts of a seal, as in the feed of seals."""
    return {
        "seal": {
            "number": seal.number,
            "digest": seal.digest,
            "short": seal.short,
            "previous": seal.previous or None,
            "at": format_payload_time(seal.at),
            "lines": seal.total,
            "feed_url": f"{site}{core_page_address('seals_feed', seal.tournament.slug)}",
        }
    }
