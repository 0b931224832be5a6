"""Enter players of an earlier event in this one, all at once."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import RegularsAdded
from pairings.services import locks
from pairings.services.rounds import attendance
from tournaments.models import Entry, Tournament, User
from tournaments.queries.journal import event_of
from tournaments.services import arrivals
from tournaments.services.arrivals import Arrival


@transaction.atomic
def add(
    event: Tournament,
    source: Tournament,
    players: Collection[int],
    *,
    by: User | None,
    checked_in: bool = True,
) -> list[Entry]:
    """Enter people of `source` by their keys, all or none, skipping those already entered.

    In a division that plays they are checked in as late entries (M-019). Few queries while no division plays. Refused:
    CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED, and as `tournaments.services.entries.add`.
    """
    locks.event(event)
    locks.divisions(event)
    wanted = source.entries.filter(player__in=players).exclude(player__in=event.entries.values("player"))
    now = timezone.now() if checked_in else None
    chosen = list(wanted.order_by("last_name", "first_name", "pk"))
    rows = [Arrival(player=entry.player_id, namesake=True, checked_in_at=now) for entry in chosen]
    try:
        new = arrivals.enter(event, rows, by=by)
    except Refused as refused:
        row = refused.facts.get("row")
        name = str(chosen[row - 1]) if isinstance(row, int) else ""
        raise Refused(refused.code, **{"name": name} | refused.facts) from refused
    attendance.come_late(new)
    if new:
        keys = [entry.pk for entry in new]
        journal.write(event, RegularsAdded(count=len(new), source=source.name, entries=keys), by=by)
    return new


def undo(line: JournalEvent) -> None:
    """Undo RegularsAdded: remove those still entered, with their losses for missed rounds.

    Refused: UNDO_OVERTAKEN when all are gone already, ENTRY_HAS_PLAYED (name) when one of them was paired since.
    """
    locks.divisions(event_of(line))
    rows = list(_still_in(line).select_related("division__tournament", "player"))
    if not rows:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for entry in rows:
        attendance.take_out(entry)


def is_past(line: JournalEvent) -> bool:
    """Whether none remain to be removed, or one of them was paired since."""
    rows = list(_still_in(line).values_list("pk", flat=True))
    return not rows or any(attendance.was_paired(pk) for pk in rows)


def _still_in(line: JournalEvent) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=line.tournament, pk__in=line.facts["entries"]).order_by("pk")


add_undo(undo, RegularsAdded, is_past=is_past)
