"""R-001, R-031, R-034, R-036: from lines to cards, never by a silent guess."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from cards.engine import catalogue_csv
from cards.engine.cards import Catalogue
from decks.engine.lists import DeckListLine, ReadList, ResolvedLine, read_list_text
from decks.engine.resolve import MAX_OFFERED, resolve_line, resolve_list
from tests.decks.engine.lists.cards import CATALOGUE, EXPANSIONS, LOCAL, PRINTINGS, TODAY, deck, printing
from tests.decks.engine.lists.test_reading import real_lists

HONEST = {
    "2000-base-team-r__magmarbuzz.txt": ["2 Energy Search base1-59"],
    "2003-2007-ex__blastoise-ex-lugia-ex.txt": ["1 Latias ex8-105"],
    "2003-2007-ex__imprison.txt": ["1 Mew ex15-101"],
    "2003-2007-ex__ludicargo.txt": ["1 Umbreon pop5-17"],
    "2003-2007-ex__medicham-ex.txt": ["4 Pow! Hand Extension ex7-92", "4 Swoop! Teleporter ex7-85"],
    "2003-2007-ex__metanite.txt": ["1 Rayquaza ex8-107"],
    "2007-2009-d-p-p__machamp.txt": ["1 Relicanth dp7-79", "9 Fighting Energy dp1-126"],
}
"""Lines of real lists with the number of another card, most of them for a Pokémon ★ named without its star."""


def one(text: str, catalogue: Catalogue = CATALOGUE, on: date = TODAY) -> ResolvedLine:
    return deck(text, catalogue=catalogue, on=on).cards[0]


@pytest.mark.parametrize(
    ("text", "ref", "how"),
    [
        ("4 Tapu Lele-GX GRI 60", ("sm2", "60"), "number"),
        ("4 tapu lele gx gri 60", ("sm2", "60"), "number"),
        ("4 Tapu Lele-GX sm2-60", ("sm2", "60"), "number"),
        ("4 Tapu Lele GRI 60", ("sm2", "60"), "number"),
        ("4 Tapu Lelle-GX GRI 60", ("sm2", "60"), "number"),
        ("1 DCE XY 130", ("xy1", "130"), "number"),
        ("1 GRI 60", ("sm2", "60"), "number"),
        ("1 Boss's Orders BRS-TG 5", ("brstg", "TG05"), "number"),
        ("1 Boss's Orders BRS 132", ("brs", "132"), "number"),
        ("1 Pikachu PR-XY 42", ("xyp", "XY42"), "number"),
        ("1 Pikachu XY 42", ("xy1", "42"), "number"),
        ("1 Umbreon ★ pop5-17", ("pop5", "17"), "number"),
        ("1 Heat Factory ♢ LOT 178", ("lot", "178"), "number"),
        ("1 Glurak BS 4", ("base1", "4"), "number"),
        ("4 Ultra Ball GRI", ("sm2", "135"), "name_and_set"),
        ("4 Ultra Ball GRI 999", ("sm2", "135"), "name_and_set"),
        ("4 Ultra Ball", ("brs", "150"), "name"),
        ("4 Hyper Ball", ("brs", "150"), "name"),
        ("4 Ultra Ball SWSHALT 12", ("brs", "150"), "name"),
        ("4 Double Colourless", ("xy1", "130"), "name"),
        ("12 Fire Energy", ("sve", "2"), "name"),
        ("12 Fire Energy 28", ("sve", "2"), "name"),
        ("12 Basic {R} Energy Energy 10", ("sve", "2"), "name"),
        ("12 Énergie Feu", ("sve", "2"), "name"),
        ("12 Fire Energy XYEnergy 2", ("sve", "2"), "name"),
        ("2 Super Energy Removal", ("base1", "79"), "name"),
        ("1 Technical Machine: Evolution", ("soon", "2"), "name"),
    ],
)
def test_ladder(text: str, ref: tuple[str, str], how: str) -> None:
    found = one(text)
    assert found.printing is not None
    assert (found.printing.ref, found.how, found.problem) == (ref, how, None)


def test_a_name_nobody_knows_beside_another_cards_number_is_offered_by_name_too() -> None:
    found = one("4 Pikachou GRI 60")
    assert found.problem == "NAME_NUMBER_MISMATCH"
    assert found.candidates[0] == "Tapu Lele-GX"
    assert "Pikachu" in found.candidates[1:]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("4 Ultra Ball 135", ("sm2", "135")),
        ("4 Ultra Ball NOSET 135", ("sm2", "135")),
        ("4 Ultra Ball 150", ("brs", "150")),
        ("1 Boss's Orders 5", ("brstg", "TG05")),
        ("4 Ultra Ball 999", ("brs", "150")),
    ],
)
def test_a_name_and_a_number_together_are_the_printing_of_that_number(
    text: str, ref: tuple[str, str]
) -> None:
    """Without a set, the number selects among the printings of the name, with or without its letters."""
    found = one(text)
    assert found.printing is not None
    assert (found.printing.ref, found.how) == (ref, "name")


def test_a_number_without_its_letters_is_found_before_a_newer_printing() -> None:
    promo = printing("xyp XY94", "Ultra Ball", "trainer", "Item")
    found = one("4 Ultra Ball 94", catalogue=Catalogue(EXPANSIONS, (*PRINTINGS, promo), LOCAL))
    assert found.printing is not None
    assert found.printing.ref == ("xyp", "XY94")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("1 Hard Chxxm XY 119", True),
        ("1 Hxrd Chxxm XY 119", False),
        ("1 Enexxy Remoxal BS 92", False),
        ("1 Charm XY 119", True),
        ("1 arm XY 119", False),
        ("1 hc XY 119", True),
        ("1 ha XY 119", False),
    ],
)
def test_how_near_a_name_must_come_to_the_card_of_its_number(text: str, known: bool) -> None:
    """Four letters of five are enough, or a whole word at the end, or the initials; below that, the user is asked."""
    found = one(text)
    assert found.problem == (None if known else "NAME_NOT_KNOWN")
    assert found.how == "number"


def test_a_name_less_alike_by_a_hair_is_asked_about() -> None:
    """79.1 of 100, where 80 would be accepted."""
    card = printing("xy1 128", "Energy Recycling System", "trainer", "Item")
    found = one("1 Enrgy Recyclg Sysxxx XY 128", catalogue=Catalogue(EXPANSIONS, (*PRINTINGS, card), LOCAL))
    assert found.problem == "NAME_NOT_KNOWN"


def test_a_name_cleared_up_by_its_number_says_what_it_was_taken_for() -> None:
    assert one("4 Tapu Lelle-GX GRI 60").candidates == ("Tapu Lele-GX",)
    assert one("4 Tapu Lele-GX GRI 60").candidates == ()


@pytest.mark.parametrize(("on", "ref"), [(date(2017, 6, 1), ("sm2", "135")), (TODAY, ("brs", "150"))])
def test_a_name_alone_is_the_newest_printing_out_on_the_date(on: date, ref: tuple[str, str]) -> None:
    found = one("4 Ultra Ball", on=on)
    assert found.printing is not None
    assert found.printing.ref == ref


@pytest.mark.parametrize(
    ("text", "problem", "offered"),
    [
        ("4 Pikachu GRI 60", "NAME_NUMBER_MISMATCH", "Tapu Lele-GX"),
        ("1 Umbreon pop5-17", "NAME_NUMBER_MISMATCH", "Umbreon ★"),
        ("4 Tapu Lele-GX", "POKEMON_NUMBER_MISSING", "Tapu Lele-GX GRI 60"),
        ("4 Tapu Lele-GX GRI", "POKEMON_NUMBER_MISSING", "Tapu Lele-GX GRI 137"),
        ("1 Jirachi Promo", "POKEMON_NUMBER_MISSING", "Jirachi PR-XY XY67"),
        ("3 Yveltal EX", "POKEMON_NUMBER_MISSING", "Yveltal-EX XY 79"),
        ("3 Tapu Lele-GX SMALT 12", "POKEMON_NUMBER_MISSING", "Tapu Lele-GX GRI 60"),
        ("4 Tapu Leleh GRI 999", "UNKNOWN_CARD", "Tapu Lele-GX"),
        ("4 Ultar Ball", "UNKNOWN_CARD", "Ultra Ball"),
        ("4 Tapu Lele-GX GRI 999", "UNKNOWN_CARD", "Tapu Lele-GX GRI 60"),
    ],
)
def test_problems(text: str, problem: str, offered: str) -> None:
    found = one(text)
    assert (found.problem, found.is_left_out) == (problem, True)
    assert offered in found.candidates


def test_a_number_an_expansion_does_not_have_contradicts_the_name_where_all_its_cards_are_known() -> None:
    """With only the few cards of a first start, the number may well exist."""
    names = [
        printing(f"xy1 {number}", "Pikachu" if number == 5 else "Raichu", "pokemon")
        for number in range(1, 20)
    ]
    complete = Catalogue(EXPANSIONS, names)
    assert one("1 Pikachu XY 40", complete).problem == "NAME_NUMBER_MISMATCH"
    few = Catalogue(EXPANSIONS, [names[4], names[-1]])
    assert one("1 Pikachu XY 10", few).problem == "UNKNOWN_CARD"


def test_r067_several_names_that_only_differ_in_capitals_are_not_guessed() -> None:
    both = Catalogue(
        EXPANSIONS, [printing("xy1 1", "Mewtwo-EX", "pokemon"), printing("sm2 1", "Mewtwo ex", "pokemon")]
    )
    assert one("1 Mewtwo ex", both).key == "Mewtwo ex"
    assert one("1 Mewtwo EX", both).key == "Mewtwo-EX"
    unclear = one("1 Mewtwo eX", both)
    assert unclear.problem is not None


def test_dc126_columns_without_a_number() -> None:
    found = resolve_line(DeckListLine(1, "", 4, "Tapu Lele-GX"), CATALOGUE, on=TODAY)
    assert found.problem == "POKEMON_NUMBER_MISSING"


def test_a_line_without_a_quantity_joins_where_it_names_a_card_by_its_number() -> None:
    found = deck("Ultra Ball GRI 135\nCharizard\n4 Hard Charm XY 119")
    assert [(card.name, card.line.quantity) for card in found.cards] == [
        ("Ultra Ball", None),
        ("Hard Charm", 4),
    ]
    assert found.ignored == ((2, "Charizard"),)


def test_copies_add_up_by_the_name_that_counts() -> None:
    found = deck(
        "2 Boss's Orders BRS 132\n1 Boss's Orders BRS-TG 5 PH\n0 Ultra Ball\n1 Nobody Knows\n1 nobody knows"
    )
    assert found.copies == {"Boss's Orders": 3, "Ultra Ball": 0, "nobody knows": 2}
    assert (found.total, found.by_section) == (5, {"pokemon": 0, "trainer": 3, "energy": 0, "": 2})


def test_many_unknown_names_do_not_take_long() -> None:
    found = deck("\n".join(f"1 Ultar Ball{'l' * (number % 3)} {number}x" for number in range(500)))
    assert len(found.cards) == 500
    assert sum(bool(card.candidates) for card in found.cards) == MAX_OFFERED


@pytest.fixture(scope="module")
def full(shared: Path) -> Catalogue:
    return catalogue_csv.catalogue_from_rows(
        catalogue_csv.read_csv_rows(shared / "cards" / "catalogue.csv.gz")
    )


def test_real_lists_name_real_cards(shared: Path, full: Catalogue) -> None:
    contradictions: dict[str, list[str]] = {}
    for name, (text, _total) in real_lists(shared).items():
        for card in resolve_list(read_list_text(text), full, on=TODAY).cards:
            if card.problem == "NAME_NUMBER_MISMATCH":
                contradictions.setdefault(name, []).append(card.line.raw)
            assert card.problem != "UNKNOWN_CARD", card.line.raw
    assert contradictions == HONEST


def test_every_card_is_found_by_its_own_name_set_and_number(full: Catalogue) -> None:
    lines = [
        DeckListLine(1, "", 1, card.name, full.expansions[card.expansion].code, card.number)
        for card in full.all
    ]
    found = resolve_list(ReadList(tuple(lines)), full, on=TODAY)
    lost = [card.line for card, wanted in zip(found.cards, full.all, strict=True) if card.printing != wanted]
    assert lost == []


def test_line_numbers_and_texts_stay(full: Catalogue) -> None:
    line = DeckListLine(7, "4 yveltal bkt 94", 4, "yveltal bkt 94", text="yveltal bkt 94")
    found = resolve_line(line, full, on=TODAY)
    assert found.line == replace(line, name="yveltal", set_code="BKT", card_number="94")
