"""One line of a list, as people and programs write it."""

import pytest

from decks.engine.lists.cardline import PROMO, Reading, leading_quantity, possible_readings, trailing_quantity


@pytest.mark.parametrize(
    ("line", "quantity", "rest"),
    [
        ("4 Iono", 4, "Iono"),
        ("4x Iono", 4, "Iono"),
        ("4xIono", 4, "Iono"),
        ("4X Iono", 4, "Iono"),
        ("4× Iono", 4, "Iono"),
        ("4 x Iono", 4, "Iono"),
        ("x4 Iono", 4, "Iono"),
        ("(4) Iono", 4, "Iono"),
        ("* 4 Iono", 4, "Iono"),
        ("• 4 Iono", 4, "Iono"),
        ("- 4 Iono", 4, "Iono"),
        ("4Iono", 4, "Iono"),
        ("4 Xatu", 4, "Xatu"),
        ("4 xatu", 4, "xatu"),
        ("4, Iono, PAL, 185", 4, "Iono PAL 185"),
        ("4;Iono;PAL;185", 4, "Iono PAL 185"),
        ("4 Iono | PAL | 185", 4, "Iono PAL 185"),
        ("4 - Iono - PAL 185", 4, "Iono PAL 185"),
        ("4 Iono [PAL] 185", 4, "Iono PAL 185"),
        ("4: Iono", 4, "Iono"),
        ("04 Iono", 4, "Iono"),
        ("0 Iono", 0, "Iono"),
        ("-1 Iono", -1, "Iono"),
        ("1.5 Iono", None, "Iono"),
        ("1,5 Iono", None, "Iono"),
        ("? Iono", None, "Iono"),
        ("99999 Iono", None, "Iono"),
        ("9" * 200 + " Iono", None, "Iono"),
        ("12 {R} Energy", 12, "{R} Energy"),
    ],
)
def test_quantity_first(line: str, quantity: int | None, rest: str) -> None:
    assert leading_quantity(line) == (quantity, rest)


@pytest.mark.parametrize(
    "line",
    [
        "Iono",
        "60",
        "4 4",
        "1st place",
        "2017 Standard",
        "26.07.2017",
        "",
        "Pokémon: 4",
        "# 4 Iono",
        "10:30 Round 1",
    ],
)
def test_no_quantity_first(line: str) -> None:
    assert leading_quantity(line) is None


@pytest.mark.parametrize(
    ("line", "loose", "found"),
    [
        ("Iono x4", False, (4, "Iono")),
        ("Iono ×4", False, (4, "Iono")),
        ("Iono (4)", False, (4, "Iono")),
        ("Iono: 4", False, None),
        ("Iono: 4", True, (4, "Iono")),
        ("Iono - 4", True, (4, "Iono")),
        ("Iono", True, None),
        ("Porygon2", True, None),
        ("(4)", True, None),
    ],
)
def test_quantity_last(line: str, loose: bool, found: tuple[int, str] | None) -> None:
    assert trailing_quantity(line, loose=loose) == found


