"""The rows a step changed, added and removed in an event, and how to restore them."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, TypedDict

from django.db.models import CASCADE, JSONField

from core import hooks
from core.engine.labels import label_of
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots.parts import Row
from core.models import JournalEvent, JournalSeal
from core.models.labels import model_of
from pairings.models import Standing, TomFile
from pairings.services.rounds import stored_rows
from tournaments.models import Entry, Player, Tournament

Rows = dict[str, dict[int, Row]]
"""Model label -> rows by primary key, each a dict by column."""

NOT_COMPARED = (JournalEvent, JournalSeal, Standing, TomFile)
"""Journal lines are only added; standings are computed; a file holds names, which the journal must be
able to forget.
"""

SHARED = (label_of(Player),)
"""Records of people: other events have them too."""


def of_event(event: Tournament) -> Rows:
    """All rows of an event and the records of its people."""
    rows: Rows = {}
    for part in hooks.snapshot_parts:
        if part.model not in NOT_COMPARED:
            rows[part.label] = _by_key(part.model._base_manager.filter(**{part.home: event.pk}).values())
    people = Player.objects.filter(entries__tournament=event).distinct()
    rows[label_of(Player)] = _by_key(people.values("id", "player_id"))
    return rows


def _by_key(rows: Any) -> dict[int, Row]:
    return {
        row["id"]: {
            name: value.isoformat() if isinstance(value, date) else value for name, value in row.items()
        }
        for row in rows.order_by("pk")
    }


class RowChanges(TypedDict):
    """Facts of a journal line, by model: key, columns before and columns after; key and digest; whole rows."""

    rows_changed: dict[str, list[Any]]
    rows_added: dict[str, list[Any]]
    rows_removed: dict[str, list[Any]]


def between(before: Rows, after: Rows) -> RowChanges:
    """The difference of two states."""
    facts = RowChanges(rows_changed={}, rows_added={}, rows_removed={})
    for label, now in after.items():
        then = before.get(label, {})
        changed = [
            [pk, {name: then[pk][name] for name in names}, {name: row[name] for name in names}]
            for pk, row in now.items()
            if pk in then and (names := [name for name in row if row[name] != then[pk][name]])
        ]
        added = [[pk, _digest(label, row)] for pk, row in now.items() if pk not in then]
        removed = [row for pk, row in then.items() if pk not in now]
        if changed:
            facts["rows_changed"][label] = changed
        if added and label not in SHARED:
            facts["rows_added"][label] = added
        if removed and label not in SHARED:
            facts["rows_removed"][label] = removed
    return facts


def _digest(label: str, row: Mapping[str, Any]) -> int:
    """Says whether a row is still as it was; its keys are others in a restored event, as is what a link ends with."""
    fields = model_of(label)._meta.concrete_fields
    keys = {field.attname for field in fields if field.is_relation or field.unique}
    values = sorted((name, str(value)) for name, value in row.items() if name not in keys)
    return int.from_bytes(hashlib.sha256(repr(values).encode()).digest()[:6])


def put_back(event: Tournament, facts: Mapping[str, Any]) -> None:
    """Restore the rows of an event.

    Refused: UNDO_OVERTAKEN where one of them changed since, or another row refers to one to be deleted.
    """
    now = of_event(event)
    _require_unchanged(facts, now)
    # Rooms to the right come first in the parts, so matches go before their players.
    for part in hooks.snapshot_parts:
        keys = [pk for pk, _digest_then in facts["rows_added"].get(part.label, ())]
        if keys:
            part.model._base_manager.filter(pk__in=keys).delete()
    stored_rows.restore(facts["rows_removed"], {})
    for label, rows in facts["rows_changed"].items():
        model = model_of(label)
        fields = {field.attname: field for field in model._meta.concrete_fields}
        for pk, before, after in rows:
            if label in SHARED and now[label].get(pk, {}) != {"id": pk, **after}:
                continue
            columns = {
                name: value
                if fields[name].is_relation or isinstance(fields[name], JSONField)
                else fields[name].to_python(value)
                for name, value in before.items()
            }
            model._base_manager.filter(pk=pk).update(**columns)


def _require_unchanged(facts: Mapping[str, Any], now: Rows) -> None:
    for label, rows in facts["rows_changed"].items():
        for pk, _before, after in () if label in SHARED else rows:
            row = now[label].get(pk, {})
            if any(row.get(name) != value for name, value in after.items()):
                raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    for label, rows in facts["rows_added"].items():
        for pk, digest in rows:
            if pk not in now[label] or _digest(label, now[label][pk]) != digest:
                raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if any(_hanging(facts["rows_added"], now)):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def _hanging(added: Mapping[str, list[list[int]]], now: Rows) -> Iterator[bool]:
    """Whether a later row refers to an added one, for each relation between them."""
    keys = {label: {pk for pk, _digest_then in rows} for label, rows in added.items()}
    for label, targets in keys.items():
        for relation in model_of(label)._meta.related_objects:
            other, column = label_of(relation.related_model), relation.field.attname
            if relation.on_delete is CASCADE or label == label_of(Entry):
                rows = now.get(other, {}).items()
                yield any(row.get(column) in targets and pk not in keys.get(other, ()) for pk, row in rows)
