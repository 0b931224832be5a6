"""Drop the players who did not check in, as a single step with a single undo."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core import stamps
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.check_in.journal_kinds import MissingDropped
from pairings.engine.refusals import PairingRefusal
from pairings.queries.check_in.missing import missing_entries
from pairings.queries.rounds import division_rounds
from pairings.services import locks
from pairings.services.rounds import attendance
from tournaments import scopes
from tournaments.models import Division, Entry, Tournament, User
from tournaments.queries.journal import event_of_line


@transaction.atomic
def drop_missing(
    event: Tournament, entries: Collection[int], *, by: User | None, now: datetime | None = None
) -> list[Entry]:
    """Drop the players among `entries` who have not checked in.

    Players who arrived in the meantime are not dropped. Refused: MISSING_CHANGED if all of them have arrived.
    """
    divisions = {division.pk: division for division in locks.lock_divisions(event)}
    moment = now or timezone.now()
    dropped = [entry for entry in missing_entries(event) if entry.pk in entries]
    if not dropped:
        raise Refused(PairingRefusal.MISSING_CHANGED)
    numbers = {
        key: division_rounds.current_round_number(divisions[key])
        for key in sorted({entry.division_id for entry in dropped})
    }
    for entry in dropped:
        stamps.mark_scopes_changed(scopes.entry_scope(entry.pk))
        entry.dropped_in, entry.dropped_at = numbers[entry.division_id], moment
    Entry.objects.bulk_update(dropped, ["dropped_in", "dropped_at"])
    _update_after_attendance_changes([divisions[key] for key in numbers])
    line = MissingDropped(
        count=len(dropped),
        names=", ".join(map(str, dropped)),
        entries=[entry.pk for entry in dropped],
        moment=moment.isoformat(),
    )
    journal.write_journal_line(event, line, by=by, at=now)
    return dropped


def undo_drop_missing(line: JournalEvent) -> None:
    """Undo MissingDropped, except for players who have been reinstated or disqualified since.

    The players are not checked in, as before, so no round counts as missed. Refused: UNDO_OVERTAKEN if no
    player remains.
    """
    divisions = {division.pk: division for division in locks.lock_divisions(event_of_line(line))}
    entries = list(_missing_still_dropped(line))
    if not entries:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for entry in entries:
        stamps.mark_scopes_changed(scopes.entry_scope(entry.pk))
        entry.dropped_in, entry.dropped_at = None, None
    Entry.objects.bulk_update(entries, ["dropped_in", "dropped_at"])
    _update_after_attendance_changes(
        [divisions[key] for key in sorted({entry.division_id for entry in entries})]
    )


def _update_after_attendance_changes(divisions: Collection[Division]) -> None:
    """Update standings and walkovers of the divisions in which round 1 is posted."""
    for division in divisions:
        number = division_rounds.current_round_number(division)
        if number:
            attendance.update_after_attendance_change(division, since=number)


def can_no_longer_undo_missing_drop(line: JournalEvent) -> bool:
    """Return whether no player is still dropped by this step."""
    return not _missing_still_dropped(line).exists()


def _missing_still_dropped(line: JournalEvent) -> QuerySet[Entry]:
    """Return the entries that are still dropped by this step and not disqualified."""
    moment = datetime.fromisoformat(line.facts["moment"])
    entries = Entry.objects.filter(tournament=line.tournament, pk__in=line.facts["entries"])
    return entries.filter(dropped_at=moment, disqualified=False, checked_in_at=None).order_by("pk")


add_undo(undo_drop_missing, MissingDropped, is_past=can_no_longer_undo_missing_drop)
