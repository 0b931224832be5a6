"""The shipped cards and their names in other languages, as two packed tables made from TCGdex data.

To speed up the first start of an installation, the tables are read without a CSV parser. No field contains a
tab or a line break.
"""

import gzip
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cards.engine import collector_numbers
from cards.engine.cards import LANGUAGES, Printing, Supertype
from cards.engine.facts import LocalName
from cards.engine.shipped_facts import DATA

CARDS, NAMES = DATA / "cards.tsv.gz", DATA / "card_names.tsv.gz"

COLUMNS = (
    "expansion_id", "number", "plain_number", "name", "key", "supertype", "subtypes", "types", "hp", "mark",
    "basic", "restored", "basic_energy", "ace_spec", "radiant", "prism_star", "star", "not_tournament_legal",
    "limit", "text_key", "evolves_from",
)  # fmt: skip
"""Columns of a card in the database, in the order of `Row`."""

MAX_SPELLINGS = 4
"""The most spellings of a name in one language. Rarer spellings are typing errors in the data."""

FLAGS = COLUMNS[10:18]
_LETTERS = "brearpsn"
"""The letters that stand for `FLAGS` in the file, in the same order."""

_SUPERTYPES: tuple[Supertype, ...] = ("pokemon", "trainer", "energy")
Row = tuple[str | int | None, ...]


@cache
def shipped_cards_version() -> str:
    """Return a digest that identifies this version of the shipped cards."""
    return hashlib.sha256(CARDS.read_bytes() + NAMES.read_bytes()).hexdigest()[:16]


NO_FLAGS = "--------"
"""The flags of a card without rule flags: a dash for each."""


def shipped_card_rows() -> Iterator[Row]:
    """Yield the shipped cards as rows for the table of printings, in the order of its columns."""
    for line in _read_packed(CARDS):
        (
            expansion,
            number,
            plain_number,
            name,
            key,
            supertype,
            subtypes,
            types,
            hp,
            mark,
            flags,
            limit,
            text,
            pre_evolution,
        ) = line.split("\t")
        yield (
            expansion, number, plain_number or number, name, key or name, _SUPERTYPES[int(supertype)], subtypes, types,
            int(hp) if hp else None, mark, *(letter != "-" for letter in flags or NO_FLAGS),
            int(limit) if limit else None, text, pre_evolution,
        )  # fmt: skip


def shipped_printings() -> Iterator[Printing]:
    """Yield the shipped cards as `Printing`s."""
    for row in shipped_card_rows():
        values: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
        values["expansion"] = values.pop("expansion_id")
        values["subtypes"] = tuple(part for part in values["subtypes"].split("|") if part)
        values["types"] = tuple(part for part in values["types"].split("|") if part)
        del values["plain_number"]
        yield Printing(**values)


def shipped_local_names() -> Iterator[LocalName]:
    """Yield the names in other languages, the usual name of each card first."""
    for line in _read_packed(NAMES):
        key, *languages = line.split("\t")
        for language, spellings in zip(LANGUAGES[1:], languages, strict=True):
            for name in spellings.split("|") if spellings else ():
                yield LocalName(key, language, name)


def write_packed_tables(
    printings: Iterable[Printing], names: Iterable[LocalName], folder: Path = DATA
) -> None:
    """Write both tables to `folder`. The same cards and names always produce the same bytes.

    The spellings of a name in one language remain in the order of `names`.
    """
    lines = []
    for printing in printings:
        plain_number = collector_numbers.plain_collector_number(printing.number)
        values = [getattr(printing, name) for name in FLAGS]
        flags = "".join(letter if value else "-" for letter, value in zip(_LETTERS, values, strict=True))
        fields = (
            printing.expansion,
            printing.number,
            "" if plain_number == printing.number else plain_number,
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
        lines.append("\t".join(fields))
    _write_packed(folder / CARDS.name, sorted(lines))

    spellings: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        spellings[name.key][name.language].append(name.name)
    _write_packed(
        folder / NAMES.name,
        [
            "\t".join([key, *("|".join(spellings[key][language]) for language in LANGUAGES[1:])])
            for key in sorted(spellings)
        ],
    )


def _read_packed(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().split("\n")[:-1]


def _write_packed(path: Path, lines: Iterable[str]) -> None:
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0))
