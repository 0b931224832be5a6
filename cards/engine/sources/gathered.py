"""The data read from sources: cards, names in other languages, and refused rows."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from cards.engine import card_names, collector_numbers
from cards.engine.cards import Expansion, Printing
from cards.engine.facts import LocalName
from cards.engine.sources.faults import RowFault
from cards.engine.sources.printed_text import PrintedText
from core.engine.typed_dates import find_impossible_date

MAX_NAME_LENGTH = 120
MAX_NUMBER_LENGTH = 12
MAX_ID_LENGTH = 20

Place = tuple[str, str, str]
"""Expansion, plain number and name identity of a card, since some data files use a number for two cards."""

Step = Callable[[int, int], None]
"""A callback that reports progress, called with the number of parts read and the total."""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A refused row: its place in the source, a label and the reason.

    Codes: SET_MISSING, NUMBER_MISSING, NAME_MISSING, TOO_LONG, DATE_INVALID, NO_SUCH_DAY, ROW_INVALID, NAME_UNKNOWN.
    """

    place: str
    what: str
    code: RowFault


def date_fault(text: str) -> RowFault:
    """Return the reason to refuse an invalid date: NO_SUCH_DAY ("2026-02-31") or DATE_INVALID."""
    return RowFault.NO_SUCH_DAY if find_impossible_date(text) else RowFault.DATE_INVALID


@dataclass
class GatheredCards:
    """The data read by an import, with each card once even if several sources have it.

    - `silent`: the fields that a card's source lacks, so that their stored values do not change.
    - `texts`: printed texts, from sources that have them.
    - `local`: how often each spelling of an English name occurs in each other language.
    """

    expansions: dict[str, Expansion] = field(default_factory=dict)
    cards: dict[Place, Printing] = field(default_factory=dict)
    silent: dict[Place, frozenset[str]] = field(default_factory=dict)
    texts: dict[Place, PrintedText] = field(default_factory=dict)
    local: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)
    refused: list[RefusedRow] = field(default_factory=list)

    def add_refused_row(self, place: str, label: str, code: RowFault) -> None:
        """Add a refused row: its place in the source, a label and the reason."""
        self.refused.append(RefusedRow(place, label[:MAX_NAME_LENGTH], code))

    def add(
        self,
        printing: Printing,
        expansion: Expansion,
        *,
        place: str,
        silent: Iterable[str] = (),
        text: PrintedText | None = None,
    ) -> None:
        """Add a card, or refuse it if a field is missing or too long.

        A later source replaces all fields except the `silent` ones, which it lacks. `place` is the card's place in
        the source, for a refusal.
        """
        if code := _fault_of(printing):
            self.add_refused_row(
                place, f"{printing.expansion} {printing.number} {printing.name}".strip(), code
            )
            return
        ref = (printing.expansion, collector_numbers.plain_collector_number(printing.number), printing.key)
        self.expansions.setdefault(expansion.id, expansion)
        earlier_printing, silent_fields = self.cards.get(ref), frozenset(silent)
        if earlier_printing is not None:
            # The earlier source supplies the fields that the later one lacks.
            missing = silent_fields - self.silent[ref]
            printing = replace(printing, **{name: getattr(earlier_printing, name) for name in missing})
            silent_fields &= self.silent[ref]
        self.cards[ref], self.silent[ref] = printing, silent_fields
        if text:
            self.texts[ref] = text

    def count_name(self, english: str, language: str, name: str) -> None:
        """Increment the count of the spelling `name` for an English name in a language."""
        spellings = self.local.setdefault((card_names.card_name_identity(english), language), {})
        name = card_names.tidy_card_name(name)[:MAX_NAME_LENGTH]
        spellings[name] = spellings.get(name, 0) + 1

    def local_names(self, keys: Iterable[str], most: int = 3) -> list[LocalName]:
        """Return the local spellings of each card name and language, the most frequent first, at most `most`.

        `keys` are the identities of the cards. A gathered English name matches an identity that differs only in
        punctuation, accents or capitals. English names that match no identity are added to the refused rows.
        """
        identities = set(keys)
        key_by_spelling = {card_names.fold_card_name_loosely(key): key for key in sorted(identities)}
        key_by_spelling |= {card_names.fold_card_name(key): key for key in sorted(identities)}
        counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        unknown_names = set()
        for (english, language), spellings in self.local.items():
            key = (
                english if english in identities else key_by_spelling.get(card_names.fold_card_name(english))
            )
            key = key or key_by_spelling.get(card_names.fold_card_name_loosely(english))
            if key is None:
                unknown_names.add(english)
            else:
                counts[key, language].update(spellings)
        for english in sorted(unknown_names):
            self.add_refused_row("names", english, RowFault.NAME_UNKNOWN)
        return [
            LocalName(key, language, name)
            for (key, language), spellings in counts.items()
            for name in sorted(spellings, key=lambda name: (-spellings[name], name))[:most]
        ]


def _fault_of(printing: Printing) -> RowFault | None:
    """Return the reason to refuse a card, or None if it is valid."""
    if not printing.expansion:
        return RowFault.SET_MISSING
    if not printing.number:
        return RowFault.NUMBER_MISSING
    if not printing.name:
        return RowFault.NAME_MISSING
    is_too_long = (
        len(printing.name) > MAX_NAME_LENGTH
        or len(printing.number) > MAX_NUMBER_LENGTH
        or len(printing.expansion) > MAX_ID_LENGTH
        or len(printing.evolves_from) > MAX_NAME_LENGTH
        or len("|".join(printing.subtypes)) > MAX_NAME_LENGTH
    )
    return RowFault.TOO_LONG if is_too_long else None
