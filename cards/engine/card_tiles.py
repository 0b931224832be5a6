"""Data of card tiles: type, background, tag and monogram. Stadium draws tiles without copying printed cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zlib import crc32

from cards.engine import card_names
from cards.engine.card_kinds import trainer_kind
from cards.engine.cards import Printing

TYPES: Mapping[str, str] = {
    "Grass": "G",
    "Fire": "R",
    "Water": "W",
    "Lightning": "L",
    "Psychic": "P",
    "Fighting": "F",
    "Darkness": "D",
    "Metal": "M",
    "Fairy": "Y",
    "Dragon": "N",
    "Colorless": "C",
}
"""The letter of each type of Pokémon and Energy."""

TRAINER_TYPES = ("item", "supporter", "stadium", "tool")
GROUNDS = 6
"""The number of background patterns. All cards of an expansion have the same pattern."""

RULE_BOXES = ("ex", "EX", "GX", "V", "VMAX", "VSTAR", "V-UNION", "BREAK", "LEGEND")
"""Words at the end of a Pokémon's name that are shown as a tag, since they are not part of its species."""

MAX_CREST_TYPES = 2
MIN_COPIES_OF_TYPE = 3
"""The fewest copies of Pokémon for which the crest shows a second type."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """The parts of a card that its tile shows.

    `type` is a letter of `TYPES`, one of `TRAINER_TYPES`, or "" if unknown. `ground` is the number of a
    background pattern, below `GROUNDS`. `tag` is a short word such as "ex". `energy` marks all Energy, and
    `special` special Energy. `stage` is the evolution stage of a Pokémon, 0 to 2.
    """

    type: str = ""
    ground: int = 0
    tag: str = ""
    energy: bool = False
    special: bool = False
    stage: int = 0


def card_face_of(printing: Printing | None) -> CardFace:
    """Return the face of a card. A card that is not in the catalogue has a plain face."""
    if printing is None:
        return CardFace()
    ground = crc32(printing.expansion.encode()) % GROUNDS
    if printing.supertype == "energy":
        return CardFace(energy_type(printing), ground, energy=True, special=not printing.basic_energy)
    if printing.supertype == "trainer":
        trainer_type: str = trainer_kind(printing)
        tag = "ACE SPEC" if printing.ace_spec else ""
        return CardFace(trainer_type if trainer_type in TRAINER_TYPES else "", ground, tag)
    stage = 2 if "Stage 2" in printing.subtypes else int(bool(printing.evolves_from))
    type_letter = TYPES.get(printing.types[0], "") if printing.types else ""
    return CardFace(type_letter, ground, pokemon_name_tag(printing.name), stage=stage)


def energy_type(printing: Printing) -> str:
    """Return the letter of the type that determines an Energy card's color, or "C" (Colorless) if unknown."""
    if printing.types and printing.types[0] in TYPES:
        return TYPES[printing.types[0]]
    first_word = printing.name.partition(" ")[0]
    return TYPES.get(first_word, "C")


def pokemon_name_tag(name: str) -> str:
    """Return the tag at the end of a Pokémon's name ("GX" for "Tapu Lele-GX"), or "" if it has no tag."""
    last_word = name.replace("-GX", " GX").replace("-EX", " EX").rpartition(" ")[2]
    return last_word if last_word in RULE_BOXES and last_word != name else ""


def species_of(name: str) -> str:
    """Return the name of a Pokémon without its tag."""
    tag = pokemon_name_tag(name)
    return name.removesuffix(tag).rstrip(" -") if tag else name


def monograms(pokemon: Iterable[str]) -> dict[str, str]:
    """Return a monogram of two letters for each name of a deck.

    A monogram is the initial and the first later letter that distinguishes the name from others with the same
    initial: Eh for Emberhorn, El for Emberling. Names of one species share a monogram.
    """
    by_name = {name: species_of(name) for name in pokemon}
    letters = {
        species: "".join(char for char in species if char.isalnum())
        for species in sorted(set(by_name.values()), key=card_names.fold_card_name_loosely)
    }
    by_species: dict[str, str] = {}
    for species, own_letters in letters.items():
        rivals = [
            rival_letters
            for rival, rival_letters in letters.items()
            if rival != species and rival_letters[:1].upper() == own_letters[:1].upper()
        ]
        differs_at = max((_common_prefix_length(own_letters, rival) for rival in rivals), default=1)
        positions = [
            *range(max(differs_at, 1), len(own_letters)),
            *range(1, min(differs_at, len(own_letters))),
        ]
        choices = [own_letters[:1].upper() + own_letters[position].lower() for position in positions] or [
            own_letters[:1].upper()
        ]
        by_species[species] = next(
            (choice for choice in choices if choice not in by_species.values()), choices[0]
        )
    return {name: by_species[species] for name, species in by_name.items()}


def crest_types(copies_by_type: Mapping[str, int]) -> tuple[str, ...]:
    """Return the letters of the one or two main types of a deck's Pokémon, or () for none.

    The most frequent is first, and Colorless last. A second type needs at least MIN_COPIES_OF_TYPE copies.
    """
    order = tuple(TYPES.values())
    ranked = sorted(
        (letter for letter, copies in copies_by_type.items() if letter in order and copies > 0),
        key=lambda letter: (
            copies_by_type[letter] < MIN_COPIES_OF_TYPE,
            letter == "C",
            -copies_by_type[letter],
            order.index(letter),
        ),
    )
    frequent = [letter for letter in ranked if copies_by_type[letter] >= MIN_COPIES_OF_TYPE]
    return tuple(frequent[:MAX_CREST_TYPES] or ranked[:1])


def _common_prefix_length(first: str, second: str) -> int:
    """Return the length of the common prefix of two texts, ignoring case."""
    pairs = zip(first.lower(), second.lower(), strict=False)
    return next(
        (position for position, (left, right) in enumerate(pairs) if left != right),
        min(len(first), len(second)),
    )
