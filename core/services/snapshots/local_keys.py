"""Assign local keys to the rows of a snapshot."""

from collections.abc import Iterator, Mapping, Sequence

from core.engine.model_labels import stored_model_label
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.keys import compress_key_pairs, replace_row_keys
from core.engine.snapshots.parts import Row, SnapshotPart, SnapshotScheme
from core.services.snapshots.reserved_keys import reserve_keys
from core.services.snapshots.row_checks import MAX_KEY, SnapshotRows, may_refer_to_deleted_row

MAX_MENTIONED = 3_000_000
"""The maximum number of keys inside the plain values of a file."""

Keys = dict[str, dict[int, int]]
"""By model, the local key of each key in the file."""


def assign_local_keys(
    rows: SnapshotRows, scheme: SnapshotScheme, existing_keys: Mapping[str, Mapping[int, int]]
) -> Keys:
    """Assign a local key to each row of the file and to every other key that its values refer to.

    `existing_keys` maps each model to the keys of rows outside the file that exist in this installation. A key that is
    referred to but has no row gets an unused key, so that it never refers to another row by accident.

    Refused: SNAPSHOT_ROW (part, row, field), SNAPSHOT_PART (part).
    """
    named_keys: dict[str, set[int]] = {
        label: {row["id"] for row in part_rows} for label, part_rows in rows.of.items()
    }
    mentions = 0
    for part in scheme.parts:
        for model, key in _mentioned_keys(part, rows.of[part.label]):
            mentions += 1
            if mentions > MAX_MENTIONED or not 0 < key <= MAX_KEY:
                raise Refused(CoreRefusal.SNAPSHOT_ROW, part=part.label, row=mentions, field=model[:80])
            named_keys.setdefault(model, set()).add(key)
    local: dict[str, dict[int, int]] = {}
    for label, keys in named_keys.items():
        if label not in scheme.labels:
            raise Refused(CoreRefusal.SNAPSHOT_PART, part=label[:80])
        existing = existing_keys.get(label, {})
        missing = sorted(key for key in keys if key not in existing)
        local[label] = {
            **existing,
            **dict(zip(missing, reserve_keys(scheme.model(label), len(missing)), strict=True)),
        }
    return local


def _mentioned_keys(part: SnapshotPart, rows: Sequence[Row]) -> Iterator[tuple[str, int]]:
    """Yield (model, key) for keys inside plain values and for references to rows that may be deleted."""
    yield from part.keys_in(rows)
    for column in part.model._meta.concrete_fields:
        if may_refer_to_deleted_row(column):
            label = stored_model_label(column.related_model)
            yield from ((label, row[column.attname]) for row in rows if row.get(column.attname) is not None)


def restorable_keys(
    rows: SnapshotRows, scheme: SnapshotScheme, keys: Keys, existing_keys: Mapping[str, Mapping[int, int]]
) -> dict[str, dict[int, int]]:
    """Map, for each model, the file key of each row that can be restored to its local key.

    For `keys` and `existing_keys`, see `assign_local_keys`. A row is omitted if it requires an account that this
    installation lacks, and so are the rows that require the omitted row.
    """
    local = {label: dict(outside_keys) for label, outside_keys in existing_keys.items()}
    for part in scheme.parts:
        local_keys = keys.get(part.label, {})
        local[part.label] = {row["id"]: local_keys[row["id"]] for row in rows.of[part.label]}
    while _omit_incomplete_rows(rows, scheme, local):
        pass
    return local


def _omit_incomplete_rows(
    rows: SnapshotRows, scheme: SnapshotScheme, local: dict[str, dict[int, int]]
) -> int:
    """Omit rows that require a missing row, and return their number."""
    count = 0
    for part in scheme.parts:
        required = [
            (field.attname, local.get(stored_model_label(field.related_model), {}))
            for field in part.fields
            if field.is_relation and not field.null
        ]
        part_keys = local[part.label]
        for row in rows.of[part.label]:
            if row["id"] in part_keys and any(row[name] not in keys for name, keys in required):
                del part_keys[row["id"]]
                count += 1
    return count


def remap_row(part: SnapshotPart, row: Row, keys: Keys, local: Mapping[str, Mapping[int, int]]) -> Row:
    """Return a row with its local keys.

    For `keys`, see `assign_local_keys`; for `local`, see `restorable_keys`. A reference to a row that is not
    restored becomes None.
    """

    def local_key(model: str, key: int) -> int:
        return keys[model][key]

    new_row = {**row, "id": keys[part.label][row["id"]]}
    for column in part.model._meta.concrete_fields:
        if column.is_relation and column.name not in part.without and row.get(column.attname) is not None:
            keys_by_model = keys if may_refer_to_deleted_row(column) else local
            label = stored_model_label(column.related_model)
            new_row[column.attname] = keys_by_model.get(label, {}).get(row[column.attname])
    for name, spec in {**part.keys, **part.keys_of(row)}.items():
        if name in new_row:
            new_row[name] = replace_row_keys(new_row[name], spec, local_key)
    return part.remapped(new_row, keys)


def key_runs_of_restore(keys: Keys) -> dict[str, list[list[int]]]:
    """Map each model to all its pairs of file key and local key, compressed to runs."""
    return {
        label: [list(run) for run in compress_key_pairs(local_keys.items())]
        for label, local_keys in keys.items()
        if local_keys
    }
