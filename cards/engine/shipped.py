"""The facts shipped with the project: expansions and the tables of `cards/data`."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import cast

from cards.engine import names
from cards.engine.cards import Expansion, ExpansionKind
from cards.engine.facts import (
    Ban,
    CopyLimit,
    Erratum,
    Facts,
    NameGroup,
    PromoCutoff,
    PromoDate,
    Ref,
    Reprint,
    Rotation,
)
from core.engine import tabular

DATA = Path(__file__).resolve().parent.parent / "data"


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of one shipped file."""
    return tabular.shipped(DATA / name)


@cache
def expansions() -> tuple[Expansion, ...]:
    """Every expansion and product with all its codes, in order of release."""
    return tuple(
        Expansion(
            row["id"],
            row["name"],
            tuple(row["codes"].split()),
            _day(row["released"]),
            _day(row["legal_from"]),
            cast(ExpansionKind, row["kind"]),
            row["series"],
        )
        for row in rows("expansions.csv")
    )


@cache
def facts() -> Facts:
    """Every fact table."""
    return Facts(
        tuple(_reprint(row) for row in rows("reprints.csv")),
        tuple(Erratum(row["name"], _day(row["starts_on"])) for row in rows("errata.csv")),
        tuple(_ban(row) for row in rows("bans.csv")),
        tuple(_cutoff(row) for row in rows("promo_cutoffs.csv")),
        tuple(_rotation(row) for row in rows("rotations.csv")),
        tuple(
            PromoDate((row["expansion"], row["number"]), date.fromisoformat(row["legal_from"]))
            for row in rows("promo_dates.csv")
        ),
        tuple(_copy_limit(row) for row in rows("copy_limits.csv")),
        tuple(_name_group(row) for row in rows("name_groups.csv")),
    )


def _reprint(row: dict[str, str]) -> Reprint:
    old: Ref | None = (row["old_expansion"], row["old_number"]) if row["old_number"] else None
    new = (row["new_expansion"], row["new_number"])
    return Reprint(row["name"], new, row["identical"] == "yes", old)


def _ban(row: dict[str, str]) -> Ban:
    starts, ends = date.fromisoformat(row["starts_on"]), _day(row["ends_on"])
    return Ban((row["expansion"], row["number"]), row["format"], starts, ends)


def _cutoff(row: dict[str, str]) -> PromoCutoff:
    starts, ends = date.fromisoformat(row["starts_on"]), _day(row["ends_on"])
    return PromoCutoff(row["expansion"], row["format"], int(row["first"]), starts, ends)


def _rotation(row: dict[str, str]) -> Rotation:
    starts, ends = date.fromisoformat(row["starts_on"]), _day(row["ends_on"])
    also, marks = tuple(row["also"].split()), tuple(row["marks"].split())
    return Rotation(row["format"], starts, ends, row["since"], also, marks)


def _copy_limit(row: dict[str, str]) -> CopyLimit:
    return CopyLimit((row["expansion"], row["number"]), names.identity(row["name"]), int(row["most"]))


def _name_group(row: dict[str, str]) -> NameGroup:
    starts, ends = date.fromisoformat(row["starts_on"]), _day(row["ends_on"])
    return NameGroup(row["format"], tuple(row["names"].split("|")), starts, ends)


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
