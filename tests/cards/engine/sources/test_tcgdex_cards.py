"""Cards of TCGdex, as in its data set and in its REST responses."""

import gzip
import json
from typing import Any

import pytest

from cards.engine.sources import GatheredCards, read_card_file
from cards.engine.sources.tcgdex_cards import english_name, tcgdex_card_of

SNIVY: dict[str, Any] = {
    "set": "mep",
    "n": "049",
    "name": {"en": "Snivy", "fr": "Vipélierre", "es-mx": "Snivy", "nl": "Snivy"},
    "category": "Pokemon",
    "stage": "Basic",
    "hp": 60,
    "types": ["Grass"],
    "mark": "i",
    "attacks": [{"cost": ["Colorless"], "name": "Vine Whip", "damage": 20}],
    "weak": [{"type": "Fire", "value": "×2"}],
    "retreat": 1,
}
BY_REST = {
    "id": "mep-049",
    "set": {"id": "mep", "name": "MEP Black Star Promos"},
    "localId": "049",
    "name": "Snivy",
    "category": "Pokemon",
    "stage": "Basic",
    "hp": 60,
    "types": ["Grass"],
    "regulationMark": "I",
    "attacks": SNIVY["attacks"],
    "weaknesses": SNIVY["weak"],
    "retreat": 1,
}


def test_both_spellings_of_a_card_are_the_same_card() -> None:
    assert tcgdex_card_of(SNIVY).printing == tcgdex_card_of(BY_REST).printing
    snivy = tcgdex_card_of(SNIVY).printing
    assert (snivy.expansion, snivy.number, snivy.mark, snivy.hp, snivy.types) == (
        "mep",
        "49",
        "I",
        60,
        ("Grass",),
    )
    assert snivy.basic
    assert snivy.text_key
    assert tcgdex_card_of(SNIVY).names == {"en": "Snivy", "fr": "Vipélierre", "es-mx": "Snivy"}


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Tapu Lele GX", "Tapu Lele-GX"),
        ("M Lucario-EX", "M Lucario-EX"),
        ("Pikachu ex", "Pikachu ex"),
        ("Rayquaza Star", "Rayquaza ★"),
        ("Unown A", "Unown [A]"),
        ("Nidoran♂", "Nidoran ♂"),
        ("Blend Energy Grass Fire Psychic Darkness", "Blend Energy GrassFirePsychicDarkness"),
    ],
)
def test_names_as_printed(written: str, printed: str) -> None:
    assert english_name(written) == printed


def test_unown_v_is_a_pokemon_v() -> None:
    assert english_name("Unown V", "V") == "Unown V"


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        ({"set": "sv01"}, "expansion", "sv1"),
        ({"n": "%3F"}, "number", "?"),
        ({"stage": "Stage1", "from": "Servine"}, "basic", False),
        ({"stage": "Basic", "from": "Pichu"}, "evolves_from", ""),
        ({"stage": None, "suffix": "GX"}, "basic", True),
        ({"name": {"en": "Mew V-UNION"}, "suffix": "V"}, "subtypes", ("V-UNION",)),
        ({"name": {"en": "Radiant Eevee"}}, "radiant", True),
        ({"mark": "None"}, "mark", ""),
        ({"category": "Trainer", "trainer": "Tool", "hp": None}, "subtypes", ("Pokémon Tool",)),
        ({"category": "Energy", "energy": "Normal", "name": {"en": "Prism Energy"}}, "basic_energy", False),
        (
            {"category": "Energy", "energy": "Normal", "name": {"en": "Basic Fire Energy"}},
            "basic_energy",
            True,
        ),
        ({"category": "Trainer", "trainer": "Item", "rarity": "ACE SPEC Rare"}, "ace_spec", True),
    ],
)
def test_facts_of_a_card(given: dict[str, Any], field: str, value: object) -> None:
    assert getattr(tcgdex_card_of({**SNIVY, **given}).printing, field) == value


def test_what_tcgdex_has_wrong_is_corrected() -> None:
    """The number of a reprint in Celebrations, the class of an ACE SPEC, the limit of Unown (R-076, R-077)."""
    assert tcgdex_card_of({**SNIVY, "set": "cel25cc", "n": "CC002"}).printing.number == "4"
    search = tcgdex_card_of(
        {**SNIVY, "set": "bw7", "n": "137", "category": "Trainer", "trainer": "Item"}
    ).printing
    assert search.ace_spec
    assert tcgdex_card_of({**SNIVY, "set": "neo2", "n": "14"}).printing.limit == 4


def test_a_file_of_cards_has_one_a_line() -> None:
    gathered = GatheredCards()
    lines = [json.dumps(SNIVY), "", "{", json.dumps({**SNIVY, "n": ""}), json.dumps({"set": "mep", "n": "1"})]
    read_card_file("cards.jsonl.gz", gzip.compress("\n".join(lines).encode()), gathered)
    assert list(gathered.cards) == [("mep", "49", "Snivy")]
    assert [row.code for row in gathered.refused] == ["ROW_INVALID", "NUMBER_MISSING", "ROW_INVALID"]
    assert gathered.local == {("Snivy", "fr"): {"Vipélierre": 1}, ("Snivy", "es-mx"): {"Snivy": 1}}


def test_a_sign_more_or_less_is_the_same_text() -> None:
    """R-009: the fingerprints of two printings are equal if one source leaves out a character."""
    other = {**SNIVY, "n": "50", "attacks": [{**SNIVY["attacks"][0], "damage": "20+"}]}
    other["weak"] = [{"type": "Fire", "value": "x2"}]
    assert tcgdex_card_of(other).printing.text_key == tcgdex_card_of(SNIVY).printing.text_key
    assert tcgdex_card_of({**other, "hp": 70}).printing.text_key != tcgdex_card_of(SNIVY).printing.text_key
