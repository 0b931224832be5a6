"""Require at least one Basic Pokémon (R-072 to R-074). Other kinds of cards have no minimum or maximum (R-071)."""

from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Problem, Severity

FOSSILS = frozenset(
    {
        "Mysterious Fossil",
        "Claw Fossil",
        "Root Fossil",
        "Dome Fossil",
        "Helix Fossil",
        "Old Amber",
        "Armor Fossil",
        "Skull Fossil",
        "Unidentified Fossil",
        "Rare Fossil",
    }
)
"""Trainers played as if they were Basic Pokémon (R-074), as are all "Antique" Fossils."""


def check_basic_pokemon(checking: LegalityCheck) -> Iterator[Problem]:
    """Report a deck without a Basic Pokémon, unless a line that is not resolved may be one.

    Restored Pokémon (R-073) and Trainer Fossils (R-074) do not count. This is only a warning if the deck has
    Fossils and S7 says so, and in editions without the rule, because players cannot set up without a Basic
    Pokémon.
    """
    entries = checking.known
    # An unresolved line may be a Basic Pokémon.
    if checking.unresolved or any(entry.is_basic_pokemon for entry in entries):
        return
    fossils = tuple(
        entry
        for entry in entries
        if entry.has_supertype("trainer")
        and (
            entry.key in FOSSILS
            or (entry.key.startswith("Antique ") and entry.key.endswith((" Fossil", " Amber")))
        )
    )
    is_warned = bool(fossils) and checking.context.choice("S7") == "warn"
    severity: Severity = "warning" if is_warned or not checking.context.rulebook.basic_pokemon else "error"
    yield Problem(
        DeckFault.NO_BASIC_POKEMON,
        severity,
        tuple(entry.number for entry in fossils),
        "R-074" if fossils else "R-072",
        {"fossil": fossils[0].name if fossils else ""},
        "S7" if fossils else None,
    )
