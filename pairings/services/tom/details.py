"""What TOM's file says of the organizer and the place, as the organizer of the event has it."""

from django.db import transaction

from core.engine.refused import Refused
from pairings.models import TomDetails
from pairings.queries.tom import details_of
from pairings.services import locks
from tournaments.models import JournalEvent, Tournament, User
from tournaments.services import journal
from tournaments.services.journal_kinds import JournalKind, define

FIELDS = ("organizer_name", "organizer_id", "state", "overflow_table_start")


@transaction.atomic
def change_details(event: Tournament, *, by: User | None, **fields: object) -> TomDetails:
    """Set some of `FIELDS`; nothing is written where nothing changes."""
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
    journal.write(event, "TomDetailsChanged", by=by, changed=changed)
    return row


def undo_details(line: JournalEvent) -> None:
    """Undo of TomDetailsChanged. Refused: UNDO_OVERTAKEN where one of them changed again since."""
    row = details_of(locks.event(line.event))
    for name, (before, after) in line.facts["changed"].items():
        if getattr(row, name) != after:
            raise Refused("UNDO_OVERTAKEN")
        setattr(row, name, before)
    row.save()


define(
    JournalKind(
        "TomDetailsChanged",
        {"changed": dict},
        scope="event",
        topic="event",
        undo=undo_details,
        may_undo="organize",
        any_time=True,
    ),
)
