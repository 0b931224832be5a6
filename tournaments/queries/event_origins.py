"""The origins of restored events and the records of deleted events, for verifying journals."""

from collections.abc import Iterator

from core.engine.seals import JournalOrigin, Mismatch
from tournaments.models import DeletedEvent, EventOrigin, Tournament


def origins_of(event: Tournament | None) -> Iterator[JournalOrigin]:
    """Yield an event's restores, ordered by number. Makes one query."""
    for row in EventOrigin.objects.filter(tournament=event).order_by("number"):
        yield JournalOrigin(row.event, row.seals, row.line, row.taken_at, row.trusted, row.backwards)


def mismatched_deletion_records(event: Tournament) -> Iterator[Mismatch]:
    """Yield a mismatch for each recorded deletion of an event that still exists.

    A recorded deletion allows the event's journal lines to be deleted, so an existing event must not have one.
    """
    for pk in DeletedEvent.objects.filter(event=event.pk).values_list("pk", flat=True):
        yield Mismatch("deletion", pk)


def latest_origin(event: Tournament) -> EventOrigin | None:
    """Return the latest restore of an event, or None if it was never restored."""
    return event.origins.order_by("number").last()
