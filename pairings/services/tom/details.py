"""The organizer and location fields of a TOM file, editable for the event."""

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import TomDetailsChanged
from pairings.models import TomDetails
from pairings.queries.tom import details_of
from pairings.services import locks
from tournaments.models import Tournament, User
from tournaments.queries.journal import event_of

FIELDS = ("organizer_name", "organizer_id", "state", "overflow_table_start")


@transaction.atomic
def change_details(event: Tournament, *, by: User | None, **fields: object) -> TomDetails:
    """Set some of `FIELDS`; writes nothing if nothing changes."""
    locks.event(event)
    row = details_of(event)
    changed = {
        name: [getattr(row, name), value] for name, value in fields.items() if getattr(row, name) != value
    }
    if not changed:
        return row
    for name, (_, value) in changed.items():
        setattr(row, name, value)
    row.save()
    journal.write(event, TomDetailsChanged(changed=changed), by=by)
    return row


def undo_details(line: JournalEvent) -> None:
    """Undo TomDetailsChanged. Refused: UNDO_OVERTAKEN where one of the fields changed since."""
    row = details_of(locks.event(event_of(line)))
    for name, (before, after) in line.facts["changed"].items():
        if getattr(row, name) != after:
            raise Refused(CoreRefusal.UNDO_OVERTAKEN)
        setattr(row, name, before)
    row.save()


add_undo(undo_details, TomDetailsChanged)
