"""Load the shipped facts into the tables without changing existing rows. Cards have `shipped_cards`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import models

from cards.engine import numbers, shipped
from cards.engine.cards import LANGUAGES, Printing

GetModel = Callable[[str, str], type[models.Model]]
Values = dict[str, Any]
"""One row of a table by its columns."""

WITHOUT_NAME = ("PromoCutoff", "Rotation", "NameGroup")
"""Tables whose rows have no identity beyond their content: filled only if empty."""


def load(get_model: GetModel) -> int:
    """Add every missing shipped row and return how many are new; existing rows stay.

    `get_model` finds models by app and name, so that a migration can pass historical ones; a table that does not exist
    yet is skipped.
    """
    return sum(_load(get_model, name, rows) for name, rows in _tables())


def values_of(printing: Printing) -> Values:
    """The columns of one card."""
    values = {name: getattr(printing, name) for name in Printing.__dataclass_fields__}
    values["expansion_id"] = values.pop("expansion")
    values["subtypes"], values["types"] = "|".join(printing.subtypes), "|".join(printing.types)
    values["plain_number"] = numbers.plain(printing.number)
    return values


def load_expansions() -> None:
    """Add the shipped expansions that are missing."""
    _load(apps.get_model, "Expansion", _expansions())


def _tables() -> Iterator[tuple[str, Iterable[Values]]]:
    yield "Expansion", _expansions()
    yield "Reprint", _reprints()
    yield (
        "Erratum",
        (
            {"key": row["name"], "starts_on": row["starts_on"] or None, "source": row["source"]}
            for row in shipped.rows("errata.csv")
        ),
    )
    for name, file in (
        ("Ban", "bans.csv"),
        ("PromoCutoff", "promo_cutoffs.csv"),
        ("Rotation", "rotations.csv"),
    ):
        yield name, (_period(row) for row in shipped.rows(file))
    yield "PromoDate", (_of_expansion(row) for row in shipped.rows("promo_dates.csv"))
    yield "CopyLimit", (_of_expansion(row) for row in shipped.rows("copy_limits.csv"))
    yield (
        "NameGroup",
        (
            {**row, "names": "\n".join(row["names"].split("|")), "ends_on": row["ends_on"] or None}
            for row in shipped.rows("name_groups.csv")
        ),
    )


def _load(get_model: GetModel, name: str, rows: Iterable[Values]) -> int:
    try:
        model = get_model("cards", name)
    except LookupError:
        return 0
    return _add(model, rows)


def _add(model: type[models.Model], rows: Iterable[Values]) -> int:
    fields = {field.attname for field in model._meta.concrete_fields}
    new = [model(**{name: value for name, value in row.items() if name in fields}) for row in rows]
    before = model._default_manager.count()
    if before and model.__name__ in WITHOUT_NAME:
        return 0
    model._default_manager.bulk_create(new, batch_size=500, ignore_conflicts=True)
    return model._default_manager.count() - before


def _expansions() -> Iterator[Values]:
    for order, (row, expansion) in enumerate(
        zip(shipped.rows("expansions.csv"), shipped.expansions(), strict=True)
    ):
        yield {
            "id": expansion.id,
            "name": expansion.name,
            "codes": row["codes"],
            "released": expansion.released,
            "legal_from": expansion.legal_from,
            "kind": expansion.kind,
            "series": expansion.series,
            "names": {code: row[f"name_{code}"] for code in LANGUAGES[1:] if row.get(f"name_{code}")},
            "order": order,
        }


def _reprints() -> Iterator[Values]:
    for row in shipped.rows("reprints.csv"):
        yield {
            "key": row["name"],
            "old_expansion_id": row["old_expansion"] or None,
            "old_number": row["old_number"],
            "new_expansion_id": row["new_expansion"],
            "new_number": row["new_number"],
            "identical": row["identical"] == "yes",
            "source": row["source"],
        }


def _period(row: dict[str, str]) -> Values:
    """A row of a table with dates; surplus columns are dropped on insert."""
    return {
        **row,
        "ends_on": row["ends_on"] or None,
        "expansion_id": row.get("expansion"),
        "since_id": row.get("since") or None,
    }


def _of_expansion(row: dict[str, str]) -> Values:
    return {**row, "expansion_id": row["expansion"]}
