"""Size, quantities, copies, one-per-deck classes, Basic Pokémon."""

import pytest

from decks.engine.legality.problems import count_cards_of_unknown_legality
from tests.decks.engine.legality.small import catalogue, judged, warned, wrong


@pytest.mark.parametrize(
    ("text", "style", "codes"),
    [
        ("4 Tapu Lele-GX GRI 60 / 56 Psychic Energy EVO 95", "constructed", ()),
        ("4 Tapu Lele-GX GRI 60 / 55 Psychic Energy EVO 95", "constructed", ("DECK_SIZE",)),
        ("4 Tapu Lele-GX GRI 60 / 57 Psychic Energy EVO 95", "constructed", ("DECK_SIZE",)),
        ("2 Tapu Lele-GX GRI 60 / 28 Psychic Energy EVO 95", "thirty", ()),
        ("3 Tapu Lele-GX GRI 60 / 27 Psychic Energy EVO 95", "thirty", ("COPIES_OVER_LIMIT",)),
        ("5 Tapu Lele-GX GRI 60 / 35 Psychic Energy EVO 95", "limited", ()),
        ("5 Tapu Lele-GX GRI 60 / 25 Psychic Energy EVO 95", "thirty_limited", ()),
        ("5 Tapu Lele-GX GRI 60 / 55 Psychic Energy EVO 95", "limited", ("DECK_SIZE",)),
    ],
)
def test_the_size_is_exact_r060_r070_r050_r100_r101_m049(
    text: str, style: str, codes: tuple[str, ...]
) -> None:
    assert wrong(text, "", style=style) == codes


@pytest.mark.parametrize(
    "text",
    [
        "1 Tapu Lele-GX GRI 60 / 59 Psychic Energy EVO 95",
        "4 Tapu Lele-GX GRI 60 / 4 Potion SUM 127 / 52 Psychic Energy EVO 95",
        "4 Tapu Lele-GX GRI 60 / 4 Caterpie EVO 3 / 4 Potion SUM 127 / 48 Psychic Energy EVO 95",
    ],
)
def test_no_kind_of_card_has_a_least_or_most_number_r071(text: str) -> None:
    assert wrong(text, "") == ()


def test_a_quantity_is_a_whole_number_from_one_r031() -> None:
    problems = judged("4 Tapu Lele-GX GRI 60 / 0 Ultra Ball SUM 135", "Psychic Energy EVO 95")
    assert [(problem.code, problem.lines) for problem in problems] == [("QTY_INVALID", (2,))]


ONE_NAME = [
    ("4 Tapu Lele-GX GRI 60 / 1 Tapu Lele-GX GRI 155", "R-001: any artwork"),
    ("2 Tapu Lele-GX GRI 60 / 1 Tapu Lele-GX GRI 60 / 2 Tapu Lele-GX GRI 60", "R-061: lines add up"),
    ("4 Gengar AR 16 / 1 Gengar LV.X AR 97 / 1 Snivy BLW 1", "R-065: levels"),
    ("4 Aerodactyl FO 1 / 1 Aerodactyl δ HP 35 / 1 Snivy BLW 1", "R-067: Delta Species"),
    ("5 Double Colorless Energy SUM 136 / 1 Snivy BLW 1", "R-062: special Energy counts"),
    ("3 Darkness Energy N1 104 / 2 Darkness Energy UD 79 / 1 Snivy BLW 1", "R-064"),
    ("5 Metal Energy RS 94 / 1 Snivy BLW 1", "R-063"),
]
TWO_NAMES = [
    ("4 Meowth JU 56 / 4 Alolan Meowth SUM 78 / 4 Rocket's Meowth TRR 46", "R-069"),
    ("4 Rocket's Meowth TRR 46 / 4 Team Rocket's Meowth PR 18", "R-069"),
    ("4 Alakazam BS 1 / 1 Alakazam ★ CG 99", "R-068"),
    ("4 Darkness Energy N1 104 / 20 Darkness Energy EVO 97 / 1 Snivy BLW 1", "R-064"),
    ("9 Arceus AR AR1 / 9 Arceus AR AR5", "R-076: any number"),
]


@pytest.mark.parametrize(("text", "_why"), ONE_NAME)
def test_four_of_one_name(text: str, _why: str) -> None:
    assert wrong(text, card_format="unlimited") == ("COPIES_OVER_LIMIT",)


@pytest.mark.parametrize(("text", "_why"), TWO_NAMES)
def test_other_names_count_by_themselves(text: str, _why: str) -> None:
    assert wrong(text, card_format="unlimited") == ()


