"""The parts of a snapshot of an event, and checks of the rows read from a file."""

from typing import Any

from core import hooks
from core.engine.model_labels import stored_model_label
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.file import Snapshot, SnapshotTable
from core.engine.snapshots.parts import Row, SharedModel, SnapshotPart, SnapshotScheme
from core.queries.snapshot_accounts import ACCOUNT, ACCOUNTS
from core.services.snapshots import row_checks
from core.services.snapshots.local_keys import MAX_MENTIONED
from core.services.snapshots.row_checks import SnapshotRows
from tournaments.models import EventOrigin, Player, Tournament, User
from tournaments.queries.snapshots import PEOPLE

OF_PEOPLE = SnapshotPart(Player, "entries__tournament", without=("organizer", "user"))
BEFORE_OF_STRANGERS = 500_000
"""The most keys from earlier restores that an uploaded file may contain."""


def snapshot_scheme() -> SnapshotScheme:
    """Return the parts of a snapshot, with the people and accounts to which its rows refer."""
    return SnapshotScheme(
        hooks.snapshot_parts,
        {
            PEOPLE: SharedModel(Player, lambda table: row_checks.typed_rows(OF_PEOPLE, table)),
            ACCOUNTS: SharedModel(User, _account_rows, may_be_missing=True),
        },
    )


def check_snapshot(snapshot: Snapshot, *, most_before: int = MAX_MENTIONED) -> SnapshotRows:
    """Return the rows of a file if it is complete and consistent.

    `most_before` is the most keys from earlier restores of the event that the file may contain.
    Refused: SNAPSHOT_FIELD (part, field), SNAPSHOT_ROW (part, row, field).
    """
    rows = row_checks.check_snapshot_rows(snapshot, snapshot_scheme())
    keys_left = most_before
    # Keys are counted before runs are expanded, because a short run can contain any number of keys.
    for row_number, row in enumerate(rows.of[stored_model_label(EventOrigin)], 1):
        keys = row.get("keys", {})
        is_valid = isinstance(keys, dict) and all(map(_is_list_of_runs, keys.values()))
        keys_left -= sum(run[2] for runs in keys.values() for run in runs) if is_valid else 0
        if not is_valid or keys_left < 0:
            raise Refused(
                CoreRefusal.SNAPSHOT_ROW, part=stored_model_label(EventOrigin), row=row_number, field="keys"
            )
    rows.one(stored_model_label(Tournament))
    return rows


def _is_list_of_runs(value: Any) -> bool:
    """Return whether a value is a list of runs: first original key, first current key, number of keys."""
    return isinstance(value, list) and all(
        isinstance(run, list) and len(run) == 3 and all(type(number) is int and number > 0 for number in run)
        for run in value
    )


def _account_rows(table: SnapshotTable | None) -> list[Row]:
    """Return the accounts in a file, or [] if it has no such part.

    Refused: SNAPSHOT_FIELD (part, field), SNAPSHOT_ROW (part, row, field).
    """
    table = table or SnapshotTable(ACCOUNT, ())
    if tuple(table.names) != ACCOUNT:
        raise Refused(CoreRefusal.SNAPSHOT_FIELD, part=ACCOUNTS, field="id")
    for row_number, (key, *texts) in enumerate(table.rows, 1):
        if not isinstance(key, int) or key <= 0 or not all(isinstance(text, str) for text in texts):
            raise Refused(CoreRefusal.SNAPSHOT_ROW, part=ACCOUNTS, row=row_number, field="id")
    return list(table.dicts())
