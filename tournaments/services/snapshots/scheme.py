"""What a snapshot of an event consists of, and how its rows are read from a file."""

from typing import Any

from core import hooks
from core.engine.labels import label_of
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.file import Snapshot, Table
from core.engine.snapshots.parts import Outside, Part, Row, Scheme
from core.queries.snapshot_reading import ACCOUNT, ACCOUNTS
from core.services.snapshots import mapping
from core.services.snapshots.mapping import MOST_MENTIONED, Rows
from tournaments.models import EventOrigin, Player, Tournament, User
from tournaments.queries.snapshots import PEOPLE

OF_PEOPLE = Part(Player, "entries__tournament", without=("organizer", "user"))
BEFORE_OF_STRANGERS = 500_000
"""Keys from earlier restores that an uploaded file may contain."""


def scheme() -> Scheme:
    return Scheme(
        hooks.snapshot_parts,
        {
            PEOPLE: Outside(Player, lambda table: mapping.typed(OF_PEOPLE, table)),
            ACCOUNTS: Outside(User, _accounts, may_be_missing=True),
        },
    )


def checked(snapshot: Snapshot, *, most_before: int = MOST_MENTIONED) -> Rows:
    """The rows of a file that is whole and consistent. `most_before`: the most keys from earlier restores.

    Refused: SNAPSHOT_FIELD (part, field), SNAPSHOT_ROW (part, row, field).
    """
    rows = mapping.checked(snapshot, scheme())
    most = most_before
    # Counted before expanding: a run of a few digits can stand for any number of keys.
    for number, row in enumerate(rows.of[label_of(EventOrigin)], 1):
        keys = row.get("keys", {})
        fits = isinstance(keys, dict) and all(map(_is_runs, keys.values()))
        most -= sum(run[2] for runs_ in keys.values() for run in runs_) if fits else 0
        if not fits or most < 0:
            raise Refused(CoreRefusal.SNAPSHOT_ROW, part=label_of(EventOrigin), row=number, field="keys")
    rows.one(label_of(Tournament))
    return rows


def _is_runs(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(run, list) and len(run) == 3 and all(type(number) is int and number > 0 for number in run)
        for run in value
    )


def _accounts(table: Table | None) -> list[Row]:
    table = table or Table(ACCOUNT, ())
    if tuple(table.names) != ACCOUNT:
        raise Refused(CoreRefusal.SNAPSHOT_FIELD, part=ACCOUNTS, field="id")
    for number, (key, *texts) in enumerate(table.rows, 1):
        if not isinstance(key, int) or key <= 0 or not all(isinstance(one, str) for one in texts):
            raise Refused(CoreRefusal.SNAPSHOT_ROW, part=ACCOUNTS, row=number, field="id")
    return list(table.dicts())
