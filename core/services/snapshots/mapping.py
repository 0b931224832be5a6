"""Checking the rows of a snapshot, and assigning their keys here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from core.engine.labels import label_of
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.file import Snapshot, Table
from core.engine.snapshots.keys import runs, visit
from core.engine.snapshots.parts import Part, Row, Scheme
from core.queries.snapshots import keys_in
from core.services.snapshots.reserving import new_keys
from core.services.snapshots.values import Unfit, value_of

MOST_KEY = 2**63 - 1
MOST_MENTIONED = 3_000_000

Keys = dict[str, dict[int, int]]
"""By model: file key to local key."""


@dataclass(slots=True)
class Rows:
    """The rows of a snapshot by model, with values in their fields' types and keys as in the file."""

    of: dict[str, list[Row]] = field(default_factory=dict)

    def one(self, label: str) -> Row:
        """The only row of a part. Refused: SNAPSHOT_ROW (part, row, field)."""
        rows = self.of[label]
        if len(rows) != 1:
            raise Refused(CoreRefusal.SNAPSHOT_ROW, part=label, row=len(rows), field="id")
        return rows[0]


def checked(snapshot: Snapshot, scheme: Scheme) -> Rows:
    """Convert every row by the fields of its model and check that all references are in the file.

    Refused: SNAPSHOT_FIELD (part, field), SNAPSHOT_ROW (part, row, field).
    """
    rows = Rows()
    for part in scheme.parts:
        rows.of[part.label] = typed(part, snapshot.tables.get(part.label))
    for label, outside in scheme.outside.items():
        rows.of[label] = outside.rows(snapshot.tables.get(label))
    _require_known_keys(rows, scheme)
    return rows


def typed(part: Part, table: Table | None) -> list[Row]:
    """The rows of a part of a file, with values in the types of their fields. Refused: see `checked`."""
    label, table = part.label, table or Table(("id",), ())
    fields = {one.attname: one for one in part.fields}
    if unknown := [name for name in table.names if name not in fields]:
        raise Refused(CoreRefusal.SNAPSHOT_FIELD, part=label, field=unknown[0][:80])
    for name, one in fields.items():
        left_out = name not in table.names and not (
            one.has_default() or one.null or one.blank or not one.editable
        )
        if (name == "id" and name not in table.names) or (left_out and table.rows):
            raise Refused(CoreRefusal.SNAPSHOT_FIELD, part=label, field=name)
    columns = [fields[name] for name in table.names]
    newer = [one for name, one in fields.items() if name not in table.names]
    return [
        {one.attname: one.get_default() for one in newer}
        | {one.attname: _value(part, number, one, value) for one, value in zip(columns, row, strict=True)}
        for number, row in enumerate(table.rows, 1)
    ]


def _value(part: Part, number: int, field: "models.Field[Any, Any]", value: Any) -> Any:
    try:
        read = value_of(field, value)
        if (field.primary_key or field.is_relation) and read is not None and not 0 < read <= MOST_KEY:
            raise Unfit
        if field.name in part.reads:
            part.reads[field.name](read)
    except (ValueError, OverflowError, TypeError, KeyError, AttributeError) as bad:
        raise Refused(CoreRefusal.SNAPSHOT_ROW, part=part.label, row=number, field=field.name) from bad
    return read


def _require_known_keys(rows: Rows, scheme: Scheme) -> None:
    """Require that no row refers to anything else: every reference must be in the file."""
    free = {outside.model for outside in scheme.outside.values() if outside.may_be_missing}
    there = {label: {row["id"] for row in some} for label, some in rows.of.items()}
    for label, some in rows.of.items():
        if len(there[label]) != len(some):
            raise Refused(CoreRefusal.SNAPSHOT_ROW, part=label, row=len(there[label]), field="id")
    for part in scheme.parts:
        related = [one for one in part.fields if one.is_relation]
        for number, row in enumerate(rows.of[part.label], 1):
            for one in related:
                key = row.get(one.attname)
                home = there.get(label_of(one.related_model), ())
                known = key is None or key in home or one.related_model in free or outlives(one)
                if not known:
                    raise Refused(CoreRefusal.SNAPSHOT_ROW, part=part.label, row=number, field=one.name)


