"""Restore rows that depended on a round from a journal line (`queries.rounds.dependent_rows`)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import JSONField, Model

from core.engine.model_labels import stored_model_label
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.parts import Row
from core.models.model_labels import model_of_label
from pairings.queries.rounds.dependent_rows import Links, Rows


def restore_deleted_rows(rows: Rows, links: Links) -> None:
    """Write the rows with their former keys, and restore the foreign keys of rows that still exist.

    Refused: UNDO_OVERTAKEN if a row they depend on was deleted. A foreign key to a deleted account is left empty.
    """
    for label, values in rows.items():
        model = model_of_label(label)
        # A row may refer to rows restored together with it, and to rows still in the database.
        valid_keys_by_column: dict[str, set[int]] = {}
        for field in model._meta.concrete_fields:
            target = field.related_model
            if target is None:
                continue
            referenced = {row[field.attname] for row in values if row.get(field.attname) is not None}
            restored_keys = {row["id"] for row in rows.get(stored_model_label(target), ())}
            existing = target._base_manager.filter(pk__in=referenced - restored_keys).values_list(
                "pk", flat=True
            )
            valid_keys_by_column[field.attname] = restored_keys | set(existing)
        model._base_manager.bulk_create(
            [_build_restored_row(model, row, valid_keys_by_column) for row in values], batch_size=500
        )
    for name, pairs in links.items():
        label, _dot, column = name.rpartition(".")
        model = model_of_label(label)
        for pk, target_pk in pairs:
            model._base_manager.filter(pk=pk, **{column: None}).update(**{column: target_pk})


def _build_restored_row(
    model: type[Model], values: Mapping[str, Any], valid_keys_by_column: Mapping[str, set[int]]
) -> Model:
    """Build a restored row, without foreign keys to rows that were deleted.

    Refused: UNDO_OVERTAKEN if such a foreign key is required.
    """
    restored: Row = {}
    for field in model._meta.concrete_fields:
        if field.attname not in values:
            continue
        value = values[field.attname]
        if field.is_relation:
            if value is not None and value not in valid_keys_by_column[field.attname]:
                if not field.null:
                    raise Refused(CoreRefusal.UNDO_OVERTAKEN)
                value = None
            restored[field.attname] = value
        else:
            restored[field.attname] = value if isinstance(field, JSONField) else field.to_python(value)
    return model(**restored)
