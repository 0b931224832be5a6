"""Check the rows of a snapshot and convert their values."""

from dataclasses import dataclass, field
from typing import Any

from django.db import models

from core.engine.model_labels import stored_model_label
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.file import Snapshot, SnapshotTable
from core.engine.snapshots.parts import Row, SnapshotPart, SnapshotScheme
from core.services.snapshots.field_values import UnfitValue, parse_field_value

MAX_KEY = 2**63 - 1
"""The highest key that a database can store."""


@dataclass(slots=True)
class SnapshotRows:
    """The rows of a snapshot by model.

    Values have the types of their fields, and keys are those of the file.
    """

    of: dict[str, list[Row]] = field(default_factory=dict)

    def one(self, label: str) -> Row:
        """Return the only row of a part.

        Refused: SNAPSHOT_ROW (part, row, field) if there is not exactly one row.
        """
        rows = self.of[label]
        if len(rows) != 1:
            raise Refused(CoreRefusal.SNAPSHOT_ROW, part=label, row=len(rows), field="id")
        return rows[0]


def check_snapshot_rows(snapshot: Snapshot, scheme: SnapshotScheme) -> SnapshotRows:
    """Convert the values of every row to the types of their fields, and check all references.

    Refused: SNAPSHOT_FIELD (part, field), SNAPSHOT_ROW (part, row, field).
    """
    rows = SnapshotRows()
    for part in scheme.parts:
        rows.of[part.label] = typed_rows(part, snapshot.tables.get(part.label))
    for label, outside in scheme.outside.items():
        rows.of[label] = outside.rows(snapshot.tables.get(label))
    _require_known_keys(rows, scheme)
    return rows


def typed_rows(part: SnapshotPart, table: SnapshotTable | None) -> list[Row]:
    """Return the rows of one part, with values converted to the types of their fields.

    A field that an older file lacks gets its default; without one, the file is refused. Refused: see
    `check_snapshot_rows`.
    """
    label, table = part.label, table or SnapshotTable(("id",), ())
    fields = {column.attname: column for column in part.fields}
    if unknown := [name for name in table.names if name not in fields]:
        raise Refused(CoreRefusal.SNAPSHOT_FIELD, part=label, field=unknown[0][:80])
    for name, column in fields.items():
        is_omitted = name not in table.names and not (
            column.has_default() or column.null or column.blank or not column.editable
        )
        if (name == "id" and name not in table.names) or (is_omitted and table.rows):
            raise Refused(CoreRefusal.SNAPSHOT_FIELD, part=label, field=name)
    columns = [fields[name] for name in table.names]
    newer_columns = [column for name, column in fields.items() if name not in table.names]
    return [
        {column.attname: column.get_default() for column in newer_columns}
        | {
            column.attname: _typed_value(part, number, column, value)
            for column, value in zip(columns, row, strict=True)
        }
        for number, row in enumerate(table.rows, 1)
    ]


def _typed_value(part: SnapshotPart, number: int, field: "models.Field[Any, Any]", value: Any) -> Any:
    """Return a value of row `number` in the type of its field. Refused: SNAPSHOT_ROW (part, row, field)."""
    try:
        typed_value = parse_field_value(field, value)
        if (
            (field.primary_key or field.is_relation)
            and typed_value is not None
            and not 0 < typed_value <= MAX_KEY
        ):
            raise UnfitValue
        if field.name in part.reads:
            part.reads[field.name](typed_value)
    except (ValueError, OverflowError, TypeError, KeyError, AttributeError) as error:
        raise Refused(CoreRefusal.SNAPSHOT_ROW, part=part.label, row=number, field=field.name) from error
    return typed_value


def _require_known_keys(rows: SnapshotRows, scheme: SnapshotScheme) -> None:
    """Check that keys are unique and that every reference is to a row in the file.

    Optional models and fields that may refer to deleted rows are exempt. Refused: SNAPSHOT_ROW (part, row,
    field).
    """
    optional_models = {outside.model for outside in scheme.outside.values() if outside.may_be_missing}
    keys = {label: {row["id"] for row in part_rows} for label, part_rows in rows.of.items()}
    for label, part_rows in rows.of.items():
        if len(keys[label]) != len(part_rows):
            raise Refused(CoreRefusal.SNAPSHOT_ROW, part=label, row=len(keys[label]), field="id")
    for part in scheme.parts:
        relations = [column for column in part.fields if column.is_relation]
        for number, row in enumerate(rows.of[part.label], 1):
            for column in relations:
                key = row.get(column.attname)
                is_valid = key is None or key in keys.get(stored_model_label(column.related_model), ())
                if not (
                    is_valid or column.related_model in optional_models or may_refer_to_deleted_row(column)
                ):
                    raise Refused(CoreRefusal.SNAPSHOT_ROW, part=part.label, row=number, field=column.name)


def may_refer_to_deleted_row(field: "models.Field[Any, Any]") -> bool:
    """Return whether a field may refer to a deleted row."""
    return isinstance(field, models.ForeignKey) and not getattr(field, "db_constraint", True)
