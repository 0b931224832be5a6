"""The people and the staff in the snapshot of an event."""

from collections.abc import Iterator

from core.engine.model_labels import stored_model_label
from core.engine.snapshots.file import SnapshotTable
from core.queries.snapshots import AT_A_TIME, json_value
from tournaments.engine.person_fields import KEYS, OF_ENTRY
from tournaments.models import Entry, Player, Tournament, User

PEOPLE = stored_model_label(Player)
PERSON = ("id", *KEYS)


def people_table_for_snapshot(event: int) -> SnapshotTable:
    """Return a table of an event's people by person key, with their facts in this event."""
    rows = Entry.objects.filter(tournament=event).order_by("player_id").values_list("player_id", *OF_ENTRY)
    return SnapshotTable(PERSON, [[json_value(value) for value in row] for row in rows.iterator(AT_A_TIME)])


def staff_with_roles(event: Tournament) -> Iterator[tuple[User, str]]:
    """Yield the accounts of the staff with their roles. Makes one query."""
    for member in event.staff.select_related("user"):
        yield member.user, member.role
