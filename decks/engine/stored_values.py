"""The plain values in which lists, problems and rows are stored (R-002)."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, cast

from core.engine.code_labels import Facts
from decks.engine.legality import Problem
from decks.engine.lists import DeckListLine, PrintedListRow, ReadList
from decks.engine.lists.deck_list import Source


def problem_values(problem: Problem) -> Facts:
    """Return the values in which a problem and its facts are stored."""
    return asdict(problem)


def problem_from_values(values: Mapping[str, Any]) -> Problem:
    """Rebuild a problem from its stored values."""
    return Problem(
        values["code"],
        values["severity"],
        tuple(values["lines"]),
        values["rule"],
        dict(values["facts"]),
        values["setting"],
    )


def read_list_values(read: ReadList) -> Facts:
    """Return the values in which the lines of a list are stored."""
    return asdict(read)


def read_list_from_values(values: Mapping[str, Any]) -> ReadList:
    """Rebuild the lines of a list from their stored values."""
    return ReadList(
        tuple(DeckListLine(**line) for line in values["lines"]),
        tuple((number, text) for number, text in values["ignored"]),
        values["announced_total"],
        cast(Source, values["source"]),
    )


def printed_row_values(row: PrintedListRow) -> Facts:
    """Return the values in which a row of a printed list is stored."""
    return asdict(row)


def printed_row_from_values(values: Mapping[str, Any]) -> PrintedListRow:
    """Rebuild a row of a printed list from its stored values."""
    return PrintedListRow(**{**values, "lines": tuple(values["lines"])})
