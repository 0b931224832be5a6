"""Sort a list for printing (R-033), and merge its equal lines."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from cards.engine import card_names, collector_numbers
from cards.engine.card_kinds import KINDS, Kind, kind_of_printing
from decks.engine.lists.deck_list import SECTIONS, Deck, ResolvedLine, Section

_STAGES = (
    ("Basic", "Baby"),
    ("Restored", "Stage 1"),
    ("Stage 2",),
    ("MEGA", "BREAK", "Level-Up", "VMAX", "VSTAR", "V-UNION", "LEGEND"),
)


@dataclass(frozen=True, slots=True)
class PrintedListRow:
    """A row of a printed list, in which lines with equal cards are merged.

    - `set_code`, `card_number` and `mark`: as on the physical card, empty if the list has only a name.
    - `language`, `back`, `autographed` and `product`: marks of the copies.
    - `lines`: the merged line numbers of the text.
    - `text`: the text as typed, for a `lost` row, which identifies no card.
    """

    quantity: int | None
    name: str
    set_code: str
    card_number: str
    mark: str
    section: Section
    kind: Kind
    foil: bool
    language: str | None
    lost: bool
    text: str
    lines: tuple[int, ...] = ()
    back: str | None = None
    autographed: bool = False
    product: str = ""

    @classmethod
    def of_card(cls, card: ResolvedLine) -> Self:
        """Build the row of one card, before merging."""
        line, printing = card.line, card.printing
        exact_printing = printing if printing and card.how == "number" else None
        # A Pokémon identified only by name shows set and number as typed; otherwise it could not be read again.
        shows_typed_code = card.how == "name" and card.section == "pokemon"
        is_lost = card.is_left_out or printing is None
        set_code = line.set_code if is_lost or shows_typed_code else ""
        if exact_printing or (card.how == "name_and_set" and not is_lost):
            set_code = card.set_code
        return cls(
            quantity=line.quantity,
            name=line.name if is_lost else card.name if exact_printing else card.key,
            set_code=set_code,
            card_number=exact_printing.number
            if exact_printing
            else line.card_number
            if is_lost or shows_typed_code
            else "",
            mark=exact_printing.mark if exact_printing else "",
            section=card.section,
            kind=card_kind_in_section(card),
            foil=line.foil,
            language=line.language,
            lost=is_lost,
            text=line.text or " ".join(part for part in (line.name, line.set_code, line.card_number) if part),
            lines=(line.number,),
            back=line.back,
            autographed=line.autographed,
            product=line.product,
        )

    @property
    def label(self) -> str:
        """The name of the card, or the text as typed for a lost row."""
        return self.text if self.lost else self.name


def in_printing_order(deck: Deck) -> Deck:
    """Sort the lines of a deck. The result does not depend on their order in the text.

    Pokémon are sorted by evolution line, alphabetically by its first Pokémon, Basic first; Trainers by kind and
    name; then come special Energy and basic Energy. Unknown cards are last in the section they were typed in, and
    those without a section are first of all.
    """
    return replace(deck, cards=tuple(sorted(deck.cards, key=_sort_key)))


def printed_rows(deck: Deck) -> tuple[PrintedListRow, ...]:
    """Return the sorted rows of the printed list. Lines with an invalid quantity are not merged."""
    rows: dict[tuple[object, ...], PrintedListRow] = {}
    for card in in_printing_order(deck).cards:
        row = PrintedListRow.of_card(card)
        without_quantity = replace(row, quantity=None, text="", lines=())
        is_valid = row.quantity and row.quantity > 0
        key = (without_quantity, None if is_valid else (row.quantity, *row.lines))
        if key in rows:
            quantity = (rows[key].quantity or 0) + (row.quantity or 0)
            row = replace(rows[key], quantity=quantity, lines=(*rows[key].lines, *row.lines))
        rows[key] = row
    return tuple(rows.values())


def section_rows(rows: Iterable[PrintedListRow], section: Section) -> tuple[PrintedListRow, ...]:
    return tuple(row for row in rows if row.section == section)


def card_kind_in_section(card: ResolvedLine) -> Kind:
    """Return the kind of a card, which subdivides its section."""
    return kind_of_printing(card.printing) if card.printing else "unknown"


def _sort_key(card: ResolvedLine) -> tuple[object, ...]:
    """Return the sort key of a line in printing order (see `in_printing_order`)."""
    line, printing = card.line, card.printing
    section = (*SECTIONS, "").index(card.section) if card.section else -1
    kind = KINDS.index(card_kind_in_section(card))
    evolution: tuple[object, ...] = ()
    if card.section == "pokemon" and printing is not None:
        stages = (
            stage for stage, words in enumerate(_STAGES) if any(word in printing.subtypes for word in words)
        )
        evolution = (card_names.fold_card_name_loosely(card.family or card.key), max(stages, default=0))
    code, number = (card.set_code, printing.number) if printing else (line.set_code, line.card_number)
    name_and_number = (
        card_names.fold_card_name_loosely(card.name),
        card.name,
        code,
        collector_numbers.binder_order(number),
    )
    # These keys only make the order independent of the order in the text.
    typed_key = (line.name, line.set_code, line.card_number) if card.is_left_out or not printing else ()
    marks = (line.language or "", line.autographed, line.back or "", line.product)
    quantity_key = (
        line.quantity is None,
        -line.quantity if line.quantity is not None and not line.copies else -1,
    )
    tie_break = (bool(typed_key), *typed_key, card.how, line.foil, *marks, *quantity_key, line.number)
    return (section, printing is None, kind, evolution, *name_and_number, *tie_break)
