"""What messages of webhooks say of an event."""

from collections.abc import Mapping

from django.urls import reverse

from core.engine.webhooks import PING, moment
from core.models import JournalEvent, JournalSeal, Webhook, WebhookDelivery
from core.queries import public_address
from tournaments import hooks
from tournaments.models import Tournament


def data_of(hook: Webhook, delivery: WebhookDelivery) -> Mapping[str, object] | None:
    """The data of a message: the event, and what happened. None if the event or the line is no longer public."""
    row = public_address.current()
    site = row.address if row else hook.origin
    facts = _facts(hook, delivery, site)
    return None if facts is None else {"event": event_facts(hook.tournament, site), **facts}


def _facts(hook: Webhook, delivery: WebhookDelivery, site: str) -> Mapping[str, object] | None:
    if delivery.type == PING:
        return {"webhook": hook.pk}
    if not Tournament.objects.filter(pk=hook.tournament_id, published=True).exists():
        return None
    if delivery.seal is not None:
        seals = JournalSeal.objects.select_related("tournament").defer("lines")
        seal = seals.filter(pk=delivery.seal, tournament=hook.tournament_id).first()
        return seal_facts(seal, site) if seal else None
    lines = JournalEvent.objects.select_related("tournament", "division")
    line = lines.filter(pk=delivery.line, tournament=hook.tournament_id).first()
    find = hooks.webhook_facts.get(delivery.type)
    return find(line, site) if line is not None and find is not None else None


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
