"""The order in which a list is printed and laid out (R-033), with equal lines merged."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cards.engine import names, numbers
from cards.engine.kinds import KINDS, Kind, kind_of_printing
from decks.engine.lists.values import SECTIONS, Deck, Resolved, Section

_STAGES = (
    ("Basic", "Baby"),
    ("Restored", "Stage 1"),
    ("Stage 2",),
    ("MEGA", "BREAK", "Level-Up", "VMAX", "VSTAR", "V-UNION", "LEGEND"),
)
_Place = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of a printed list, merging equal cards of several lines.

    `set_code`, `card_number` and `mark` are those of the physical card, empty if the list gives only a name.
    `language`, `back`, `autographed` and `product` are what the list says of the copies. `lines`:
    the line numbers in the text. `text`: the text as typed, for a `lost` row.
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


def ordered(deck: Deck) -> Deck:
    """The deck with its lines in a stable order, independent of their order in the text.

    Pokémon by evolution line, alphabetical by its first Pokémon, Basic first; Trainers by kind and name; special
    Energy, then basic Energy. Unknown cards come last in the section they were typed in.
    """
    return replace(deck, cards=tuple(sorted(deck.cards, key=_place)))


def listed(deck: Deck) -> tuple[Listed, ...]:
    """The rows of the printed list, in order; lines with an invalid quantity are not merged."""
    rows: dict[tuple[object, ...], Listed] = {}
    for card in ordered(deck).cards:
        row = _row(card)
        same = replace(row, quantity=None, text="", lines=())
        key = (same, None if row.quantity and row.quantity > 0 else (row.quantity, *row.lines))
        if key in rows:
            quantity = (rows[key].quantity or 0) + (row.quantity or 0)
            row = replace(rows[key], quantity=quantity, lines=(*rows[key].lines, *row.lines))
        rows[key] = row
    return tuple(rows.values())


def section_rows(rows: Iterable[Listed], section: Section) -> tuple[Listed, ...]:
    return tuple(row for row in rows if row.section == section)


def kind_of(card: Resolved) -> Kind:
    """The kind that subdivides a section."""
    return kind_of_printing(card.printing) if card.printing else "unknown"


def _row(card: Resolved) -> Listed:
    line, printing = card.line, card.printing
    exact = printing if printing and card.how == "number" else None
    # The number is not printed on the card, but without it the line would not be read again.
    live = card.how == "name" and card.section == "pokemon"
    lost = card.lost or printing is None
    return Listed(
        quantity=line.quantity,
        name=line.name if lost else card.name if exact else card.key,
        set_code=card.set_code
        if exact or (card.how == "name_and_set" and not lost)
        else line.set_code
        if lost or live
        else "",
        card_number=exact.number if exact else line.card_number if lost or live else "",
        mark=exact.mark if exact else "",
        section=card.section,
        kind=kind_of(card),
        foil=line.foil,
        language=line.language,
        lost=lost,
        text=line.text or " ".join(part for part in (line.name, line.set_code, line.card_number) if part),
        lines=(line.number,),
        back=line.back,
        autographed=line.autographed,
        product=line.product,
    )


def _place(card: Resolved) -> _Place:
    section = (*SECTIONS, "").index(card.section) if card.section else -1
    unknown = card.printing is None
    kind = KINDS.index(kind_of(card))
    within: _Place = ()
    if card.section == "pokemon" and card.printing is not None:
        subtypes = card.printing.subtypes
        stages = (at for at, words in enumerate(_STAGES) if any(word in subtypes for word in words))
        within = (names.loose(card.family or card.key), max(stages, default=0))
    line = card.line
    code, number = (
        (card.set_code, card.printing.number) if card.printing else (line.set_code, line.card_number)
    )
    wrote = (line.name, line.set_code, line.card_number) if card.lost or not card.printing else ()
    bad = (line.quantity is None, -line.quantity if line.quantity is not None and not line.copies else -1)
    marks = (line.language or "", line.autographed, line.back or "", line.product)
    tie = (bool(wrote), *wrote, card.how, line.foil, *marks, *bad, line.number)
    name_and_number = (names.loose(card.name), card.name, code, numbers.order(number), *tie)
    return (section, unknown, kind, within, *name_and_number)
