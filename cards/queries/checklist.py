"""The cards in the boosters of an expansion, as a checklist to tick, count or pick cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from cards.engine import card_names
from cards.engine.card_kinds import Kind, kind_of_printing
from cards.engine.cards import Supertype
from cards.engine.collector_numbers import format_card_number
from cards.queries import catalogue
from cards.queries.cards import local_card_name

KINDS: tuple[Supertype, ...] = ("pokemon", "trainer", "energy")
"""The kinds of cards by which a checklist can be filtered."""


@dataclass(frozen=True, slots=True)
class ChecklistCard:
    """A card of a checklist.

    `ref` is its key in forms and taps: expansion id and printed number, "sm9:105". `name` is the English name, and
    `local` the name in the requested language, or "" if equal. `code` and `number` are as in lists, and `where`
    combines them, "TEU 105". `kind` is as in `decks.engine.lists.printed_list`. `search` contains both names, number
    and code, normalized for the filter on the page.
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
        """The card's line in a list, without the quantity."""
        return f"{self.name} {self.where}"


def expansion_checklist(expansion: str, *, language: str = "en") -> tuple[ChecklistCard, ...]:
    """Return the cards of an expansion by number, followed by the galleries in its boosters.

    The result is empty if the expansion is unknown. `expansion` is a code, alias or id. Makes one query, for the
    version of the catalogue; takes about a millisecond per set.
    """
    cards = catalogue.current_catalogue()
    by_ref: dict[str, ChecklistCard] = {}
    for printing in cards.booster_cards(expansion):
        ref = checklist_card_key(printing.expansion, printing.number)
        if ref in by_ref:
            continue
        expansion_of_card = cards.expansions[printing.expansion]
        local = local_card_name(printing.key, language, cards)
        by_ref[ref] = ChecklistCard(
            ref=ref,
            name=printing.name,
            local=local,
            expansion=expansion_of_card.id,
            code=expansion_of_card.code,
            number=printing.number,
            where=format_card_number(expansion_of_card.code, printing.number),
            supertype=printing.supertype,
            kind=kind_of_printing(printing),
            basic_energy=printing.basic_energy,
            search=card_names.fold_card_name_loosely(
                f"{printing.name} {local} {printing.number} {expansion_of_card.code}"
            ),
        )
    return tuple(by_ref.values())


def checklist_of_boosters(boosters: Iterable[str], *, language: str = "en") -> tuple[ChecklistCard, ...]:
    """Return the cards of several expansions as one checklist, in order and without duplicates.

    `boosters`: the codes of the expansions (`Setup.boosters`).
    """
    cards = [
        card for code in dict.fromkeys(boosters) for card in expansion_checklist(code, language=language)
    ]
    return tuple({card.ref: card for card in cards}.values())


def checklist_card_key(expansion: str, number: str) -> str:
    """Return the key of a card in forms and taps: expansion id and printed number, "sm9:105"."""
    return f"{expansion}:{number}"
