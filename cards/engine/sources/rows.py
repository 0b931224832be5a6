"""The data of a source: cards, names in other languages, and refused rows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from cards.engine import names, numbers
from cards.engine.cards import Expansion, Printing
from cards.engine.facts import LocalName
from cards.engine.sources.faults import RowFault
from cards.engine.sources.printed_text import PrintedText
from core.engine.days import missing_day

LONGEST_NAME = 120
LONGEST_NUMBER = 12
LONGEST_ID = 20

Place = tuple[str, str, str]
"""Expansion, plain number and name identity, as some data files give one number to two cards."""

Step = Callable[[int, int], None]
"""Called with the parts read and the total."""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A refused row: its place, label and reason.

    Codes: SET_MISSING, NUMBER_MISSING, NAME_MISSING, TOO_LONG, DATE_INVALID, NO_SUCH_DAY, ROW_INVALID, NAME_UNKNOWN.
    """

    place: str
    what: str
    code: RowFault


def date_code(text: str) -> RowFault:
    """The reason an invalid date is refused: NO_SUCH_DAY ("2026-02-31") or DATE_INVALID."""
    return RowFault.NO_SUCH_DAY if missing_day(text) else RowFault.DATE_INVALID


@dataclass
class Gathered:
    """Everything a run has read, each card once even if several sources have it.

    `silent`: fields missing in a card's source, for which the stored value stays. `texts`: the printed texts, from
    sources that have them.
    """

    expansions: dict[str, Expansion] = field(default_factory=dict)
    cards: dict[Place, Printing] = field(default_factory=dict)
    silent: dict[Place, frozenset[str]] = field(default_factory=dict)
    texts: dict[Place, PrintedText] = field(default_factory=dict)
    local: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)
    refused: list[RefusedRow] = field(default_factory=list)

    def refuse(self, place: str, label: str, code: RowFault) -> None:
        self.refused.append(RefusedRow(place, label[:LONGEST_NAME], code))

    def add(
        self,
        printing: Printing,
        expansion: Expansion,
        *,
        place: str,
        silent: Iterable[str] = (),
        text: PrintedText | None = None,
    ) -> None:
        """Add one card. A later source wins, except for its silent fields."""
        if code := fault_of(printing):
            self.refuse(place, f"{printing.expansion} {printing.number} {printing.name}".strip(), code)
            return
        ref = (printing.expansion, numbers.plain(printing.number), printing.key)
        self.expansions.setdefault(expansion.id, expansion)
        earlier, quiet = self.cards.get(ref), frozenset(silent)
        if earlier is not None:
            # A field the later source lacks stays as the earlier one has it.
            missing = quiet - self.silent[ref]
            printing = replace(printing, **{name: getattr(earlier, name) for name in missing})
            quiet &= self.silent[ref]
        self.cards[ref], self.silent[ref] = printing, quiet
        if text:
            self.texts[ref] = text

    def call(self, english: str, language: str, name: str) -> None:
        """Count one more card of an English name called `name` in a language."""
        spellings = self.local.setdefault((names.identity(english), language), {})
        name = names.tidy(name)[:LONGEST_NAME]
        spellings[name] = spellings.get(name, 0) + 1

    def local_names(self, keys: Iterable[str], most: int = 3) -> list[LocalName]:
        """The usual spellings of names that belong to cards, most used first; the others are refused."""
        by_key = self._known(set(keys))
        return [
            LocalName(key, language, name)
            for (key, language), spellings in by_key.items()
            for name in sorted(spellings, key=lambda name: (-spellings[name], name))[:most]
        ]

    def _known(self, keys: set[str]) -> dict[tuple[str, str], dict[str, int]]:
        """The counted names by card key, matching English names with small differences."""
        alike = {names.loose(key): key for key in sorted(keys)}
        alike |= {names.fold(key): key for key in sorted(keys)}
        by_key: dict[tuple[str, str], dict[str, int]] = {}
        strange = set()
        for (english, language), spellings in self.local.items():
            key = english if english in keys else alike.get(names.fold(english))
            key = key or alike.get(names.loose(english))
            if key is None:
                strange.add(english)
                continue
            counts = by_key.setdefault((key, language), {})
            for name, count in spellings.items():
                counts[name] = counts.get(name, 0) + count
        for english in sorted(strange):
            self.refuse("names", english, RowFault.NAME_UNKNOWN)
        return by_key


def fault_of(printing: Printing) -> RowFault | None:
    """Why a card is refused; None if it is not."""
    if not printing.expansion:
        return RowFault.SET_MISSING
    if not printing.number:
        return RowFault.NUMBER_MISSING
    if not printing.name:
        return RowFault.NAME_MISSING
    long = (
        len(printing.name) > LONGEST_NAME
        or len(printing.number) > LONGEST_NUMBER
        or len(printing.expansion) > LONGEST_ID
        or len(printing.evolves_from) > LONGEST_NAME
        or len("|".join(printing.subtypes)) > LONGEST_NAME
    )
    return RowFault.TOO_LONG if long else None
