"""Kinds of cards, in the order of deck lists."""

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
"""Kinds in the order of deck lists.

"trainer" is for Trainers from before they had kinds, and "unknown" for cards that are not in the catalogue.
"""

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
    """Return the kind of a card."""
    if printing.supertype == "energy":
        return "basic_energy" if printing.basic_energy else "special_energy"
    if printing.supertype == "pokemon":
        return "pokemon"
    return "ace_spec" if printing.ace_spec else trainer_kind(printing)


def trainer_kind(printing: Printing) -> Kind:
    """Return the kind of a Trainer, including ACE SPEC Trainers.

    It is "trainer" for a Trainer from before Trainers had kinds.
    """
    kinds = (_TRAINER_KINDS[subtype] for subtype in printing.subtypes if subtype in _TRAINER_KINDS)
    return next(kinds, "trainer")