@pytest.mark.parametrize(
    ("text", "name", "code", "number"),
    [
        ("Tapu Lele-GX GRI 60", "Tapu Lele-GX", "GRI", "60"),
        ("Tapu Lele-GX (GRI 60)", "Tapu Lele-GX", "GRI", "60"),
        ("Tapu Lele-GX (GRI #60)", "Tapu Lele-GX", "GRI", "60"),
        ("Tapu Lele-GX [GRI-60]", "Tapu Lele-GX", "GRI", "60"),
        ("Tapu Lele-GX GRI-60", "Tapu Lele-GX", "GRI", "60"),
        ("Tapu Lele-GX GRI 60/145", "Tapu Lele-GX", "GRI", "60"),
        ("Technical Machine: Evolution PAR 178", "Technical Machine: Evolution", "PAR", "178"),
        ("Pokégear 3.0 SVI 186", "Pokégear 3.0", "SVI", "186"),
        ("Pokégear 3.0", "Pokégear 3.0", "", ""),
        ("Energy Removal 2", "Energy Removal 2", "", ""),
        ("Porygon2", "Porygon2", "", ""),
        ("Blaine's Quiz #3 G2 112", "Blaine's Quiz #3", "G2", "112"),
        ("Jirachi PR-XY 67", "Jirachi", "PR-XY", "67"),
        ("Charizard CRZ-GG 25", "Charizard", "CRZ-GG", "25"),
        ("Pikachu LOR TG24", "Pikachu", "LOR", "TG24"),
        ("Dratini ex7-53", "Dratini", "ex7", "53"),
        ("Toxicroak G dpp-DP41", "Toxicroak G", "dpp", "DP41"),
        ("Ditto tk-xy-su-5", "Ditto", "tk-xy-su", "5"),
        ("Unown ex10-A", "Unown", "ex10", "A"),
        ("Psychic Energy XYEnergy 8", "Psychic Energy", "XYEnergy", "8"),
        ("Psychic Energy TK-AlolanRaichu 20", "Psychic Energy", "TK-AlolanRaichu", "20"),
        ("Basic {R} Energy Energy 10", "Basic {R} Energy", "Energy", "10"),
        ("Basic {R} Energy SVE 2", "Basic {R} Energy", "SVE", "2"),
        ("Fire Energy 28", "Fire Energy", "", "28"),
        ("Rocky {F} Energy POR 87", "Rocky {F} Energy", "POR", "87"),
        ("Mew VMAX FST 114", "Mew VMAX", "FST", "114"),
        ("Xurkitree-GX", "Xurkitree-GX", "", ""),
        ("Professor's Research (Professor Oak) CEL 24", "Professor's Research (Professor Oak)", "CEL", "24"),
        ("Boss's Orders (Ghetsis)", "Boss's Orders (Ghetsis)", "", ""),
        ("Jirachi Promo", "Jirachi", PROMO, ""),
        ("Yveltal BKT", "Yveltal BKT", "", ""),
    ],
)
def test_parsed_from_the_right(text: str, name: str, code: str, number: str) -> None:
    assert possible_readings(text)[0] == Reading(name, code, number)


def test_foil_is_kept_apart() -> None:
    assert possible_readings("Iono PAL 185 PH")[0] == Reading("Iono", "PAL", "185", foil=True)
    assert possible_readings("Iono PH")[0] == Reading("Iono PH")


def test_other_readings_are_there_for_the_catalogue_to_choose() -> None:
    assert Reading("Yveltal", "BKT") in possible_readings("Yveltal BKT")
    assert Reading("Tapu lele-gx", "GRI", "60") in possible_readings("Tapu lele-gx gri 60")
    assert Reading("Iono", "", "185") in possible_readings("Iono 185")
    assert Reading("Technical Machine TS-1") in possible_readings("Technical Machine TS-1")


@pytest.mark.parametrize(("line", "quantity"), [("999 Iono", 999), ("1000 Iono", None), ("-999 Iono", -999)])
def test_a_quantity_has_at_most_three_digits(line: str, quantity: int | None) -> None:
    assert leading_quantity(line) == (quantity, "Iono")


def test_a_number_behind_a_colon_is_a_quantity_only_where_that_is_asked() -> None:
    assert trailing_quantity("Iono: 4") is None


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("Mr. Mime Promo", Reading("Mr. Mime", PROMO)),
        ("Tapu Lele-GX (GRI 60/145)", Reading("Tapu Lele-GX", "GRI", "60")),
        ("Basic Fire Energy 28", Reading("Basic Fire Energy", "", "28")),
        ("Energy Energy 10", Reading("Energy Energy", "", "10")),
        ("185 PH", Reading("185", foil=True)),
        ("Promo", Reading("Promo")),
        ("GRI-60", Reading("GRI-60")),
        ("PAL 185", Reading("PAL 185")),
        ("Energy 28", Reading("Energy", "", "28")),
    ],
)
def test_a_name_keeps_all_its_words_and_is_never_empty(text: str, reading: Reading) -> None:
    assert possible_readings(text)[0] == reading


def test_other_readings_keep_all_words_of_the_name_and_come_with_a_set_first() -> None:
    assert possible_readings("Tapu lele-gx gri 60") == (
        Reading("Tapu lele-gx gri 60"),
        Reading("Tapu lele-gx", "GRI", "60"),
        Reading("Tapu lele-gx gri", "", "60"),
        Reading("Tapu lele-gx gri", "60"),
    )
    assert Reading("Tapu Lele-GX", "GRI") in possible_readings("Tapu Lele-GX GRI")


def test_a_line_of_one_word_has_one_reading() -> None:
    assert possible_readings("Iono") == (Reading("Iono"),)
