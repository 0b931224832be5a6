"""A small invented catalogue for tests of lists, and what two lists are compared by."""

from dataclasses import replace
from datetime import date

from cards.engine import card_names
from cards.engine.cards import Catalogue, Expansion, Printing, Supertype
from cards.engine.facts import LocalName
from decks.engine.lists import Deck, PrintedListRow, printed_rows, read_list_text
from decks.engine.resolve import resolve_list

TODAY = date(2026, 11, 1)

EXPANSIONS = (
    Expansion("base1", "Base", ("BS",), date(1999, 1, 9)),
    Expansion("xy1", "XY", ("XY",), date(2014, 2, 5)),
    Expansion("xyp", "XY Promos", ("PR-XY",), date(2013, 10, 12), kind="promo"),
    Expansion("sm2", "Guardians Rising", ("GRI",), date(2017, 5, 5)),
    Expansion("lot", "Lost Thunder", ("LOT",), date(2018, 11, 2)),
    Expansion("brs", "Brilliant Stars", ("BRS",), date(2022, 2, 25)),
    Expansion("brstg", "Trainer Gallery", ("BRS",), date(2022, 2, 25)),
    Expansion("pop5", "POP 5", (), date(2007, 3, 1), kind="product"),
    Expansion("sve", "Energies", ("SVE",), date(2023, 3, 31), kind="energy"),
    Expansion("soon", "Not Out Yet", ("SOON",), date(2027, 2, 1)),
)


def printing(
    ref: str, name: str, supertype: Supertype, *subtypes: str, below: str = "", mark: str = ""
) -> Printing:
    expansion, number = ref.split()
    return Printing(
        expansion,
        number,
        name,
        card_names.card_name_identity(name),
        supertype,
        subtypes,
        mark=mark,
        basic=supertype == "pokemon" and "Basic" in subtypes,
        basic_energy=supertype == "energy" and "Basic" in subtypes,
        ace_spec="ACE SPEC" in subtypes,
        evolves_from=below,
    )


PRINTINGS = (
    printing("base1 4", "Charizard", "pokemon", "Stage 2", below="Charmeleon"),
    printing("base1 46", "Charmander", "pokemon", "Basic"),
    printing("base1 24", "Charmeleon", "pokemon", "Stage 1", below="Charmander"),
    printing("base1 92", "Energy Removal", "trainer"),
    printing("base1 79", "Super Energy Removal", "trainer"),
    printing("base1 98", "Fire Energy", "energy", "Basic"),
    printing("xy1 42", "Pikachu", "pokemon", "Basic"),
    printing("xy1 43", "Raichu", "pokemon", "Stage 1", below="Pikachu"),
    printing("xy1 79", "Yveltal-EX", "pokemon", "Basic", "EX"),
    printing("xy1 130", "Double Colorless Energy", "energy", "Special"),
    printing("xy1 119", "Hard Charm", "trainer", "Pokémon Tool"),
    printing("xyp XY67", "Jirachi", "pokemon", "Basic"),
    printing("xyp XY42", "Pikachu", "pokemon", "Basic"),
    printing("sm2 60", "Tapu Lele-GX", "pokemon", "Basic", "GX"),
    printing("sm2 137", "Tapu Lele-GX", "pokemon", "Basic", "GX"),
    printing("sm2 121", "Choice Band", "trainer", "Pokémon Tool"),
    printing("sm2 135", "Ultra Ball", "trainer", "Item"),
    printing("lot 178", "Heat Factory ◇", "trainer", "Stadium", "Prism Star"),
    printing("lot 171", "Computer Search", "trainer", "Item", "ACE SPEC"),
    printing("brs 150", "Ultra Ball", "trainer", "Item", mark="F"),
    printing("brs 132", "Boss's Orders (Cyrus)", "trainer", "Supporter", mark="F"),
    printing("brs 18", "Charizard VSTAR", "pokemon", "VSTAR", below="Charizard V", mark="F"),
    printing("brs 17", "Charizard V", "pokemon", "Basic", "V", mark="F"),
    printing("brstg TG05", "Boss's Orders", "trainer", "Supporter", mark="F"),
    printing("pop5 5", "Umbreon", "pokemon", "Stage 1", below="Eevee"),
    printing("pop5 17", "Umbreon ★", "pokemon", "Basic", "Star"),
    printing("sve 2", "Basic Fire Energy", "energy", "Basic"),
    printing("soon 1", "Ultra Ball", "trainer", "Item"),
    printing("soon 2", "Technical Machine: Evolution", "trainer", "Item"),
)

LOCAL = (
    LocalName("Charizard", "de", "Glurak"),
    LocalName("Ultra Ball", "fr", "Hyper Ball"),
    LocalName("Fire Energy", "fr", "Énergie Feu"),
)

CATALOGUE = Catalogue(EXPANSIONS, PRINTINGS, LOCAL)


def deck(text: str, *, catalogue: Catalogue = CATALOGUE, on: date = TODAY) -> Deck:
    return resolve_list(read_list_text(text), catalogue, on=on)


def rows(one: Deck) -> list[PrintedListRow]:
    """Return the contents of a list without their positions in the text."""
    return [replace(row, lines=(), text="") for row in printed_rows(one)]
