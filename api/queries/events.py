"""Events that a program may read."""

from django.db.models import Q

from tournaments.models import Tournament


def readable_events(own_event: int | None = None) -> list[Tournament]:
    """List the public events and the event with the key `own_event`, latest first. Makes one query."""
    return list(Tournament.objects.filter(Q(published=True) | Q(pk=own_event)).order_by("-starts_at", "-pk"))
