"""The facts shipped with the project: expansions and the fact tables in `cards/data`."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import cast

from cards.engine import card_names
from cards.engine.cards import Expansion, ExpansionKind
from cards.engine.facts import (
    Ban,
    CopyLimit,
    Erratum,
    FactTables,
    NameGroup,
    PromoCutoff,
    PromoDate,
    Reprint,
    Rotation,
)
from core.engine import tabular

DATA = Path(__file__).resolve().parent.parent / "data"


def shipped_fact_rows(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a shipped file."""
    return tabular.read_shipped_rows(DATA / name)


@cache
def shipped_expansions() -> tuple[Expansion, ...]:
    """Return every expansion and product with all its codes, in order of release."""
    return tuple(
        Expansion(
            row["id"],
            row["name"],
            tuple(row["codes"].split()),
            _optional_day(row["released"]),
            _optional_day(row["legal_from"]),
            cast(ExpansionKind, row["kind"]),
            row["series"],
        )
        for row in shipped_fact_rows("expansions.csv")
    )


@cache
def shipped_fact_tables() -> FactTables:
    """Return every fact table."""
    return FactTables(
        tuple(
            Reprint(
                row["name"],
                (row["new_expansion"], row["new_number"]),
                row["identical"] == "yes",
                (row["old_expansion"], row["old_number"]) if row["old_number"] else None,
            )
            for row in shipped_fact_rows("reprints.csv")
        ),
        tuple(
            Erratum(row["name"], _optional_day(row["starts_on"])) for row in shipped_fact_rows("errata.csv")
        ),
        tuple(
            Ban((row["expansion"], row["number"]), row["format"], *_period_of_row(row))
            for row in shipped_fact_rows("bans.csv")
        ),
        tuple(
            PromoCutoff(row["expansion"], row["format"], int(row["first"]), *_period_of_row(row))
            for row in shipped_fact_rows("promo_cutoffs.csv")
        ),
        tuple(
            Rotation(
                row["format"],
                *_period_of_row(row),
                row["since"],
                tuple(row["also"].split()),
                tuple(row["marks"].split()),
            )
            for row in shipped_fact_rows("rotations.csv")
        ),
        tuple(
            PromoDate((row["expansion"], row["number"]), date.fromisoformat(row["legal_from"]))
            for row in shipped_fact_rows("promo_dates.csv")
        ),
        tuple(
            CopyLimit(
                (row["expansion"], row["number"]),
                card_names.card_name_identity(row["name"]),
                int(row["most"]),
            )
            for row in shipped_fact_rows("copy_limits.csv")
        ),
        tuple(
            NameGroup(row["format"], tuple(row["names"].split("|")), *_period_of_row(row))
            for row in shipped_fact_rows("name_groups.csv")
        ),
    )


def _period_of_row(row: dict[str, str]) -> tuple[date, date | None]:
    return date.fromisoformat(row["starts_on"]), _optional_day(row["ends_on"])


def _optional_day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