def key_map(rows: Rows, scheme: Scheme, here: Mapping[str, Mapping[int, int]]) -> Keys:
    """The local key of each row of the file, and of everything else its plain values name.

    `here`: by model, the keys of rows outside that exist here. A named key without a row gets a key that no row has, so
    that nothing else is ever meant.
    Refused: SNAPSHOT_ROW (part, row, field), SNAPSHOT_PART (part).
    """
    named: dict[str, set[int]] = {label: {row["id"] for row in some} for label, some in rows.of.items()}
    mentions = 0
    for part in scheme.parts:
        for model, key in _named_in(part, rows.of[part.label]):
            mentions += 1
            if mentions > MOST_MENTIONED or not 0 < key <= MOST_KEY:
                raise Refused(CoreRefusal.SNAPSHOT_ROW, part=part.label, row=mentions, field=model[:80])
            named.setdefault(model, set()).add(key)
    local: dict[str, dict[int, int]] = {}
    for label, keys in named.items():
        if label not in scheme.labels:
            raise Refused(CoreRefusal.SNAPSHOT_PART, part=label[:80])
        there = here.get(label, {})
        ordered = sorted(key for key in keys if key not in there)
        local[label] = {
            **there,
            **dict(zip(ordered, new_keys(scheme.model(label), len(ordered)), strict=True)),
        }
    return local


def _named_in(part: Part, rows: Sequence[Row]) -> Iterator[tuple[str, int]]:
    """Keys inside plain values, and those of rows that may be gone."""
    yield from keys_in(part, rows)
    for column in part.model._meta.concrete_fields:
        if outlives(column):
            label = label_of(column.related_model)
            yield from ((label, row[column.attname]) for row in rows if row.get(column.attname) is not None)


def outlives(field: "models.Field[Any, Any]") -> bool:
    """Whether a field may refer to a deleted row."""
    return isinstance(field, models.ForeignKey) and not getattr(field, "db_constraint", True)


def restorable(
    rows: Rows, scheme: Scheme, keys: Keys, here: Mapping[str, Mapping[int, int]]
) -> dict[str, dict[int, int]]:
    """By model, file key and local key of each row that can be restored; `here`: see `key_map`.

    A row that requires an account missing here is omitted, and so are the rows that require it.
    """
    found = {label: dict(some) for label, some in here.items()}
    for part in scheme.parts:
        known = keys.get(part.label, {})
        found[part.label] = {row["id"]: known[row["id"]] for row in rows.of[part.label]}
    while _leave_out(rows, scheme, found):
        pass
    return found


def _leave_out(rows: Rows, scheme: Scheme, found: dict[str, dict[int, int]]) -> int:
    """Omit rows that require a missing one; returns how many."""
    count = 0
    for part in scheme.parts:
        needs = [
            (field.attname, found.get(label_of(field.related_model), {}))
            for field in part.fields
            if field.is_relation and not field.null
        ]
        own = found[part.label]
        for row in rows.of[part.label]:
            if row["id"] in own and any(row[name] not in there for name, there in needs):
                del own[row["id"]]
                count += 1
    return count


def remapped(part: Part, row: Row, keys: Keys, there: Mapping[str, Mapping[int, int]]) -> Row:
    """A row with its local keys. `there`: see `restorable`."""

    def become(model: str, key: int) -> int:
        return keys[model][key]

    made = {**row, "id": keys[part.label][row["id"]]}
    for one in part.model._meta.concrete_fields:
        if one.is_relation and one.name not in part.without and row.get(one.attname) is not None:
            home = keys if outlives(one) else there
            made[one.attname] = home.get(label_of(one.related_model), {}).get(row[one.attname])
    for name, spec in {**part.keys, **part.keys_of(row)}.items():
        if name in made:
            made[name] = visit(made[name], spec, become)
    return part.remapped(made, keys)


def origin_keys(keys: Keys) -> dict[str, list[list[int]]]:
    """All pairs of file key and local key, by model as runs."""
    return {label: [list(run) for run in runs(some.items())] for label, some in keys.items() if some}
