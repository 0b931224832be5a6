"""What is legal only through another printing, and why: tables decide, texts propose (R-009 to R-011)."""

from dataclasses import replace

import pytest

from cards.engine.cards import Catalogue
from cards.engine.facts import FactTables, Reprint
from cards.engine.reprints import likeness_reason, work_the_same
from decks.words.reprint_words import RULES_OF, stand_in_text
from tests.decks.engine.legality import small
from tests.decks.engine.legality.small import played_as

BY = [
    ("Ultra Ball DEX 102", "standard", "table", "SUM 135", "R-011: reworded, so only the table can say it"),
    ("Computer Search BS 71", "expanded", "table", "BCR 137", "R-009: named by the table"),
    ("Pikachu XY 42", "standard", "text", "GEN 26", "R-011: equal texts, of which the table says nothing"),
    ("Potion BS 94", "standard", "errata", "SUM 127", "R-010: other texts, but an erratum"),
]


@pytest.mark.parametrize(("card", "card_format", "by", "legal", "_why"), BY)
def test_what_says_that_two_printings_are_one_card(
    card: str, card_format: str, by: str, legal: str, _why: str
) -> None:
    (one,) = played_as(f"4 Tapu Lele-GX GRI 60 / 2 {card}", card_format=card_format)
    assert (one.line, one.card, one.legal, one.by) == (2, card, legal, by)


SILENT = [
    ("Tapu Lele-GX GRI 60", "standard", "legal by itself"),
    ("N FCO 105", "standard", "legal by itself, whatever its older printings are"),
    ("Yveltal XY 78", "expanded", "legal by itself in this format"),
    ("N", "standard", "a name alone stands for its legal printing"),
    ("Charizard BS 4", "standard", "R-011: the table says no, so it is not legal at all"),
    ("Master Ball G2 116", "expanded", "R-009: another text, not legal"),
    ("Escape Rope BUS 114", "standard", "R-013: a judge is asked by a warning of its own"),
    ("Fire Energy BS 98", "standard", "R-081: basic Energy of any age"),
    ("Nothing BUS 999", "standard", "unknown"),
]


@pytest.mark.parametrize(("card", "card_format", "_why"), SILENT)
def test_of_other_cards_nothing_is_said(card: str, card_format: str, _why: str) -> None:
    assert played_as(f"1 {card}", card_format=card_format, date="2017-07-29") == ()


def test_of_a_banned_reprint_nothing_is_said_r087() -> None:
    """Archeops NVI 67 has the text of the banned DEX 110, so it is not legal through any printing."""
    assert played_as("1 Archeops NVI 67", card_format="expanded", date="2017-08-18") == ()


def test_before_its_day_a_reprint_is_played_as_the_older_printing_m042() -> None:
    (one,) = played_as("1 Ultra Ball PBL 2", date="2026-07-18", edition="2026")
    assert (one.card, one.legal, one.by) == ("Ultra Ball PBL 2", "MEG 131", "text")


def test_the_first_day_that_needs_it_tells_s16() -> None:
    days = {
        "date": "2026-07-18",
        "last_date": "2026-07-31",
        "edition": "2026",
        "settings": {"S16": "each_day"},
    }
    (one,) = played_as("1 Ultra Ball PBL 2", **days)
    assert one.card == "Ultra Ball PBL 2"


def identity(old: str, new: str, *lines: Reprint) -> str:
    """Return what connects two Yveltal ("XY 78") with a custom reprint table. XY 78 and STS 65 have the same text."""
    cards = small.catalogue()
    made = Catalogue(cards.expansions.values(), cards.all, (), FactTables(reprints=lines))
    one, other = (made.printing(*name.split()) for name in (old, new))
    assert one
    assert other
    assert work_the_same(one, other, made)
    return likeness_reason(one, other, made)


def test_a_line_of_the_table_takes_the_place_of_the_proposal() -> None:
    line = Reprint("Yveltal", ("xy11", "65"), True, ("xy1", "78"))
    assert identity("XY 78", "STS 65") == "text"
    assert identity("XY 78", "STS 65", line) == "table"


def test_a_line_about_a_printing_of_the_same_text_decides_nothing_of_this_one() -> None:
    """XY 78 has the text of STS 65, which the table connects to BKT 94, but the table says nothing about XY 78."""
    line = Reprint("Yveltal", ("xy11", "65"), True, ("xy8", "94"))
    assert identity("STS 65", "BKT 94", line) == "table"
    assert identity("XY 78", "BKT 94", line) == "assumed"


def test_a_text_nobody_knows_is_no_equal_text() -> None:
    """A Trainer without a known text is assumed to be the printing before it."""
    cards = small.catalogue()
    known = [replace(one, text_key="") if one.key == "N" else one for one in cards.all]
    known = [replace(one, text_key="n") if one.expansion == "bw3" else one for one in known]
    made = Catalogue(cards.expansions.values(), known, (), FactTables())
    old, new = made.printing("NVI", "92"), made.printing("FCO", "105")
    assert old
    assert new
    assert work_the_same(old, new, made)
    assert likeness_reason(old, new, made) == "assumed"


SENTENCES = [
    (
        "Ultra Ball DEX 102",
        "is played as SUM 135, which works the same according to the reprint table.",
        "R-009",
    ),
    ("Pikachu XY 42", "is played as GEN 26, which has the same text.", "R-009, R-011"),
    ("Potion BS 94", "has errata, so this printing may be played, with the text of SUM 127.", "R-010"),
]


@pytest.mark.parametrize(("card", "sentence", "rule"), SENTENCES)
def test_the_sentence_names_both_printings_and_the_rule(card: str, sentence: str, rule: str) -> None:
    (one,) = played_as(f"1 {card}")
    assert stand_in_text(one).startswith(f"{card} {sentence}")
    assert RULES_OF[one.by] == rule


@pytest.mark.parametrize(
    ("card", "date", "newest"),
    [
        ("Potion BS 94", "2017-07-29", "SUM 127"),
        ("Computer Search BS 71", "2017-07-29", "BCR 137"),
        ("Ultra Ball DEX 102", "2017-07-29", "SUM 135"),
        ("N NVI 92", "2017-07-29", None),
        ("Potion SUM 127", "2017-07-29", None),
        ("Potion BS 94", "2010-07-29", None),
        ("Darkness Energy N1 104", "2017-07-29", None),
        ("Charizard BS 4", "2020-07-29", None),
    ],
)
def test_r086_in_unlimited_an_old_printing_has_the_newest_wording(
    card: str, date: str, newest: str | None
) -> None:
    found = played_as(f"4 {card}", card_format="unlimited", date=date)
    assert [(one.by, one.legal) for one in found] == ([("wording", newest)] if newest else [])


def test_m049_it_is_so_today() -> None:
    (one,) = played_as("4 Potion BS 94", card_format="unlimited", date="2026-11-20", edition="2026")
    assert one.by == "wording"
    assert stand_in_text(one).startswith("Potion BS 94 is played with the wording of")
