"""Codes, numbers and names as TCG Live, Limitless and players write them (R-001, R-031, R-036)."""

from datetime import date
from pathlib import Path

import pytest

from cards.engine import catalogue_csv, list_codes, shipped_facts
from cards.engine.cards import Catalogue
from core.engine.refused import Refused
from decks.engine.legality import DeckContext, Problem
from decks.engine.legality.problems import deck_error_codes, find_deck_problems
from decks.engine.lists import ResolvedLine, read_list_file, read_list_text, write_list_text
from decks.engine.lists.fixes import find_fixes
from decks.engine.lists.printed_list import printed_rows
from decks.engine.resolve import resolve_list
from decks.words.deck_words import deck_problem_text

DAY = date(2026, 11, 20)


@pytest.fixture(scope="module")
def full(shared: Path) -> Catalogue:
    rows = catalogue_csv.read_csv_rows(shared / "cards" / "catalogue.csv.gz")
    return catalogue_csv.catalogue_from_rows(
        rows, expansions=shipped_facts.shipped_expansions(), facts=shipped_facts.shipped_fact_tables()
    )


def card(text: str, catalogue: Catalogue) -> ResolvedLine:
    return resolve_list(read_list_text(text), catalogue, on=DAY).cards[0]


def problems(text: str, catalogue: Catalogue) -> list[Problem]:
    context = DeckContext("unlimited", "constructed", DAY)
    found = find_deck_problems(resolve_list(read_list_text(text), catalogue, on=DAY), context, catalogue)
    return [problem for problem in found if problem.lines]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("1 Charizard-GX HIF 118", ("sma", "SV49")),
        ("1 Charizard-GX HIF-SV 49", ("sma", "SV49")),
        ("1 Charizard-GX HIF SV49", ("sma", "SV49")),
        ("1 HIF 75", ("sma", "SV6")),
        ("1 HIF 69", ("sm115", "69")),
        ("1 HIF 163", ("sma", "SV94")),
        ("1 Charizard VMAX SHF 180", ("swsh45sv", "SV107")),
        ("1 SHF 195", ("swsh45sv", "SV122")),
        ("1 SHF 73", ("swsh45", "73")),
        ("1 Tapu Lele-GX CEL-CC 25", ("cel25c", "60")),
        ("1 Tapu Lele-GX CEL-CC 60", ("cel25c", "60")),
        ("1 Imposter Professor Oak CEL-CC 4", ("cel25c", "73")),
        ("1 Charizard CEL-CC 4", ("cel25c", "4")),
        ("1 Charizard CEL-CC 2", ("cel25c", "4")),
        ("1 Umbreon ★ CEL-CC 15", ("cel25c", "17")),
        ("1 Luxray GL LV.X CEL-CC 17", ("cel25c", "109")),
        ("3 Charizard BS2 4", ("base4", "4")),
        ("1 Charizard E1 6", ("ecard1", "6")),
        ("1 Suicune E2 37", ("ecard2", "37")),
        ("1 Raichu E3 27", ("ecard3", "27")),
        ("3 Basic Dark Energy SVE 7", ("sve", "7")),
    ],
)
def test_a_number_of_a_program_is_the_printed_card(text: str, ref: tuple[str, str], full: Catalogue) -> None:
    found = card(text, full)
    assert found.printing is not None
    assert (found.printing.ref, found.how, found.problem) == (ref, "number", None)


def test_every_number_of_the_classic_collection_and_the_vaults_is_one_card(full: Catalogue) -> None:
    numbers = [("HIF", 70, 163), ("SHF", 74, 195), ("CEL-CC", 1, 25)]
    for code, first, last in numbers:
        texts = [f"1 {one.name} {code} {number}" for number in range(first, last + 1) for one in full.all
                 if list_codes.tcg_live_number(one.expansion, one.number, one.key) == str(number)
                 and code in full.expansions[one.expansion].codes]  # fmt: skip
        assert len(texts) == last - first + 1
        assert {card(text, full).how for text in texts} == {"number"}


