"""Where an event is from, and deletions noted of it, for the verification of its journal."""

from collections.abc import Iterator

from core.engine.seals import Found, Origin
from tournaments.models import DeletedEvent, EventOrigin, Tournament


def origins_of(event: Tournament | None) -> Iterator[Origin]:
    """The restores of an event, by number. One query."""
    for row in EventOrigin.objects.filter(tournament=event).order_by("number"):
        yield Origin(row.event, row.seals, row.line, row.taken_at, row.trusted, row.backwards)


def noted_deletions(event: Tournament) -> Iterator[Found]:
    """The records of a deletion, which allows deleting an event's lines: an existing event has none."""
    for pk in DeletedEvent.objects.filter(event=event.pk).values_list("pk", flat=True):
        yield Found("deletion", pk)


def latest(event: Tournament) -> EventOrigin | None:
    """The newest restore of an event."""
    return event.origins.order_by("number").last()
