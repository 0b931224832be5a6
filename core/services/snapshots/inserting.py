"""Writing the rows of a snapshot with their new keys."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from django.db import connection

from core.engine.snapshots.parts import Row, SnapshotScheme
from core.services.snapshots.local_keys import Keys, remap_row
from core.services.snapshots.row_checks import SnapshotRows

Fit = Callable[[list[Row], Mapping[str, bytes], ExitStack], list[Row]]


def insert_restored_rows(
    rows: SnapshotRows,
    scheme: SnapshotScheme,
    keys: Keys,
    local: Mapping[str, Mapping[int, int]],
    *,
    fits: Mapping[str, Fit],
    pictures: Mapping[str, bytes],
    undone: ExitStack,
) -> None:
    """Insert every row that can be restored.

    For `keys`, see `local_keys.assign_local_keys`; for `local`, `local_keys.restorable_keys`. `fits` maps a model
    label to a function that adapts the model's rows and the pictures of the snapshot to this installation.
    `undone` removes the files that the function writes if the restore fails.
    """
    for part in scheme.parts:
        part_rows = [
            remap_row(part, row, keys, local) for row in rows.of[part.label] if row["id"] in local[part.label]
        ]
        fit = fits.get(part.label)
        if fit:
            part_rows = fit(part_rows, pictures, undone)

        # A raw insert leaves keys and times unchanged and sends no signals.
        fields: Any = part.model._meta.concrete_fields
        instances = [part.model(**row) for row in part_rows]
        size = max(1, min(2000, connection.ops.bulk_batch_size(fields, instances)))
        for start in range(0, len(instances), size):
            part.model._base_manager._insert(
                instances[start : start + size], fields=fields, using=connection.alias, raw=True
            )
