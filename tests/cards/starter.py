"""Some hundred of the shipped cards, for the test databases."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cards.engine import shipped_cards, shipped_facts
from cards.engine.cards import Catalogue, Printing
from cards.engine.facts import LocalName
from cards.services.catalogue import loading_cards as loading
from core.engine import tabular


@cache
def refs() -> frozenset[tuple[str, str]]:
    return frozenset(
        (row["set_id"], row["number"])
        for row in tabular.read_shipped_rows(Path(__file__).with_name("starter.csv"))
    )


@cache
def printings() -> tuple[Printing, ...]:
    return tuple(one for one in shipped_cards.shipped_printings() if one.ref in refs())


@cache
def local_names() -> tuple[LocalName, ...]:
    keys = {one.key for one in printings()}
    return tuple(one for one in shipped_cards.shipped_local_names() if one.key in keys)


@cache
def catalogue() -> Catalogue:
    """Return the catalogue that is in the test database."""
    return Catalogue(
        shipped_facts.shipped_expansions(), printings(), local_names(), shipped_facts.shipped_fact_tables()
    )


def load() -> None:
    """Store the cards in the database."""
    loading.load_cards(_rows(), local_names())


def _rows() -> Iterator[shipped_cards.Row]:
    return (row for row in shipped_cards.shipped_card_rows() if row[:2] in refs())
