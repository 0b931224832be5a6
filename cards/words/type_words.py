"""Names of types and of kinds of Trainers, for the symbols of tiles and crests."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.sentences import Sentence

TYPE_NAMES: dict[str, Sentence] = {
    "G": pgettext_lazy("type of Pokémon", "Grass"),
    "R": pgettext_lazy("type of Pokémon", "Fire"),
    "W": pgettext_lazy("type of Pokémon", "Water"),
    "L": pgettext_lazy("type of Pokémon", "Lightning"),
    "P": pgettext_lazy("type of Pokémon", "Psychic"),
    "F": pgettext_lazy("type of Pokémon", "Fighting"),
    "D": pgettext_lazy("type of Pokémon", "Darkness"),
    "M": pgettext_lazy("type of Pokémon", "Metal"),
    "Y": pgettext_lazy("type of Pokémon", "Fairy"),
    "N": pgettext_lazy("type of Pokémon", "Dragon"),
    "C": pgettext_lazy("type of Pokémon", "Colorless"),
    "item": _("Item"),
    "supporter": _("Supporter"),
    "stadium": pgettext_lazy("kind of Trainer", "Stadium"),
    "tool": pgettext_lazy("kind of Trainer", "Tool"),
}
"""The names of the types that have a symbol."""


def card_type_name(kind: str) -> str:
    """Return the name of a type, or "" if it has no symbol."""
    return str(TYPE_NAMES.get(kind, ""))
