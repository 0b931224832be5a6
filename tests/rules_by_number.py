"""Generates docs/rules-by-number.md: where each rule of the sources is implemented, and which test covers it.

`.venv/bin/python -m tests.rules_by_number` writes it. The rule numbers, their titles, and why some do not concern
software are in docs/rules.csv; the rest is read from docstrings, comments, data and the names of tests.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rules-by-number.md"
ABOUT_NUMBERS = {ROOT / "tests" / "test_rules.py"}
"""Names rules as examples of how a text may refer to them, without testing any."""

KINDS = {".py", ".csv", ".html"}

SHOWN = 3
"""How many files are listed for each rule; `…` says that there are more."""

MAX_RANGE = 12
"""The longest range, such as "R-014 to R-018", whose numbers all count; a longer one describes a folder."""

NUMBER = re.compile(r"\b[RM]-\d{3}\b")
RANGE = re.compile(r"\b([RM])-(\d{3})\s+to\s+[RM]-(\d{3})\b")
IN_A_NAME = re.compile(r"(?<=_)([rm])(\d{3})(?=_|\b)")
LAYERS = (
    "engine",
    "data",
    "pocket_book",
    "services",
    "queries",
    "models",
    "documents",
    "words",
    "forms",
    "views",
)

HEAD = """# Each rule by its number

Made by `.venv/bin/python -m tests.rules_by_number` from docstrings, data and the names of tests. `tests/test_rules.py`
keeps it true. R-numbers are the Play! Pokémon tournament rules of 26 July 2017 and the rulebooks, M-numbers today's
handbooks. [Where each rule lives](rules.md) tells the same by topic, with what to know about it.

| rule | what | where | tests |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Rule:
    """One rule. `reason`: why it does not concern software, if it does not."""

    number: str
    title: str
    reason: str
    where: tuple[str, ...]
    tests: tuple[str, ...]


def numbers(text: str) -> set[str]:
    """Return the rules that a text names: "R-014", "R-014 to R-018", and `test_m075_…` in the name of a test."""
    plain = IN_A_NAME.sub(lambda found: f" {found[1].upper()}-{found[2]} ", text)
    plain = re.sub(r"(?<=\d)_?\s+_to_", " to", plain)
    found = set(NUMBER.findall(plain))
    for letter, first, last in RANGE.findall(plain.replace("_", " ")):
        if int(last) - int(first) < MAX_RANGE:
            found |= {f"{letter}-{number:03}" for number in range(int(first), int(last) + 1)}
    return found


def rules() -> list[Rule]:
    """Return every rule of docs/rules.csv in its order."""
    where = _by_number(path for room in ROOMS for path in (ROOT / room).rglob("*") if _is_source(path))
    where = _joined(where, _by_number((ROOT / "templates").rglob("*.html")))
    tests = _by_number(path for path in (ROOT / "tests").rglob("test_*.py") if path not in ABOUT_NUMBERS)
    with (ROOT / "docs" / "rules.csv").open(encoding="utf-8", newline="") as opened:
        return [
            Rule(
                row["rule"],
                row["title"],
                row["reason"],
                where.get(row["rule"], ()),
                tests.get(row["rule"], ()),
            )
            for row in csv.DictReader(opened)
        ]


def page() -> str:
    """Return the whole page."""
    return HEAD + "".join(_line(rule) for rule in rules())


def _line(rule: Rule) -> str:
    if rule.reason:
        return f"| {rule.number} | {rule.title} | {rule.reason} | |\n"
    return f"| {rule.number} | {rule.title} | {_shown(rule.where)} | {_shown(rule.tests)} |\n"


def _shown(files: tuple[str, ...]) -> str:
    named = ", ".join(f"`{file}`" for file in files[:SHOWN])
    return f"{named} …" if len(files) > SHOWN else named


def _is_source(path: Path) -> bool:
    return path.suffix in KINDS and "migrations" not in path.parts


def _by_number(paths: Iterable[Path]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        for number in numbers(path.read_text(encoding="utf-8")):
            found.setdefault(number, []).append(name)
    return {number: tuple(sorted(files, key=_order)) for number, files in found.items()}


def _joined(*many: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {number: tuple(_each(number, many)) for number in {key for one in many for key in one}}


def _each(number: str, many: Iterable[dict[str, tuple[str, ...]]]) -> Iterator[str]:
    for one in many:
        yield from one.get(number, ())


def _order(name: str) -> tuple[int, str]:
    """Sort key that puts files that decide before files that only display."""
    parts = name.split("/")
    return next((at for at, layer in enumerate(LAYERS) if layer in parts), len(LAYERS)), name


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
