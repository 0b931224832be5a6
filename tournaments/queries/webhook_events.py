"""What messages of webhooks say of an event."""

from django.urls import reverse

from tournaments.models import Tournament


def facts_of(event: Tournament, site: str) -> dict[str, object]:
    """The event of a message."""
    address = f"{site}{reverse('tournaments:event', args=[event.slug])}"
    return {"event": {"id": event.pk, "slug": event.slug, "name": event.name, "url": address}}
