"""Tapped cards for pages."""

from collections.abc import Iterable, Mapping, Sequence
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


def card_row(card: Card, known: Mapping[str, ChecklistCard]) -> CardRow:
    """A card with its checklist entry, if it has one."""
    found = known.get(card.name)
    if found is None:
        return CardRow(card.number, card.name, "", FREE)
    return CardRow(card.number, found.local or found.name, found.where, found.supertype)


def kind_name(kind: str) -> str:
    return {"pokemon": _("Pokémon"), "trainer": _("Trainer"), "energy": _("Energy")}.get(
        kind, _("Other cards")
    )


def grouped(cards: Sequence[CardRow]) -> list[dict[str, Any]]:
    """Cards by kind, equal ones grouped with the latest copy, which can be renamed."""
    return [
        {"kind": kind, "name": kind_name(kind), "count": len(found), "lines": _together(found)}
        for kind in (*KINDS, FREE)
        if (found := [one for one in cards if one.kind == kind])
    ]


def _together(cards: Iterable[CardRow]) -> list[tuple[int, CardRow]]:
    counted: dict[tuple[str, str], list[CardRow]] = {}
    for one in cards:
        counted.setdefault((one.name, one.where), []).append(one)
    lines = [(len(same), same[-1]) for same in counted.values()]
    return sorted(lines, key=lambda line: (not line[1].name, line[1].name.casefold()))
