"""The printed text of a card: its Abilities, attacks and rules, from the sources of card data."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

LONGEST = 1000
MOST = 12
"""Characters of one text, and texts of one kind; no card has more."""

Row = Mapping[str, Any]
PrintedText = dict[str, Any]
"""`hp`, `types`, `abilities` (name, type, text), `attacks` (cost, name, damage, text), `weaknesses` and `resistances`
(type, value), `retreat` and `rules`; what a card does not have is left out."""


def printed_text(row: Row) -> PrintedText:
    """The text of a card in the layout of pokemon-tcg-data; empty if it has none.

    Raises AttributeError and TypeError for a malformed row.
    """
    abilities = [_part(part, "name", "type", "text") for part in _listed(row, "abilities")]
    if trait := row.get("ancientTrait"):
        abilities.insert(0, _part({**trait, "type": "Ancient Trait"}, "name", "type", "text"))
    attacks = [
        {"cost": list(_words(attack.get("cost"))), **_part(attack, "name", "damage", "text")}
        for attack in _listed(row, "attacks")
    ]
    text: PrintedText = {
        "hp": _text(row.get("hp")),
        "types": list(_words(row.get("types"))),
        "abilities": abilities,
        "attacks": attacks,
        "weaknesses": [_part(part, "type", "value") for part in _listed(row, "weaknesses")],
        "resistances": [_part(part, "type", "value") for part in _listed(row, "resistances")],
        "retreat": len(list(_words(row.get("retreatCost")))),
        "rules": list(_words(row.get("rules"))),
    }
    return {name: value for name, value in text.items() if value}


def _listed(row: Row, name: str) -> Iterable[Row]:
    return list(row.get(name) or ())[:MOST]


def _words(value: Any) -> Iterator[str]:
    yield from (_text(word) for word in list(value or ())[:MOST])


def _part(row: Row, *names: str) -> dict[str, str]:
    return {name: _text(row.get(name)) for name in names}


def _text(value: object) -> str:
    return str(value or "").strip()[:LONGEST]
