"""Load the shipped facts into the tables. Existing rows do not change. For cards see `loading_cards`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import models

from cards.engine import collector_numbers, shipped_facts
from cards.engine.cards import LANGUAGES, Printing

GetModel = Callable[[str, str], type[models.Model]]
Values = dict[str, Any]
"""A row of a table, by column."""

FILLED_IF_EMPTY = ("PromoCutoff", "Rotation", "NameGroup")
"""Tables whose rows have no key except their content, so they are only filled if they are empty."""


def load_tables(get_model: GetModel) -> int:
    """Add every missing shipped row, and return the number of added rows. Existing rows do not change.

    Tables in FILLED_IF_EMPTY only get rows if they are empty. `get_model` finds models by app and name, so that a
    migration can pass historical ones. Tables that do not exist yet are skipped.
    """
    return sum(_load_shipped_fact_table(get_model, name, rows) for name, rows in _shipped_tables())


def card_columns_of(printing: Printing) -> Values:
    """Return a printing as the columns of its row in the table of cards."""
    values = {name: getattr(printing, name) for name in Printing.__dataclass_fields__}
    values["expansion_id"] = values.pop("expansion")
    values["subtypes"], values["types"] = "|".join(printing.subtypes), "|".join(printing.types)
    values["plain_number"] = collector_numbers.plain_collector_number(printing.number)
    return values


def load_expansions() -> None:
    """Add the shipped expansions that are missing."""
    _load_shipped_fact_table(apps.get_model, "Expansion", _shipped_expansions())


def _shipped_tables() -> Iterator[tuple[str, Iterable[Values]]]:
    """Yield the name of each model with its shipped rows. Columns that a model lacks are ignored during loading."""
    yield "Expansion", _shipped_expansions()
    yield (
        "Reprint",
        (
            {
                "key": row["name"],
                "old_expansion_id": row["old_expansion"] or None,
                "old_number": row["old_number"],
                "new_expansion_id": row["new_expansion"],
                "new_number": row["new_number"],
                "identical": row["identical"] == "yes",
                "source": row["source"],
            }
            for row in shipped_facts.shipped_fact_rows("reprints.csv")
        ),
    )
    yield (
        "Erratum",
        (
            {"key": row["name"], "starts_on": row["starts_on"] or None, "source": row["source"]}
            for row in shipped_facts.shipped_fact_rows("errata.csv")
        ),
    )
    for name, file in (
        ("Ban", "bans.csv"),
        ("PromoCutoff", "promo_cutoffs.csv"),
        ("Rotation", "rotations.csv"),
    ):
        yield (
            name,
            (
                {
                    **row,
                    "ends_on": row["ends_on"] or None,
                    "expansion_id": row.get("expansion"),
                    "since_id": row.get("since") or None,
                }
                for row in shipped_facts.shipped_fact_rows(file)
            ),
        )
    for name, file in (("PromoDate", "promo_dates.csv"), ("CopyLimit", "copy_limits.csv")):
        yield (
            name,
            ({**row, "expansion_id": row["expansion"]} for row in shipped_facts.shipped_fact_rows(file)),
        )
    yield (
        "NameGroup",
        (
            {**row, "names": "\n".join(row["names"].split("|")), "ends_on": row["ends_on"] or None}
            for row in shipped_facts.shipped_fact_rows("name_groups.csv")
        ),
    )


def _load_shipped_fact_table(get_model: GetModel, name: str, rows: Iterable[Values]) -> int:
    """Add the rows that a table lacks and return their number.

    Tables in FILLED_IF_EMPTY get no rows unless they are empty. Tables that do not exist yet are skipped.
    """
    try:
        model = get_model("cards", name)
    except LookupError:
        return 0
    fields = {field.attname for field in model._meta.concrete_fields}
    instances = [model(**{name: value for name, value in row.items() if name in fields}) for row in rows]
    count_before = model._default_manager.count()
    if count_before and model.__name__ in FILLED_IF_EMPTY:
        return 0
    model._default_manager.bulk_create(instances, batch_size=500, ignore_conflicts=True)
    return model._default_manager.count() - count_before


def _shipped_expansions() -> Iterator[Values]:
    """Yield the shipped expansions as rows, numbered in the order of the file."""
    for order, (row, expansion) in enumerate(
        zip(
            shipped_facts.shipped_fact_rows("expansions.csv"), shipped_facts.shipped_expansions(), strict=True
        )
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
