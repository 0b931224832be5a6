"""Compare an event's rows before and after a step, and undo its changes, additions and removals."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, TypedDict

from django.db.models import CASCADE, JSONField

from core import hooks
from core.engine.model_labels import stored_model_label
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.parts import Row
from core.models import JournalEvent, JournalSeal
from core.models.model_labels import model_of_label
from pairings.models import Standing, TomFile
from pairings.services.rounds import restored_rows
from tournaments.models import Entry, Player, Tournament

Rows = dict[str, dict[int, Row]]
"""Model label -> primary key -> row as a dict by column."""

NOT_COMPARED = (JournalEvent, JournalSeal, Standing, TomFile)
"""Models that are not compared.

Journal lines are never changed, standings are computed, and files contain names that the journal must be able
to forget.
"""

SHARED = (stored_model_label(Player),)
"""Models of people. Other events use their rows as well."""


def rows_of_event(event: Tournament) -> Rows:
    """Return the rows of an event, except those of NOT_COMPARED, and the Player IDs of its people."""
    rows: Rows = {}
    for part in hooks.snapshot_parts:
        if part.model not in NOT_COMPARED:
            rows[part.label] = _rows_by_key(part.model._base_manager.filter(**{part.home: event.pk}).values())
    people = Player.objects.filter(entries__tournament=event).distinct()
    rows[stored_model_label(Player)] = _rows_by_key(people.values("id", "player_id"))
    return rows


def _rows_by_key(rows: Any) -> dict[int, Row]:
    return {
        row["id"]: {
            name: value.isoformat() if isinstance(value, date) else value for name, value in row.items()
        }
        for row in rows.order_by("pk")
    }


class RowChanges(TypedDict):
    """Facts of a journal line, by model.

    `rows_changed` has the key of each changed row with its columns before and after, `rows_added` the key and digest
    of each new row, `rows_removed` the complete removed rows.
    """

    rows_changed: dict[str, list[Any]]
    rows_added: dict[str, list[Any]]
    rows_removed: dict[str, list[Any]]


def row_changes(before: Rows, after: Rows) -> RowChanges:
    """Return the difference between two states of the rows of an event."""
    facts = RowChanges(rows_changed={}, rows_added={}, rows_removed={})
    for label, rows_after in after.items():
        rows_before = before.get(label, {})
        changed = [
            [pk, {name: rows_before[pk][name] for name in names}, {name: row[name] for name in names}]
            for pk, row in rows_after.items()
            if pk in rows_before and (names := [name for name in row if row[name] != rows_before[pk][name]])
        ]
        added = [[pk, _row_digest(label, row)] for pk, row in rows_after.items() if pk not in rows_before]
        removed = [row for pk, row in rows_before.items() if pk not in rows_after]
        if changed:
            facts["rows_changed"][label] = changed
        if added and label not in SHARED:
            facts["rows_added"][label] = added
        if removed and label not in SHARED:
            facts["rows_removed"][label] = removed
    return facts


def _row_digest(label: str, row: Mapping[str, Any]) -> int:
    """Return a digest to detect changes of a row.

    Keys and links are left out, because they differ in a restored event.
    """
    fields = model_of_label(label)._meta.concrete_fields
    keys = {field.attname for field in fields if field.is_relation or field.unique}
    values = sorted((name, str(value)) for name, value in row.items() if name not in keys)
    return int.from_bytes(hashlib.sha256(repr(values).encode()).digest()[:6])


def restore_changed_rows(event: Tournament, facts: Mapping[str, Any]) -> None:
    """Undo the changes, additions and removals of rows found by `row_changes`.

    People who have been changed since are skipped. Refused: UNDO_OVERTAKEN if another row has been
    changed since, or if another row refers to a row to be deleted.
    """
    current_rows = rows_of_event(event)
    _require_unchanged(facts, current_rows)
    # Later apps are first in the list of parts, so matches are deleted before their players.
    for part in hooks.snapshot_parts:
        keys = [pk for pk, _stored_digest in facts["rows_added"].get(part.label, ())]
        if keys:
            part.model._base_manager.filter(pk__in=keys).delete()
    restored_rows.restore_deleted_rows(facts["rows_removed"], {})
    for label, rows in facts["rows_changed"].items():
        model = model_of_label(label)
        fields = {field.attname: field for field in model._meta.concrete_fields}
        for pk, before, after in rows:
            if label in SHARED and current_rows[label].get(pk, {}) != {"id": pk, **after}:
                continue
            columns = {
                name: value
                if fields[name].is_relation or isinstance(fields[name], JSONField)
                else fields[name].to_python(value)
                for name, value in before.items()
            }
            model._base_manager.filter(pk=pk).update(**columns)


def _require_unchanged(facts: Mapping[str, Any], current_rows: Rows) -> None:
    """Require that no row of a step has been changed since, and that no later row refers to an added one.

    People are not compared. Refused: UNDO_OVERTAKEN.
    """
    for label, rows in facts["rows_changed"].items():
        for pk, _before, after in () if label in SHARED else rows:
            row = current_rows[label].get(pk, {})
            if any(row.get(name) != value for name, value in after.items()):
                raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for label, rows in facts["rows_added"].items():
        for pk, digest in rows:
            if pk not in current_rows[label] or _row_digest(label, current_rows[label][pk]) != digest:
                raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if any(_reference_checks(facts["rows_added"], current_rows)):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def _reference_checks(added: Mapping[str, list[list[int]]], current_rows: Rows) -> Iterator[bool]:
    """Yield, for each relevant relation, whether a later row refers to an added row.

    Relevant are relations that cascade, and all relations to an entry.
    """
    keys = {label: {pk for pk, _stored_digest in rows} for label, rows in added.items()}
    for label, target_keys in keys.items():
        for relation in model_of_label(label)._meta.related_objects:
            referring_label, column = stored_model_label(relation.related_model), relation.field.attname
            if relation.on_delete is CASCADE or label == stored_model_label(Entry):
                rows = current_rows.get(referring_label, {}).items()
                yield any(
                    row.get(column) in target_keys and pk not in keys.get(referring_label, ())
                    for pk, row in rows
                )
