"""Editions of the rules as data: four rulebooks and two tournament documents (table K of the rules)."""

from dataclasses import dataclass
from datetime import date

from cards.engine.cards import Printing

SIX_ENERGIES = frozenset({"Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting"})
NINE_ENERGIES = SIX_ENERGIES | {"Darkness", "Metal", "Fairy"}

Advised = tuple[int, int]
"""The minimum and maximum number of cards."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the rules, with the points in which editions differ.

    - `basic_energies`: the types that are basic Energy (R-063).
    - `basic_pokemon`: whether a Basic Pokémon is required by a deck rule, rather than only by the set-up (R-072).
    - `ace_spec`: whether the edition has this class of cards (R-077).
    - `two_weeks`: whether releases become legal two weeks later (M-048).
    - `set_lists_from`: days before this one use the set lists of this day, since the document has no older lists.
    - `reprints_at_once`: the day from which a reprint of a legal card may be played before its expansion is legal
      (M-042).
    - `energy_hint`, `trainer_hint`: the minimum and maximum numbers, out of 60 cards, that beginners are advised
      to play (R-151), or None if the edition gives no advice.
    """

    code: str
    basic_energies: frozenset[str] = NINE_ENERGIES
    basic_pokemon: bool = True
    ace_spec: bool = True
    two_weeks: bool = False
    set_lists_from: date | None = None
    reprints_at_once: date | None = None
    energy_hint: Advised | None = None
    trainer_hint: Advised | None = None


EDITIONS = {
    edition.code: edition
    for edition in (
        Edition("2002", SIX_ENERGIES, basic_pokemon=False, ace_spec=False, energy_hint=(25, 30)),
        Edition("2005", SIX_ENERGIES, basic_pokemon=False, ace_spec=False, energy_hint=(20, 25)),
        Edition("xy", energy_hint=(18, 22), trainer_hint=(13, 20)),
        Edition("sm", energy_hint=(15, 19), trainer_hint=(13, 20)),
        Edition("2017", set_lists_from=date(2016, 9, 1), energy_hint=(15, 19), trainer_hint=(13, 20)),
        Edition("2026", two_weeks=True, reprints_at_once=date(2026, 4, 1)),
    )
}
LATEST = "2026"

TWO_WEEK_RULE_START = date(2020, 1, 1)
"""Releases from this day on become legal two weeks later (M-048), earlier ones on the third Friday (R-006)."""


def is_basic_energy(printing: Printing, edition: Edition) -> bool:
    """Return whether a printing is basic Energy in an edition (R-063); special Energy never is (R-064)."""
    return printing.basic_energy and printing.key.removesuffix(" Energy") in edition.basic_energies


def default_edition_code(day: date) -> str:
    """Return the code of the edition that applies to decks on `day` by default."""
    return "2017" if day < TWO_WEEK_RULE_START else LATEST
