"""Collect the rows that depend on a round as plain values for a journal line.

Rows of other apps are found through foreign keys: rows that a cascade would delete are stored completely, and rows
whose foreign key would be set to null are listed.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from django.db.models import CASCADE, Model

from core import hooks
from core.engine.journal.kinds import declare_fact_keys
from core.engine.model_labels import stored_model_label
from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Row
from pairings.engine.journal_kinds import RoundUndone, TomRoundsAdded
from pairings.models import BracketSeat, Match, Round, Seat, Stage
from tournaments.queries.snapshot_parts import PLAYER

Rows = dict[str, list[Row]]
"""Rows by model label, each as a mapping of columns to values."""

Links = dict[str, list[list[int]]]
"""Pairs of row key and referenced key, by "app.Model.column". These rows survive the deletion."""


def row_to_delete_for_undo(round_: Round) -> Model:
    """Return the row to delete to undo a round.

    It is the stage if this is the only round of the first stage, otherwise the round.
    """
    is_only_round = not round_.stage.rounds.exclude(pk=round_.pk).exists()
    return round_.stage if is_only_round and round_.stage.position == 0 else round_


def dependent_rows(root: Model) -> tuple[Rows, Links]:
    """Collect the root, all rows a cascade would delete with it, and foreign keys it would set to null."""
    rows_by_model: dict[type[Model], dict[int, Model]] = {type(root): {root.pk: root}}
    links: Links = {}
    pending = [(type(root), [root.pk])]
    while pending:
        model, keys = pending.pop(0)
        for relation in model._meta.related_objects:
            dependent_model, field = relation.related_model, relation.field
            rows = dependent_model._base_manager.filter(**{f"{field.attname}__in": keys}).order_by("pk")
            if relation.on_delete is not CASCADE:
                pairs = [list(pair) for pair in rows.values_list("pk", field.attname)]
                if pairs:
                    links.setdefault(f"{stored_model_label(dependent_model)}.{field.attname}", []).extend(
                        pairs
                    )
                continue
            model_rows = rows_by_model.setdefault(dependent_model, {})
            new_rows = {row.pk: row for row in rows if row.pk not in model_rows}
            model_rows.update(new_rows)
            if new_rows:
                pending.append((dependent_model, list(new_rows)))
    rows_by_label: Rows = {}
    for model, model_rows in rows_by_model.items():
        for _pk, row in sorted(model_rows.items()):
            values = {field.attname: field.value_from_object(row) for field in row._meta.concrete_fields}
            json_values = {
                name: value.isoformat() if isinstance(value, datetime) else value
                for name, value in values.items()
            }
            rows_by_label.setdefault(stored_model_label(model), []).append(json_values)
    return rows_by_label, links


def count_match_dependents(round_: Round) -> list[tuple[type[Model], int]]:
    """Count the rows deleted with a round's matches, by model: calls, reports, extensions.

    Seats and models without such rows are left out. One query per model.
    """
    counts = []
    for relation in Match._meta.related_objects:
        if relation.on_delete is CASCADE and relation.related_model not in (Seat, BracketSeat):
            rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__round": round_})
            if n := rows.count():
                counts.append((relation.related_model, n))
    return counts


@cache
def _deleted_rows_spec() -> Spec:
    """Return the specification of the keys in `RoundUndone.rows`."""
    return {stored_model_label(model): [_keys_by_column(model)] for model in _dependent_models()}


def _keys_by_column(model: type[Model]) -> dict[str, Spec]:
    """Return the columns of this model that contain keys, with their specifications."""
    label = stored_model_label(model)
    targets = ((field.attname, field.related_model) for field in model._meta.concrete_fields)
    columns = {name: stored_model_label(target) for name, target in targets if target is not None}
    keys_inside_values = next((part.keys for part in hooks.snapshot_parts if part.label == label), {})
    return {"id": label, **columns, **keys_inside_values}


@cache
def _cleared_links_spec() -> Spec:
    """Return the specification of the keys in `RoundUndone.links`."""
    in_snapshots = {part.label for part in hooks.snapshot_parts}
    return {
        f"{stored_model_label(relation.related_model)}.{relation.field.attname}": [
            (stored_model_label(relation.related_model), stored_model_label(model))
        ]
        for model in _dependent_models()
        for relation in model._meta.related_objects
        if relation.on_delete is not CASCADE and stored_model_label(relation.related_model) in in_snapshots
    }


def links_in_snapshots(links: Links) -> Links:
    """Return only the links of models that are part of snapshots."""
    # In a restored event, keys of other models would refer to rows of a different event.
    in_snapshots = {part.label for part in hooks.snapshot_parts}
    return {name: pairs for name, pairs in links.items() if name.rpartition(".")[0] in in_snapshots}


def _dependent_models() -> Iterable[type[Model]]:
    """Return all models whose rows may depend on a round."""
    models: list[type[Model]] = [Stage, Round]
    for model in models:
        models += [
            relation.related_model
            for relation in model._meta.related_objects
            if relation.on_delete is CASCADE and relation.related_model not in models
        ]
    return models


@cache
def _changed_spec() -> Spec:
    """Return the specification of the keys in `TomRoundsAdded.rows_changed`."""
    columns = {part.label: _keys_by_column(part.model) for part in hooks.snapshot_parts}
    changed: dict[str, Spec] = {label: [(label, keys, keys)] for label, keys in columns.items()}
    return {**changed, PLAYER: [(PLAYER, None, None)]}


@cache
def _added_spec() -> Spec:
    """Return the specification of the keys in `TomRoundsAdded.rows_added`."""
    return {part.label: [(part.label, None)] for part in hooks.snapshot_parts}


@cache
def _removed_spec() -> Spec:
    """Return the specification of the keys in `TomRoundsAdded.rows_removed`."""
    return {part.label: [_keys_by_column(part.model)] for part in hooks.snapshot_parts}


# Evaluated only when a line is read, after all apps have registered their snapshot parts.
declare_fact_keys(RoundUndone, rows=_deleted_rows_spec, links=_cleared_links_spec)
declare_fact_keys(
    TomRoundsAdded, rows_changed=_changed_spec, rows_added=_added_spec, rows_removed=_removed_spec
)