def test_the_name_in_brackets_is_no_part_of_it_m041() -> None:
    text = "3 Professor's Research (Professor Sada) SVI 189 / 2 Professor's Research (Professor Turo) SVI 190"
    text += " / 1 Dreepy TWM 128"
    assert wrong(text, "Psychic Energy SVE 5", date="2025-06-01", edition="2026") == ("COPIES_OVER_LIMIT",)


@pytest.mark.parametrize(
    ("style", "format_", "codes"),
    [("constructed", "unlimited", ("COPIES_OVER_LIMIT",)), ("limited", "unlimited", ())],
)
def test_four_unown_of_all_letters_but_not_in_limited_r076_r052(
    style: str, format_: str, codes: tuple[str, ...]
) -> None:
    assert wrong("3 Unown [A] N2 14 / 2 Unown [D] N2 47", style=style, card_format=format_) == codes


@pytest.mark.parametrize(
    ("text", "given", "codes"),
    [
        ("1 Computer Search BCR 137", {}, ()),
        ("2 Computer Search BCR 137", {}, ("ACE_SPEC_OVER_1",)),
        ("1 Computer Search BCR 137 / 1 Gold Potion BCR 140", {}, ("ACE_SPEC_OVER_1",)),
        ("5 Computer Search BCR 137", {}, ("ACE_SPEC_OVER_1", "COPIES_OVER_LIMIT")),
        ("1 Computer Search BS 71", {}, ()),
        ("1 Computer Search BS 71 / 1 Gold Potion BCR 140", {}, ("ACE_SPEC_OVER_1",)),
        ("4 Computer Search BS 71", {"card_format": "unlimited"}, ("ACE_SPEC_OVER_1",)),
        ("4 Computer Search BS 71", {"card_format": "unlimited", "settings": {"S8": "no"}}, ()),
        ("4 Computer Search BS 71", {"card_format": "unlimited", "date": "2012-11-01"}, ()),
        ("1 Computer Search BCR 137 / 1 Gold Potion BCR 140", {"style": "limited"}, ("ACE_SPEC_OVER_1",)),
    ],
)
def test_one_ace_spec_in_the_deck_r077_r086_s8(
    text: str, given: dict[str, object], codes: tuple[str, ...]
) -> None:
    fill = "Fire Energy BS 98"
    assert wrong(f"1 Snivy BLW 1 / {text}", fill, **{"card_format": "expanded", **given}) == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1 Hero's Cape TEF 152", ()),
        ("1 Neo Upper Energy TEF 162", ()),
        ("1 Hero's Cape TEF 152 / 1 Neo Upper Energy TEF 162", ("ACE_SPEC_OVER_1",)),
        ("1 Master Ball TEF 153 / 1 Neo Upper Energy TEF 162", ("ACE_SPEC_OVER_1",)),
    ],
)
def test_tools_and_energy_may_be_ace_spec_today_m044(text: str, codes: tuple[str, ...]) -> None:
    today = {"date": "2025-06-01", "edition": "2026"}
    assert wrong(f"{text} / 1 Dreepy TWM 128", "Psychic Energy SVE 5", **today) == codes


def test_s8_is_named_where_it_decides() -> None:
    (problem,) = judged(
        "1 Snivy BLW 1 / 4 Computer Search BS 71", "Psychic Energy EVO 95", card_format="unlimited"
    )
    assert (problem.code, problem.setting) == ("ACE_SPEC_OVER_1", "S8")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1 Radiant Greninja ASR 46", ()),
        ("1 Radiant Greninja ASR 46 / 1 Radiant Charizard CRZ 20", ("RADIANT_OVER_1",)),
        ("1 Lunala ◇ UPR 62 / 1 Solgaleo ◇ UPR 89", ()),
        ("2 Lunala ◇ UPR 62", ("PRISM_STAR_OVER_1",)),
        ("5 Lunala ◇ UPR 62", ("COPIES_OVER_LIMIT", "PRISM_STAR_OVER_1")),
    ],
)
def test_later_classes_r078_m045_m046(text: str, codes: tuple[str, ...]) -> None:
    fill = "Psychic Energy SVE 5"
    assert (
        wrong(f"{text} / 1 Dreepy TWM 128", fill, card_format="expanded", date="2025-06-01", edition="2026")
        == codes
    )


def test_one_star_in_the_deck_r076() -> None:
    assert wrong("1 Alakazam ★ CG 99 / 1 Rayquaza ★ DX 107", card_format="unlimited") == ("STAR_OVER_1",)


