"""Tapped cards for pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cards.queries.checklist import KINDS, ChecklistCard
from drafts.engine.packs import Card

FREE = "free"
"""The kind of cards not on the checklist."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A tapped card: its number in the pod, its name in the page's language, set and number, and its kind."""

    number: int
    name: str
    where: str
    kind: str


def card_row(card: Card, checklist: Mapping[str, ChecklistCard]) -> CardRow:
    """A card with its checklist entry, if it has one."""
    entry = checklist.get(card.name)
    if entry is None:
        return CardRow(card.number, card.name, "", FREE)
    return CardRow(card.number, entry.local or entry.name, entry.where, entry.supertype)


def grouped(cards: Sequence[CardRow]) -> list[dict[str, Any]]:
    """Cards by kind, equal ones grouped with the latest copy, which can be renamed."""
    names = {"pokemon": _("Pokémon"), "trainer": _("Trainer"), "energy": _("Energy"), FREE: _("Other cards")}
    groups = []
    for kind in (*KINDS, FREE):
        of_kind = [card for card in cards if card.kind == kind]
        copies: dict[tuple[str, str], list[CardRow]] = {}
        for card in of_kind:
            copies.setdefault((card.name, card.where), []).append(card)
        lines = [(len(same), same[-1]) for same in copies.values()]
        lines.sort(key=lambda line: (not line[1].name, line[1].name.casefold()))
        if of_kind:
            groups.append({"kind": kind, "name": names[kind], "count": len(of_kind), "lines": lines})
    return groups