@pytest.mark.parametrize("text", ["2 Dedenne-GX SMALT 156", "1 Hop's Dubwool SVALT 173", "4 Iono SVALT 9"])
def test_an_alternate_print_is_taken_where_all_printings_are_one_card(text: str, full: Catalogue) -> None:
    found = card(text, full)
    assert (found.problem, found.printing is None) == (None, False)
    assert [one.code for one in problems(text, full)] == []


def test_an_alternate_print_that_was_taken_is_read_again_as_it_is_written(full: Catalogue) -> None:
    deck = resolve_list(read_list_text("2 Dedenne-GX SMALT 156"), full, on=DAY)
    again = resolve_list(read_list_text(write_list_text(deck)), full, on=DAY)
    assert [(row.name, row.set_code, row.card_number) for row in printed_rows(again)] == [
        ("Dedenne-GX", "SMALT", "156")
    ]


@pytest.mark.parametrize("code", ["SMALT", "SVALT", "SWSHALT", "MEALT"])
def test_an_alternate_print_of_a_name_with_several_cards_asks_for_the_printed_number(
    code: str, full: Catalogue
) -> None:
    (found,) = problems(f"1 Charizard {code} 12", full)
    assert (found.code, found.severity) == ("POKEMON_NUMBER_MISSING", "error")
    assert deck_problem_text(found) == f"{code} is a code of TCG Live: write the number printed on the card."
    assert find_fixes(
        found, printed_rows(resolve_list(read_list_text(f"1 Charizard {code} 12"), full, on=DAY))[0], ("x",)
    )


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("1 Gardevoir ex SV4a 131", "SV4a is the Japanese expansion Shiny Treasure ex."),
        ("1 Gardevoir ex sv4a 131", "sv4a is the Japanese expansion Shiny Treasure ex."),
        ("1 Pikachu S8b 30", "S8b is the Japanese expansion VMAX Climax."),
        ("1 Pikachu XY-P 200", "XY-P is the Japanese expansion XY Promos."),
        ("1 Pikachu M9 3", "M9 is the code of a Japanese expansion."),
        (
            "1 Charizard ex SV3 66",
            "Name and number disagree: SV3 66 is not Charizard ex. SV3 is the Japanese expansion Ruler of the Black "
            "Flame.",
        ),
    ],
)
def test_a_japanese_code_is_called_one(text: str, first: str, full: Catalogue) -> None:
    (found,) = problems(text, full)
    assert deck_problem_text(found) == f"{first} Write the set and the number of the English card."


def test_a_code_of_an_english_expansion_is_no_japanese_one(full: Catalogue) -> None:
    assert [one.code for one in problems("1 Charizard ex sv3-125", full)] == []


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Dark Energy", "Darkness Energy"),
        ("Basic Dark", "Darkness Energy"),
        ("Basic Dark Energy", "Darkness Energy"),
        ("dark energy", "Darkness Energy"),
        ("Electric Energy", "Lightning Energy"),
        ("Basic Electric", "Lightning Energy"),
        ("Steel Energy", "Metal Energy"),
        ("Fight Energy", "Fighting Energy"),
        ("Psych Energy", "Psychic Energy"),
    ],
)
def test_a_short_name_of_a_basic_energy(name: str, key: str, full: Catalogue) -> None:
    found = card(f"8 {name}", full)
    assert (found.key, found.problem) == (key, None)
    assert found.printing is not None
    assert found.printing.basic_energy


@pytest.mark.parametrize("name", ["Light Energy", "F Energy", "Dragon Energy", "Basic Light Dragonite"])
def test_no_short_name_of_a_basic_energy(name: str, full: Catalogue) -> None:
    found = card(f"8 {name}", full)
    assert found.printing is None or not found.printing.basic_energy


def test_r001_an_unknown_name_with_a_known_set_and_number_is_a_question(full: Catalogue) -> None:
    text = "4 ナンジャモ PAL 185"
    found = card(text, full)
    assert found.printing is not None
    assert (found.printing.name, found.how, found.is_left_out) == ("Iono", "number", False)
    (problem,) = problems(text, full)
    assert (problem.code, problem.severity, problem.rule) == ("NAME_NOT_KNOWN", "warning", "R-001")
    assert deck_problem_text(problem) == (
        "Is “ナンジャモ” Iono PAL 185? Its set and number say so; the name is not known here."
    )
    row = printed_rows(resolve_list(read_list_text(text), full, on=DAY))[0]
    assert [fix.value for fix in find_fixes(problem, row, found.candidates)] == ["Iono PAL 185"]


