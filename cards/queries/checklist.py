"""The cards in the boosters of an expansion, as a checklist to tick, count or pick from."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.engine import names
from cards.engine.cards import Catalogue, Expansion, Printing, Supertype
from cards.engine.kinds import Kind, kind_of_printing
from cards.engine.numbers import card_number
from cards.queries import catalogue

KINDS: tuple[Supertype, ...] = ("pokemon", "trainer", "energy")
"""Filters of a checklist."""


@dataclass(frozen=True, slots=True)
class ChecklistCard:
    """One card of a checklist.

    `ref`: its key in forms and taps, expansion id and number as printed, "sm9:105". `name`: English; `local`: in the
    requested language, "" if equal. `code` and `number` as in lists; `where`: both, "TEU 105". `kind` as in
    `decks.engine.lists.order`. `search`: both names, number and code, normalized for a filter in the page.
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
        """The card as written in a list, without its quantity."""
        return f"{self.name} {self.where}"


def checklist(expansion: str, *, language: str = "en") -> tuple[ChecklistCard, ...]:
    """Every card of an expansion, by number, then galleries of its boosters; empty if it is unknown.

    `expansion`: a code, alias or id. One query, for the version of the catalogue; a set takes about a millisecond.
    """
    cards = catalogue.current()
    by_ref: dict[str, ChecklistCard] = {}
    for printing in cards.booster_cards(expansion):
        row = _row(printing, cards.expansions[printing.expansion], cards, language[:2])
        by_ref.setdefault(row.ref, row)
    return tuple(by_ref.values())


def checklist_of(boosters: Iterable[str], *, language: str = "en") -> tuple[ChecklistCard, ...]:
    """The checklists of all expansions of a draft in order, without duplicates (`Setup.boosters`)."""
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
