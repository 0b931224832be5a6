"""The organizer and location fields of a TOM file, editable for the event."""

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import TomDetailsChanged
from pairings.models import TomDetails
from pairings.queries.tom import tom_details_of
from pairings.services import locks
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of_line

FIELDS = ("organizer_name", "organizer_id", "state", "overflow_table_start")


@transaction.atomic
def change_tom_details(event: Tournament, *, by: User | None, **fields: object) -> TomDetails:
    """Set some of `FIELDS`, writing nothing if they are unchanged."""
    locks.lock_event(event)
    details = tom_details_of(event)
    changed = {
        name: [getattr(details, name), value]
        for name, value in fields.items()
        if getattr(details, name) != value
    }
    if not changed:
        return details
    for name, (_, value) in changed.items():
        setattr(details, name, value)
    details.save()
    journal.write_journal_line(event, TomDetailsChanged(changed=changed), by=by)
    return details


def undo_change_of_tom_details(line: JournalEvent) -> None:
    """Undo TomDetailsChanged. Refused: UNDO_OVERTAKEN if one of the fields has been changed since."""
    details = tom_details_of(locks.lock_event(event_of_line(line)))
    for name, (before, after) in line.facts["changed"].items():
        if getattr(details, name) != after:
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        setattr(details, name, before)
    details.save()


add_undo(undo_change_of_tom_details, TomDetailsChanged)
