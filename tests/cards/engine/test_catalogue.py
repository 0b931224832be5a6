"""The catalogue finds a card by set and number, and by any spelling of its name in six languages."""

from datetime import date
from pathlib import Path

import pytest

from cards.engine import card_names, catalogue_csv, shipped_facts
from cards.engine.card_names import split_copies_and_name
from cards.engine.cards import Catalogue, Expansion, Printing, is_complete
from cards.engine.facts import LocalName


def card(expansion: str, number: str, name: str) -> Printing:
    row = {"set_id": expansion, "number": number, "name": name, "supertype": "pokemon"}
    return catalogue_csv.printing_of_csv_row(row)


CARDS = Catalogue.of(
    [
        Expansion("smp", "SM Promos", ("PR-SM", "SMP"), date(2017, 2, 3), kind="promo"),
        Expansion("g1", "Generations", ("GEN", "GEN-RC"), date(2016, 2, 22)),
        Expansion("gym1", "Gym Heroes", ("G1",), date(2000, 8, 14)),
        Expansion("swsh9", "Brilliant Stars", ("BRS",), date(2022, 2, 25)),
        Expansion("swsh9tg", "Trainer Gallery", ("BRS-TG", "BRS"), date(2022, 2, 25)),
        Expansion("ex7", "Team Rocket Returns", ("TRR",), date(2004, 11, 1)),
    ],
    [
        card("smp", "SM30", "Tapu Koko"),
        card("g1", "12", "M Charizard-EX"),
        card("g1", "RC12", "Gulpin"),
        card("g1", "RC27", "Wally"),
        card("gym1", "12", "Erika's Vileplume"),
        card("swsh9", "5", "Torterra"),
        card("swsh9tg", "TG05", "Zekrom"),
        card("ex7", "53", "Dratini"),
        card("ex7", "74", "Blastoise ex"),
        card("g1", "17", "Blastoise-EX"),
    ],
    [LocalName("Dratini", "fr", "Minidraco"), LocalName("Tapu Koko", "de", "Kapu-Riki")],
)


@pytest.mark.parametrize(
    ("code", "number", "name"),
    [
        ("PR-SM", "SM30", "Tapu Koko"),
        ("PR-SM", "30", "Tapu Koko"),
        ("smp", "030", "Tapu Koko"),
        ("GEN", "12", "M Charizard-EX"),
        ("GEN-RC", "12", "Gulpin"),
        ("GEN", "RC27", "Wally"),
        ("GEN", "127", "Wally"),
        ("G1", "12", "Erika's Vileplume"),
        ("BRS", "5", "Torterra"),
        ("BRS", "TG05", "Zekrom"),
        ("BRS-TG", "5", "Zekrom"),
        ("ex7", "053", "Dratini"),
        ("TRR", "53/109", "Dratini"),
    ],
)
def test_set_and_number(code: str, number: str, name: str) -> None:
    found = CARDS.printing(code, number)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(("code", "number"), [("NONE", "1"), ("GEN", "99"), ("", ""), ("GEN", "")])
def test_nothing_there(code: str, number: str) -> None:
    assert CARDS.printing(code, number) is None


def test_a_code_of_its_own_wins_over_the_id_of_another() -> None:
    assert CARDS.expansion("g1") == CARDS.expansions["gym1"]
    assert CARDS.expansion("brs") == CARDS.expansions["swsh9"]


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("Blastoise EX", {"Blastoise-EX"}),
        ("blastoise ex", {"Blastoise ex"}),
        ("minidraco", {"Dratini"}),
        ("Kapu Riki", {"Tapu Koko"}),
        ("Mewtwo", set()),
    ],
)
def test_names(typed: str, keys: set[str]) -> None:
    assert {printing.key for printing in CARDS.printings_with_name(typed)} == keys


def test_search_begins_with_comes_first() -> None:
    assert CARDS.search("ta")[0] == "Tapu Koko"
    assert CARDS.search("vile") == ("Erika's Vileplume",)
    assert CARDS.search("draco") == ("Dratini",)
    assert CARDS.search("!?") == ()


def test_nearest_takes_other_languages_too() -> None:
    assert CARDS.nearest("Minidracco")[0] == "Dratini"
    assert CARDS.nearest("") == ()


def test_local_name_falls_back_to_english() -> None:
    assert CARDS.local_name("Dratini", "fr") == "Minidraco"
    assert CARDS.local_name("Dratini", "it") == "Dratini"


def test_names_of_all_cards(shared: Path) -> None:
    """The normalized name agrees with that of 21,101 rows of card data, except for one Japanese printing."""
    rows = catalogue_csv.read_csv_rows(shared / "cards" / "catalogue.csv.gz")
    cards = catalogue_csv.catalogue_from_rows(rows, expansions=shipped_facts.shipped_expansions())
    other = {
        row["name"]
        for row, card in zip(rows, map(catalogue_csv.printing_of_csv_row, rows), strict=True)
        if card.key != row["name_key"]
    }
    assert len(cards) == 21_101
    assert other == {"ナッシー[Exeggutor]"}


def test_a_catalogue_is_complete_from_fifteen_thousand_printings() -> None:
    cards = [card("sm1", str(number), "Caterpie") for number in range(15_000)]
    assert not is_complete(Catalogue([], cards[1:]))
    assert is_complete(Catalogue([], cards))


def named(*names_given: str) -> Catalogue:
    """Return a catalogue of Trainers with only these names."""
    cards = [
        Printing("base1", str(number), name, card_names.card_name_identity(name), "trainer")
        for number, name in enumerate(names_given, 1)
    ]
    return Catalogue([Expansion("base1", "Base", ("BS",), date(1999, 1, 9))], cards)


BALLS = named("Professor Sycamore", "Ultra Ball", "Dusk Ball", "Research Record", "Fossil Researcher",
              "Professor's Research", "Skarmory", "Lysandre")  # fmt: skip


def test_what_contains_the_word_is_offered_first() -> None:
    assert BALLS.nearest("Sycamore")[0] == "Professor Sycamore"
    assert BALLS.nearest("ultraball")[0] == "Ultra Ball"
    assert BALLS.search("research") == ("Research Record", "Professor's Research", "Fossil Researcher")


def test_a_name_is_found_without_its_spaces() -> None:
    assert BALLS.search("ultraball") == ("Ultra Ball",)
    assert BALLS.search("UltraB") == ("Ultra Ball",)
    assert BALLS.search("kba") == ()


@pytest.mark.parametrize(
    ("text", "copies", "name"),
    [
        ("4 ultra ba", 4, "ultra ba"),
        ("4x ultra", 4, "ultra"),
        ("4 × ultra", 4, "ultra"),
        ("12 Fire", 12, "Fire"),
        ("ultra", 0, "ultra"),
        ("4", 0, "4"),
        ("151 12", 0, "151 12"),
        ("SUM 135", 0, "SUM 135"),
        ("4 SUM 135", 4, "SUM 135"),
    ],
)
def test_a_count_before_a_name(text: str, copies: int, name: str) -> None:
    assert split_copies_and_name(text) == (copies, name)
