"""The kinds of cards, in the order of a list."""

from typing import Literal

from cards.engine.cards import Printing

Kind = Literal[
    "unknown", "pokemon",
    "supporter", "item", "tool", "stadium", "ace_spec", "trainer",
    "special_energy", "basic_energy",
]  # fmt: skip
KINDS: tuple[Kind, ...] = (
    "unknown", "pokemon",
    "supporter", "item", "tool", "stadium", "ace_spec", "trainer",
    "special_energy", "basic_energy",
)  # fmt: skip
"""Kinds in the order of a list; "trainer": Trainers older than the kinds, "unknown": cards not in the catalogue."""

_TRAINER_KINDS: dict[str, Kind] = {
    "Supporter": "supporter",
    "Stadium": "stadium",
    "Pokémon Tool": "tool",
    "Pokémon Tool F": "tool",
    "Tool": "tool",
    "Item": "item",
    "Technical Machine": "item",
    "Rocket's Secret Machine": "item",
    "Goldenrod Game Corner": "item",
}


def kind_of_printing(printing: Printing) -> Kind:
    """The kind of one card."""
    if printing.supertype == "energy":
        return "basic_energy" if printing.basic_energy else "special_energy"
    return "pokemon" if printing.supertype == "pokemon" else _trainer_kind(printing)


def _trainer_kind(printing: Printing) -> Kind:
    if printing.ace_spec:
        return "ace_spec"
    return next((_TRAINER_KINDS[one] for one in printing.subtypes if one in _TRAINER_KINDS), "trainer")
