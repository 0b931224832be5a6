"""What messages of webhooks say of an event."""

from django.urls import reverse

from core.engine.facts import Facts
from tournaments.models import Tournament


def facts_of(event: Tournament, site: str) -> Facts:
    """The event of a message."""
    address = f"{site}{reverse('tournaments:event', args=[event.slug])}"
    return {"event": {"id": event.pk, "slug": event.slug, "name": event.name, "url": address}}
