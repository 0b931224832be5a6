"""Writing the rows of a snapshot with their new keys."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from django.db import connection, models

from core.engine.snapshots.parts import Row, Scheme
from core.services.snapshots.mapping import Keys, Rows, remapped

Fit = Callable[[list[Row], Mapping[str, bytes], ExitStack], list[Row]]


def insert(
    rows: Rows,
    scheme: Scheme,
    keys: Keys,
    there: Mapping[str, Mapping[int, int]],
    *,
    fits: Mapping[str, Fit],
    pictures: Mapping[str, bytes],
    undone: ExitStack,
) -> None:
    """Insert every row that can be restored (`mapping.restorable`).

    `fits`: by model label, adapts its rows, with the pictures of the snapshot, to this installation; files it writes
    are removed by `undone` if the restore fails.
    """
    for part in scheme.parts:
        made = [
            remapped(part, row, keys, there) for row in rows.of[part.label] if row["id"] in there[part.label]
        ]
        fit = fits.get(part.label)
        _insert(part.model, fit(made, pictures, undone) if fit else made)


def _insert(model: type[models.Model], rows: Sequence[Row]) -> None:
    """Insert rows unchanged, with their keys and times. No signal is sent."""
    fields: Any = model._meta.concrete_fields
    made = [model(**row) for row in rows]
    size = max(1, min(2000, connection.ops.bulk_batch_size(fields, made)))
    for at in range(0, len(made), size):
        model._base_manager._insert(  # type: ignore[attr-defined]
            made[at : at + size], fields=fields, using=connection.alias, raw=True
        )
