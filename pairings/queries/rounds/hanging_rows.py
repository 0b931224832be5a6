"""Rows that depend on a round, as plain values for a line of the journal.

Rows of other rooms are found by their foreign keys: those a cascade would delete are stored, and those whose link
would be set to null are listed.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from django.db.models import CASCADE, Model

from core import hooks
from core.engine.journal.kinds import add_keys
from core.engine.labels import label_of
from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Row
from pairings.engine.journal_kinds import RoundUndone, TomRoundsAdded
from pairings.models import BracketSeat, Match, Round, Seat, Stage
from tournaments.queries.snapshot_parts import PLAYER

Rows = dict[str, list[Row]]
"""Label of a model -> its rows, by column."""

Links = dict[str, list[list[int]]]
""""app.Model.column" -> the keys of rows that stay, and what each referred to."""


def root_of(round_: Round) -> Model:
    """What is deleted with a round: its stage as well if the round began it."""
    alone = not round_.stage.rounds.exclude(pk=round_.pk).exists()
    return round_.stage if alone and round_.stage.position == 0 else round_


def of(root: Model) -> tuple[Rows, Links]:
    """The root, all rows deleted with it, and the links set to null."""
    reached: dict[type[Model], dict[int, Model]] = {type(root): {root.pk: root}}
    links: Links = {}
    waiting = [(type(root), [root.pk])]
    while waiting:
        model, keys = waiting.pop(0)
        for relation in model._meta.related_objects:
            hanging, field = relation.related_model, relation.field
            rows = hanging._base_manager.filter(**{f"{field.attname}__in": keys}).order_by("pk")
            if relation.on_delete is not CASCADE:
                pairs = [list(pair) for pair in rows.values_list("pk", field.attname)]
                if pairs:
                    links.setdefault(f"{label_of(hanging)}.{field.attname}", []).extend(pairs)
                continue
            known_rows = reached.setdefault(hanging, {})
            new = {row.pk: row for row in rows if row.pk not in known_rows}
            known_rows.update(new)
            if new:
                waiting.append((hanging, list(new)))
    stored: Rows = {}
    for model, known_rows in reached.items():
        for _pk, row in sorted(known_rows.items()):
            values = {field.attname: field.value_from_object(row) for field in row._meta.concrete_fields}
            plain = {
                name: value.isoformat() if isinstance(value, datetime) else value
                for name, value in values.items()
            }
            stored.setdefault(label_of(model), []).append(plain)
    return stored, links


def at_tables(round_: Round) -> list[tuple[type[Model], int]]:
    """The models of rows deleted with the matches of a round, and how many each has: calls, reports, extensions.

    One query for each model.
    """
    counts = []
    for relation in Match._meta.related_objects:
        if relation.on_delete is CASCADE and relation.related_model not in (Seat, BracketSeat):
            rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__round": round_})
            if n := rows.count():
                counts.append((relation.related_model, n))
    return counts


@cache
def _rows_spec() -> Spec:
    return {label_of(model): [_keys(model)] for model in _hanging()}


def _keys(model: type[Model]) -> dict[str, Spec]:
    """Where keys are in a row, by column."""
    label = label_of(model)
    targets = ((field.attname, field.related_model) for field in model._meta.concrete_fields)
    columns = {name: label_of(target) for name, target in targets if target is not None}
    inside = next((part.keys for part in hooks.snapshot_parts if part.label == label), {})
    return {"id": label, **columns, **inside}


@cache
def _links_spec() -> Spec:
    return {
        f"{label_of(relation.related_model)}.{relation.field.attname}": [
            (label_of(relation.related_model), label_of(model))
        ]
        for model in _hanging()
        for relation in model._meta.related_objects
        if relation.on_delete is not CASCADE and label_of(relation.related_model) in _in_snapshots()
    }


def that_travel(links: Links) -> Links:
    """The links of models in snapshots."""
    # In a restored event the keys of other models would refer to rows of other events.
    return {name: pairs for name, pairs in links.items() if name.rpartition(".")[0] in _in_snapshots()}


def _in_snapshots() -> set[str]:
    return {part.label for part in hooks.snapshot_parts}


def _hanging() -> Iterable[type[Model]]:
    """The models of `of`, whatever the root is."""
    models: list[type[Model]] = [Stage, Round]
    for model in models:
        models += [
            relation.related_model
            for relation in model._meta.related_objects
            if relation.on_delete is CASCADE and relation.related_model not in models
        ]
    return models


def _columns_of_parts() -> dict[str, dict[str, Spec]]:
    return {part.label: _keys(part.model) for part in hooks.snapshot_parts}


@cache
def _changed_spec() -> Spec:
    changed: dict[str, Spec] = {label: [(label, keys, keys)] for label, keys in _columns_of_parts().items()}
    return {**changed, PLAYER: [(PLAYER, None, None)]}


@cache
def _added_spec() -> Spec:
    return {part.label: [(part.label, None)] for part in hooks.snapshot_parts}


@cache
def _removed_spec() -> Spec:
    return {label: [keys] for label, keys in _columns_of_parts().items()}


# Called when a line is read, after all rooms have registered their snapshot parts.
add_keys(RoundUndone, rows=_rows_spec, links=_links_spec)
add_keys(TomRoundsAdded, rows_changed=_changed_spec, rows_added=_added_spec, rows_removed=_removed_spec)
