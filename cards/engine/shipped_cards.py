"""Every English printing and its names, as shipped: two packed tables made from the data of TCGdex.

Their lines are read without a CSV parser, since a first start waits for them; no field contains a tab or a line break.
"""

import gzip
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cards.engine import numbers
from cards.engine.cards import LANGUAGES, Printing, Supertype
from cards.engine.facts import LocalName
from cards.engine.shipped import DATA

CARDS, NAMES = DATA / "cards.tsv.gz", DATA / "card_names.tsv.gz"

COLUMNS = (
    "expansion_id", "number", "plain_number", "name", "key", "supertype", "subtypes", "types", "hp", "mark",
    "basic", "restored", "basic_energy", "ace_spec", "radiant", "prism_star", "star", "not_tournament_legal",
    "limit", "text_key", "evolves_from",
)  # fmt: skip
"""Columns of a card in the database, in the order of `Row`."""

MOST_SPELLINGS = 4
"""Spellings of a name in one language at most; rarer ones are slips of the data."""

FLAGS = COLUMNS[10:18]
_LETTERS = "brearpsn"
"""One letter for each of `FLAGS` in the file, at its place."""

_SUPERTYPES: tuple[Supertype, ...] = ("pokemon", "trainer", "energy")
Row = tuple[str | int | None, ...]


@cache
def version() -> str:
    """What tells one edition of the shipped cards from another."""
    return hashlib.sha256(CARDS.read_bytes() + NAMES.read_bytes()).hexdigest()[:16]


def rows() -> Iterator[Row]:
    """The cards as rows of the database."""
    for line in _lines(CARDS):
        expansion, number, plain, name, key, kind, subtypes, types, hp, mark, flags, limit, text, below = (
            line.split("\t")
        )
        yield (
            expansion, number, plain or number, name, key or name, _SUPERTYPES[int(kind)], subtypes, types,
            int(hp) if hp else None, mark, *(letter != "-" for letter in flags or "--------"),
            int(limit) if limit else None, text, below,
        )  # fmt: skip


def printings() -> Iterator[Printing]:
    """The cards as the rules see them."""
    for row in rows():
        values: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
        values["expansion"] = values.pop("expansion_id")
        values["subtypes"] = tuple(part for part in values["subtypes"].split("|") if part)
        values["types"] = tuple(part for part in values["types"].split("|") if part)
        del values["plain_number"]
        yield Printing(**values)


def local_names() -> Iterator[LocalName]:
    """The names in other languages, of each card the usual one first."""
    for line in _lines(NAMES):
        key, *languages = line.split("\t")
        for language, spellings in zip(LANGUAGES[1:], languages, strict=True):
            for name in spellings.split("|") if spellings else ():
                yield LocalName(key, language, name)


def write(printings: Iterable[Printing], names: Iterable[LocalName], folder: Path = DATA) -> None:
    """Write both tables; the same cards give the same bytes."""
    lines = sorted("\t".join(_fields(printing)) for printing in printings)
    _pack(folder / CARDS.name, lines)
    called: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        called[name.key][name.language].append(name.name)
    _pack(
        folder / NAMES.name,
        [
            "\t".join([key, *("|".join(called[key][language]) for language in LANGUAGES[1:])])
            for key in sorted(called)
        ],
    )


def _fields(printing: Printing) -> tuple[str, ...]:
    plain = numbers.plain(printing.number)
    values = [getattr(printing, name) for name in FLAGS]
    flags = "".join(letter if value else "-" for letter, value in zip(_LETTERS, values, strict=True))
    return (
        printing.expansion,
        printing.number,
        "" if plain == printing.number else plain,
        printing.name,
        "" if printing.key == printing.name else printing.key,
        str(_SUPERTYPES.index(printing.supertype)),
        "|".join(printing.subtypes),
        "|".join(printing.types),
        "" if printing.hp is None else str(printing.hp),
        printing.mark,
        flags if any(values) else "",
        "" if printing.limit is None else str(printing.limit),
        printing.text_key,
        printing.evolves_from,
    )


def _lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().split("\n")[:-1]


def _pack(path: Path, lines: Iterable[str]) -> None:
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0))