def test_a_trainer_with_a_japanese_code_is_found_and_the_code_named(full: Catalogue) -> None:
    (problem,) = problems("4 Iono SV2D 96", full)
    assert (problem.code, problem.severity, problem.lines) == ("JAPANESE_CODE", "warning", (1,))
    assert deck_problem_text(problem) == (
        "SV2D is the Japanese expansion Clay Burst. Write the set and the number of the English card."
    )
    assert problems("4 Iono PAL 185\n4 Nest Ball SV1 181", full) == []


def test_r001_a_card_named_by_its_number_alone_counts_with_its_other_copies(full: Catalogue) -> None:
    found = problems("4 Something Else PAL 185\n1 Iono PAL 185", full)
    assert "COPIES_OVER_LIMIT" in deck_error_codes(found)


def test_r036_a_misspelled_name_with_the_number_of_another_card_stays_a_contradiction(
    full: Catalogue,
) -> None:
    assert deck_error_codes(problems("1 Pikachou GRI 60", full)) == ("NAME_NUMBER_MISMATCH",)
    assert card("1 Charizrd ex 54", full).problem == "UNKNOWN_CARD"


def test_prose_with_a_set_and_a_number_is_no_card(full: Catalogue) -> None:
    deck = resolve_list(read_list_text("4 Iono PAL 185\nBest of XY 40"), full, on=DAY)
    assert len(deck.cards) == 1
    assert [number for number, _text in deck.unread] == [2]


def test_reports_of_players_have_no_error_of_a_line(shared: Path, full: Catalogue) -> None:
    files = sorted((shared / "cases" / "reports").glob("*.txt"))
    assert files
    for path in files:
        found = [one for one in problems(path.read_text(encoding="utf-8"), full) if one.severity == "error"]
        assert {one.code for one in found} <= {"COPIES_OVER_LIMIT"}, path.name


PNG = b"\x89PNG\r\n\x1a\n" + bytes(400)


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (PNG, "deck.png", "LIST_IS_PICTURE"),
        (PNG + bytes(2_000_000), "photo.png", "LIST_IS_PICTURE"),
        (b"\xff\xd8\xff\xe0" + bytes(50), "deck.txt", "LIST_IS_PICTURE"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "deck.webp", "LIST_IS_PICTURE"),
        (b"\0\0\0\x18ftypheic" + bytes(20), "IMG_1.HEIC", "LIST_IS_PICTURE"),
        (b"BM\x36\0\x0c\0\0\0\0\0\x36\0", "deck.bmp", "LIST_IS_PICTURE"),
        (b'<?xml version="1.0"?>\n<svg xmlns="x"></svg>', "deck.svg", "LIST_IS_PICTURE"),
        (b'{"deck": [{"count": 4, "name": "Iono"}]}', "deck.json", "LIST_IS_JSON"),
        (b'\xef\xbb\xbf[{"name": "Iono"}]', "deck.txt", "LIST_IS_JSON"),
        (b'["4 Iono PAL 185"]', "deck.json", "LIST_IS_JSON"),
    ],
)
def test_a_file_for_programs_or_eyes_is_called_what_it_is(data: bytes, name: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_list_file(data, name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{\n  "pokemon": [\n    {"qty": 4}', "LIST_IS_JSON"),
        ("[{'name': 'Iono'}]", "LIST_IS_JSON"),
        ("data:image/png;base64,iVBORw0KGgo=", "LIST_IS_PICTURE"),
        ("https://example.org/decks/41.png?size=2\n", "LIST_IS_PICTURE"),
    ],
)
def test_pasted_text_for_programs_or_eyes_is_called_what_it_is(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_list_text(text)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["{R} Energy x4", "[Trainers]\n4 Iono", "4 BM Card", "BMW\n4 Iono"])
def test_lists_that_only_begin_like_them_are_read(text: str) -> None:
    assert read_list_text(text).total == 4
    assert read_list_file(text.encode(), "deck.txt").total == 4
