"""What messages of webhooks say."""

from collections.abc import Mapping

from core import hooks
from core.engine.facts import Facts
from core.engine.webhooks import PING, moment
from core.models import JournalEvent, JournalSeal, Webhook, WebhookDelivery
from core.queries import public_address
from core.queries.homes import page_address


def data_of(hook: Webhook, delivery: WebhookDelivery) -> Mapping[str, object] | None:
    """The data of a message: its home, and what happened. None if the home or the line is no longer public."""
    row = public_address.current()
    site = row.address if row else hook.origin
    facts = _facts(hook, delivery, site)
    if facts is None:
        return None
    of_home = {
        name: fact for find in hooks.webhook_homes for name, fact in find(hook.tournament, site).items()
    }
    return {**of_home, **facts}


def _facts(hook: Webhook, delivery: WebhookDelivery, site: str) -> Facts | None:
    if delivery.type == PING:
        return {"webhook": hook.pk}
    if not Webhook.objects.filter(pk=hook.pk, tournament__published=True).exists():
        return None
    if delivery.seal is not None:
        seals = JournalSeal.objects.select_related("tournament").defer("lines")
        seal = seals.filter(pk=delivery.seal, tournament=hook.tournament_id).first()
        return seal_facts(seal, site) if seal else None
    lines = JournalEvent.objects.select_related("tournament", "division")
    line = lines.filter(pk=delivery.line, tournament=hook.tournament_id).first()
    find = hooks.webhook_facts.get(delivery.type)
    facts = find(line, site) if line is not None and find is not None else None
    return None if facts is None else dict(facts)


def seal_facts(seal: JournalSeal, site: str) -> Facts:
    """A seal of the journal, as in its feed."""
    return {
        "seal": {
            "number": seal.number,
            "digest": seal.digest,
            "short": seal.short,
            "previous": seal.previous or None,
            "at": moment(seal.at),
            "lines": seal.total,
            "feed_url": f"{site}{page_address('seals_feed', seal.tournament.slug)}",
        }
    }
