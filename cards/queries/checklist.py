"""The cards that come in the boosters of an expansion, as a checklist to tick, to count or to pick from."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.engine import names
from cards.engine.cards import Catalogue, Expansion, Printing, Supertype
from cards.engine.kinds import Kind, kind_of_printing
from cards.engine.numbers import card_number
from cards.queries import catalogue

KINDS: tuple[Supertype, ...] = ("pokemon", "trainer", "energy")
"""What a checklist can be narrowed to."""


@dataclass(frozen=True, slots=True)
class ChecklistCard:
    """One card of a checklist. `ref` is its key in forms and taps: expansion id and number as printed, "sm9:105".

    `name` is English, `local` what it is called in the language asked for, "" where that is the same. `code` and
    `number` are what lists write; `where` both together: "TEU 105". `kind` as in `decks.engine.lists.order`.
    `search` holds both names, number and code in one spelling, for a filter in the page.
    """

    ref: str
    name: str
    local: str
    expansion: str
    code: str
    number: str
    where: str
    supertype: Supertype
    kind: Kind
    basic_energy: bool
    search: str

    @property
    def line(self) -> str:
        """The card as a list writes it, without its quantity."""
        return f"{self.name} {self.where}"


def checklist(expansion: str, *, language: str = "en") -> tuple[ChecklistCard, ...]:
    """Every card of an expansion, by number, galleries of its boosters behind; none where it is not known.

    `expansion` is a code, an alias or an id. One query, for the version of the catalogue; a set takes about a
    millisecond.
    """
    cards = catalogue.current()
    found: dict[str, ChecklistCard] = {}
    for printing in cards.booster_cards(expansion):
        row = _row(printing, cards.expansions[printing.expansion], cards, language[:2])
        found.setdefault(row.ref, row)
    return tuple(found.values())


def checklist_of(boosters: Iterable[str], *, language: str = "en") -> tuple[ChecklistCard, ...]:
    """The checklists of all expansions of a draft one after the other, each once (`Setup.boosters`)."""
    rows = [row for code in dict.fromkeys(boosters) for row in checklist(code, language=language)]
    return tuple({row.ref: row for row in rows}.values())


def ref_of(expansion: str, number: str) -> str:
    """The key of a card in forms and taps."""
    return f"{expansion}:{number}"


def _row(printing: Printing, home: Expansion, cards: Catalogue, language: str) -> ChecklistCard:
    called = cards.local_name(printing.key, language) if language != "en" else ""
    local = "" if names.loose(called) == names.loose(printing.key) else called
    where = card_number(home.code, printing.number)
    return ChecklistCard(
        ref=ref_of(printing.expansion, printing.number),
        name=printing.name,
        local=local,
        expansion=home.id,
        code=home.code,
        number=printing.number,
        where=where,
        supertype=printing.supertype,
        kind=kind_of_printing(printing),
        basic_energy=printing.basic_energy,
        search=names.loose(f"{printing.name} {local} {printing.number} {home.code}"),
    )
