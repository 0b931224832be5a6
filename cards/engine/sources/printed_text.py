"""The printed text of a card, from the sources of card data: Abilities, attacks and rules."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

MAX_TEXT_LENGTH = 1000
MAX_TEXTS = 12
"""The maximum length of a text and number of texts of a kind, which exceed those of any card."""

Row = Mapping[str, Any]
PrintedText = dict[str, Any]
"""The parts of a card's text by name. Parts that a card does not have are omitted.

`hp`, `types`, `abilities` (name, type, text), `attacks` (cost, name, damage, text), `weaknesses` and `resistances`
(type, value), `retreat` and `rules`.
"""


def printed_text(row: Row) -> PrintedText:
    """Return the text of a card in the layout of pokemon-tcg-data, or {} if it has no text.

    Raises AttributeError or TypeError for a malformed row.
    """
    abilities = [
        _part_fields_as_texts(part, "name", "type", "text") for part in _card_parts_in_field(row, "abilities")
    ]
    if trait := row.get("ancientTrait"):
        abilities.insert(0, _part_fields_as_texts({**trait, "type": "Ancient Trait"}, "name", "type", "text"))
    attacks = [
        {
            "cost": list(_texts_in_list(attack.get("cost"))),
            **_part_fields_as_texts(attack, "name", "damage", "text"),
        }
        for attack in _card_parts_in_field(row, "attacks")
    ]
    text: PrintedText = {
        "hp": _clean_text(row.get("hp")),
        "types": list(_texts_in_list(row.get("types"))),
        "abilities": abilities,
        "attacks": attacks,
        "weaknesses": [
            _part_fields_as_texts(part, "type", "value") for part in _card_parts_in_field(row, "weaknesses")
        ],
        "resistances": [
            _part_fields_as_texts(part, "type", "value") for part in _card_parts_in_field(row, "resistances")
        ],
        "retreat": len(list(_texts_in_list(row.get("retreatCost")))),
        "rules": list(_texts_in_list(row.get("rules"))),
    }
    return {name: value for name, value in text.items() if value}


def _card_parts_in_field(row: Row, name: str) -> Iterable[Row]:
    """Return the parts of a card in a field, at most MAX_TEXTS."""
    return list(row.get(name) or ())[:MAX_TEXTS]


def _texts_in_list(value: Any) -> Iterator[str]:
    """Yield the texts in a list, at most MAX_TEXTS, each at most MAX_TEXT_LENGTH characters long."""
    yield from (_clean_text(word) for word in list(value or ())[:MAX_TEXTS])


def _part_fields_as_texts(row: Row, *names: str) -> dict[str, str]:
    """Return these fields of a part as texts, or "" for missing ones."""
    return {name: _clean_text(row.get(name)) for name in names}


def _clean_text(value: object) -> str:
    return str(value or "").strip()[:MAX_TEXT_LENGTH]