@pytest.mark.parametrize(
    ("text", "given", "errors", "warnings"),
    [
        ("1 Tapu Lele-GX GRI 60", {}, (), ()),
        ("4 Raichu GEN 27", {}, ("NO_BASIC_POKEMON",), ()),
        ("4 Omanyte FCO 17", {}, ("NO_BASIC_POKEMON",), ()),
        ("4 Gengar LV.X AR 97", {"card_format": "unlimited"}, ("NO_BASIC_POKEMON",), ()),
        ("4 Mysterious Fossil FO 62", {"card_format": "unlimited"}, ("NO_BASIC_POKEMON",), ()),
        (
            "4 Mysterious Fossil FO 62",
            {"card_format": "unlimited", "settings": {"S7": "warn"}},
            (),
            ("NO_BASIC_POKEMON",),
        ),
        ("4 Potion SUM 127", {"settings": {"S7": "warn"}}, ("NO_BASIC_POKEMON",), ()),
        (
            "4 Potion SUM 127 / 4 Mysterious Fossil FO 62",
            {"card_format": "unlimited", "settings": {"S7": "warn"}},
            (),
            ("NO_BASIC_POKEMON",),
        ),
        ("4 Raichu GEN 27", {"card_format": "rulebook", "edition": "2002"}, (), ("NO_BASIC_POKEMON",)),
        ("4 Raichu GEN 27", {"card_format": "rulebook", "edition": "xy"}, ("NO_BASIC_POKEMON",), ()),
        ("3 Metapod EVO 4", {"style": "limited"}, ("NO_BASIC_POKEMON",), ()),
        ("4 Pikachu GRI 60", {}, ("NAME_NUMBER_MISMATCH",), ()),
        ("4 Tapu Lele-GX", {}, ("POKEMON_NUMBER_MISSING",), ()),
        ("4 Tapu Nobody GRI 999", {}, ("UNKNOWN_CARD",), ()),
    ],
)
def test_at_least_one_basic_pokemon_r072_r073_r074_s7(
    text: str, given: dict[str, object], errors: tuple[str, ...], warnings: tuple[str, ...]
) -> None:
    assert wrong(text, **given) == errors
    assert warned(text, **given) == warnings


def test_only_the_fossils_are_said_to_be_no_basic_pokemon_s7() -> None:
    text = "4 Potion SUM 127 / 4 Mysterious Fossil FO 62"
    found = judged(text, "Psychic Energy EVO 95", card_format="unlimited", settings={"S7": "warn"})
    problem = next(one for one in found if one.code == "NO_BASIC_POKEMON")
    assert (problem.lines, problem.facts, problem.setting) == ((2,), {"fossil": "Mysterious Fossil"}, "S7")


def test_no_more_than_three_near_names_are_offered_for_a_line() -> None:
    """The three best ones, in order."""
    (found,) = (one for one in judged("4 Firess Energy GRI 999") if one.code == "UNKNOWN_CARD")
    near = catalogue().nearest("Firess Energy")
    assert len(near) > 3
    assert found.facts["nearest"] == near[:3]


def test_an_unknown_card_is_for_a_judge_until_all_cards_are_imported() -> None:
    assert wrong("4 Tapu Nobody GRI 999", complete_catalogue=False) == ()
    assert warned("4 Tapu Nobody GRI 999", complete_catalogue=False) == ("UNKNOWN_CARD",)


@pytest.mark.parametrize(("energy", "difference"), [(55, 1), (50, 6), (58, 2)])
def test_how_many_cards_are_missing_or_too_many_r060(energy: int, difference: int) -> None:
    (problem,) = judged(f"4 Tapu Lele-GX GRI 60 / {energy} Psychic Energy EVO 95")
    assert problem.facts == {"total": 4 + energy, "size": 60, "difference": difference}


@pytest.mark.parametrize(
    ("text", "errors", "unknown"),
    [
        ("4 Tapu Nobody GRI 999", (), 4),
        ("4 Tapu Nobody GRI 999 / 2 Nobody Else", (), 6),
        ("60 Foo", ("COPIES_OVER_LIMIT",), 60),
        ("3 Foo / 2 Foo XYZ 3", ("COPIES_OVER_LIMIT",), 5),
        ("20 Strange Energy", (), 20),
        ("20 Énergie inconnue", (), 20),
        ("20 Psychc Energy", (), 20),
    ],
)
def test_unknown_cards_are_counted_and_never_more_than_four_of_a_name_r061(
    text: str, errors: tuple[str, ...], unknown: int
) -> None:
    found = judged(text, complete_catalogue=False)
    assert tuple(one.code for one in found if one.code == "COPIES_OVER_LIMIT") == errors
    assert count_cards_of_unknown_legality(found) == unknown
