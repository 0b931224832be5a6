"""Enter several players of an earlier event in one step."""

from collections.abc import Collection

from django.db import transaction
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
from tournaments.queries.journal import event_of_line
from tournaments.services import arrivals
from tournaments.services.arrivals import Arrival


@transaction.atomic
def add_regulars(
    event: Tournament,
    source: Tournament,
    players: Collection[int],
    *,
    by: User | None,
    checked_in: bool = True,
) -> list[Entry]:
    """Enter players of `source`, chosen by player key, all or none.

    People who are already entered are skipped. `checked_in` checks the players in; in a division that is playing, they
    are checked in as late entries in any case (M-019). Few queries if no division is playing. Refused:
    CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED, and whatever `tournaments.services.entries.add_entry` refuses.
    """
    locks.lock_event(event)
    locks.lock_divisions(event)
    candidates = source.entries.filter(player__in=players).exclude(player__in=event.entries.values("player"))
    checked_in_at = timezone.now() if checked_in else None
    regulars = list(candidates.order_by("last_name", "first_name", "pk"))
    new_arrivals = [
        Arrival(player=entry.player_id, namesake=True, checked_in_at=checked_in_at) for entry in regulars
    ]
    try:
        new_entries = arrivals.enter_all_arrivals(event, new_arrivals, by=by)
    except Refused as refused:
        row_number = refused.facts.get("row")
        name = str(regulars[row_number - 1]) if isinstance(row_number, int) else ""
        raise Refused(refused.code, **{"name": name} | refused.facts) from refused
    attendance.check_in_late_entries(new_entries)
    if new_entries:
        keys = [entry.pk for entry in new_entries]
        journal.write_journal_line(
            event, RegularsAdded(count=len(new_entries), source=source.name, entries=keys), by=by
        )
    return new_entries


def undo_add_regulars(line: JournalEvent) -> None:
    """Undo RegularsAdded: remove the players still entered, and their losses for missed rounds.

    Refused: UNDO_OVERTAKEN if all have been removed already, ENTRY_HAS_PLAYED (name) if one of them has been
    paired since.
    """
    locks.lock_divisions(event_of_line(line))
    added = Entry.objects.filter(tournament=line.tournament, pk__in=line.facts["entries"]).order_by("pk")
    entries = list(added.select_related("division__tournament", "player"))
    if not entries:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for entry in entries:
        attendance.remove_entry(entry)


def can_no_longer_undo_added_regulars(line: JournalEvent) -> bool:
    """Return whether all players have been removed already, or one of them has been paired since."""
    added = Entry.objects.filter(tournament=line.tournament, pk__in=line.facts["entries"]).order_by("pk")
    keys = list(added.values_list("pk", flat=True))
    return not keys or any(attendance.was_paired(pk) for pk in keys)


add_undo(undo_add_regulars, RegularsAdded, is_past=can_no_longer_undo_added_regulars)
