"""Display of tapped cards on pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from cards.queries.checklist import KINDS, ChecklistCard
from drafts.engine.moves import Card

FREE = "free"
"""Kind of cards that are not on the checklist."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A tapped card.

    `number`: its number in the pod. `name`: in the language of the page. `where`: set and number. `kind`: Pokémon,
    Trainer, Energy or FREE.
    """

    number: int
    name: str
    where: str
    kind: str


def tapped_card_row(card: Card, checklist: Mapping[str, ChecklistCard]) -> CardRow:
    """Build the row of a card, with the details of its checklist entry if it has one."""
    entry = checklist.get(card.name)
    if entry is None:
        return CardRow(card.number, card.name, "", FREE)
    return CardRow(card.number, entry.local or entry.name, entry.where, entry.supertype)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardKind:
    """The cards of one kind, with the number of equal copies."""

    kind: str
    name: str | Promise
    count: int
    lines: Sequence[tuple[int, CardRow]]


def group_by_kind(cards: Sequence[CardRow]) -> list[CardKind]:
    """Group cards by kind, counting equal cards.

    Each line has the latest of its copies, the only one that can be renamed.
    """
    names = {"pokemon": _("Pokémon"), "trainer": _("Trainer"), "energy": _("Energy"), FREE: _("Other cards")}
    groups = []
    for kind in (*KINDS, FREE):
        cards_of_kind = [card for card in cards if card.kind == kind]
        copies: dict[tuple[str, str], list[CardRow]] = {}
        for card in cards_of_kind:
            copies.setdefault((card.name, card.where), []).append(card)
        copies_with_count = [(len(equal_cards), equal_cards[-1]) for equal_cards in copies.values()]
        copies_with_count.sort(
            key=lambda count_and_card: (not count_and_card[1].name, count_and_card[1].name.casefold())
        )
        if cards_of_kind:
            groups.append(
                CardKind(kind=kind, name=names[kind], count=len(cards_of_kind), lines=copies_with_count)
            )
    return groups
