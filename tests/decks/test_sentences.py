"""What readers learn about a deck: what is wrong and what to do, in the tone of the pages."""

import json
from datetime import date
from pathlib import Path

import pytest
from django.utils import translation

from decks.engine.legality import Problem
from decks.words.deck_words import FIXED, SETTINGS, TEXTS, deciding_setting_text, deck_problem_text
from tests.decks.engine.legality.small import judged

NOTED = {
    "UNRELEASED_REPRINT_NEEDS_JUDGE",
    "ERRATA_PLAY_AS_LATEST_TEXT",
    "COUNTRY_NOT_LISTED",
    "POOL_MIXED_EXPANSIONS",
}

BESIDE_A_POOL = {"UNUSED_NOT_POOL", "SUPPLIED_TOO_FEW"}
"""Sentences about a list whose pool is registered."""


def test_every_code_of_the_cases_has_its_sentence(shared: Path) -> None:
    codes = json.loads((shared / "cases" / "deck_cases.json").read_text(encoding="utf-8"))["error_codes"]
    assert {*codes, *NOTED, *BESIDE_A_POOL, *BY_TABLE, *OF_TEXTS} == {*FIXED, *TEXTS}


BY_TABLE = {"ONE_NAME_OF_GROUP"}
"""Problems that only the tables of facts decide."""

OF_TEXTS = {"JAPANESE_CODE", "LINE_NOT_READ", "NAME_NOT_KNOWN"}
"""Problems that a list as text can have; a case names its cards."""

SENTENCES = [
    (
        Problem(
            "COPIES_OVER_LIMIT",
            facts={"card": "Shining Celebi", "copies": 2, "limit": 1, "over": 1, "by_text": True},
        ),
        "One too many. The card’s text allows 1 card named Shining Celebi in a deck; this one has 2.",
    ),
    (
        Problem("ONE_NAME_OF_GROUP", facts={"format": "expanded", "card": ("Lysandre", "Boss's Orders")}),
        "A deck in Expanded can have only one of these names: Lysandre and Boss's Orders. Keep "
        "one and take the others out.",
    ),
    (
        Problem("COUNTRY_NOT_LISTED", facts={"country": "SG", "backs": ("japanese",), "card": ""}),
        "The rules give no card back for Singapore. A judge decides on these cards.",
    ),
    (
        Problem("COPIES_OVER_LIMIT", facts={"card": "N", "copies": 5, "limit": 4, "over": 1}),
        "One too many. A deck can have at most 4 cards with the same name; this one has 5 of N.",
    ),
    (
        Problem("COPIES_OVER_LIMIT", facts={"card": "N", "copies": 7, "limit": 4, "over": 3}),
        "3 too many. A deck can have at most 4 cards with the same name; this one has 7 of N.",
    ),
    (
        Problem("DECK_SIZE", facts={"total": 58, "size": 60, "difference": 2}),
        "2 cards are missing. A deck here has exactly 60 cards; this one has 58.",
    ),
    (
        Problem("POKEMON_NUMBER_MISSING", facts={"card": "Ralts"}),
        "Which Ralts? Add the set and the number printed on the card.",
    ),
    (
        Problem("POKEMON_NUMBER_MISSING", facts={"card": "Ralts", "unknown_set": "ZZZ"}),
        "No expansion has the code ZZZ. Which Ralts? Write the set and the number printed on the card.",
    ),
    (
        Problem(
            "CARD_NOT_IN_FORMAT",
            facts={"format": "standard", "mark": "G", "marks": ("H", "I", "J"), "since": date(2026, 4, 10)},
        ),
        "No longer legal in Standard. This card has mark G. Standard has used H, I and J since 10 April 2026.",
    ),
    (
        Problem("UNKNOWN_CARD", facts={"card": "Nigth Stretcher", "nearest": ("Night Stretcher",)}),
        "Not found. Did you mean Night Stretcher?",
    ),
    (
        Problem(
            "CARD_NOT_YET_LEGAL", facts={"set": "Guardians Rising", "date": "2017-05-19", "day": "2017-05-18"}
        ),
        "Not legal yet. Guardians Rising becomes legal on 19 May 2017; the event is on 18 May 2017.",
    ),
    (
        Problem("FOREIGN_LANGUAGE", facts={"languages": ["fr"], "allowed": ["en", "es"], "country": "MX"}),
        "Cards in French may not be played here. Allowed: English and Spanish. Replace the copies.",
    ),
    (
        Problem("UNUSED_NOT_POOL", facts={"missing": ("2 N", "1 Potion"), "over": ()}),
        "Deck and unused cards do not match the pool. Missing: 2 N, 1 Potion. "
        "Leave the field blank to fill it in from your pool.",
    ),
]


@pytest.mark.parametrize(("problem", "sentence"), SENTENCES)
def test_sentences(problem: Problem, sentence: str) -> None:
    with translation.override("en"):
        assert deck_problem_text(problem) == sentence


def test_a_promo_below_its_cut_off_is_told_the_first_number_r082() -> None:
    (problem,) = judged("1 M Metagross-EX PR-XY XY35 / 1 Tapu Lele-GX GRI 60", "Psychic Energy EVO 95")
    assert "Cards from XY36 or later are legal" in deck_problem_text(problem)


def test_a_setting_is_named_beside_the_verdict_it_decided() -> None:
    (problem,) = judged("4 Mysterious Fossil FO 62", "Psychic Energy EVO 95", card_format="unlimited")
    assert problem.setting == "S7"
    assert deciding_setting_text(problem) == str(SETTINGS["S7"])
    assert deciding_setting_text(Problem("DECK_SIZE")) == ""


def test_sentences_have_no_exclamation_marks_and_end_with_a_full_stop() -> None:
    for sentence in (*FIXED.values(), *SETTINGS.values()):
        assert "!" not in str(sentence)
        assert str(sentence).endswith(".")
