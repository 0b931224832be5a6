"""At least one Basic Pokémon (R-072 to R-074); no kind of card has a minimum or maximum otherwise (R-071)."""

from collections.abc import Iterator

from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine
from decks.engine.legality.checking import Checking
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
"""Trainers played as if they were Basic Pokémon (R-074); all "Antique" Fossils are too."""


def basic_pokemon(checking: Checking) -> Iterator[Problem]:
    """Report a deck without a Basic Pokémon; Restored Pokémon (R-073) and Trainer Fossils (R-074, S7) are none.

    An unknown line may be one, so nothing is reported then. Editions without the rule get a warning, as such a deck
    cannot be set up.
    """
    entries = checking.known
    if checking.unresolved or any(entry.basic_pokemon for entry in entries):
        return
    fossils = tuple(entry for entry in entries if _fossil(entry))
    lenient = bool(fossils) and checking.context.choice("S7") == "warn"
    severity: Severity = "warning" if lenient or not checking.context.rulebook.basic_pokemon else "error"
    yield Problem(
        DeckFault.NO_BASIC_POKEMON,
        severity,
        tuple(entry.number for entry in fossils),
        "R-074" if fossils else "R-072",
        {"fossil": fossils[0].name if fossils else ""},
        "S7" if fossils else None,
    )


def _fossil(entry: CardLine) -> bool:
    trainer = all(printing.supertype == "trainer" for printing in entry.printings)
    antique = entry.key.startswith("Antique ") and entry.key.endswith((" Fossil", " Amber"))
    return trainer and (entry.key in FOSSILS or antique)
