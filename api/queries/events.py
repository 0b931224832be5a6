"""Events a program may read."""

from django.db.models import Q

from tournaments.models import Tournament


def readable(own: int | None = None) -> list[Tournament]:
    """The public events and the event `own`, latest first. One query."""
    return list(Tournament.objects.filter(Q(published=True) | Q(pk=own)).order_by("-starts_at", "-pk"))
