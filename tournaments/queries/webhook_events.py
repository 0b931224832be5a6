"""Facts about an event in the messages of webhooks."""

from django.urls import reverse

from core.engine.code_labels import Facts
from tournaments.models import Tournament


def webhook_facts(event: Tournament, site: str) -> Facts:
    """Return the event as sent in a message, with its URL on `site`."""
    address = f"{site}{reverse('tournaments:event', args=[event.slug])}"
    return {"event": {"id": event.pk, "slug": event.slug, "name": event.name, "url": address}}
