"""R-017 to R-021: what a list says about its copies is read, written, changed, and checked."""

from datetime import date

import pytest

from decks.engine.legality import DeckContext
from decks.engine.legality.problems import find_deck_problems
from decks.engine.lists import (
    copy_marks,
    edits,
    printed_rows,
    read_list_file,
    read_list_text,
    write_list_text,
)
from decks.engine.lists.copy_marks import CopyMarks
from decks.engine.lists.deck_list import Deck
from decks.engine.lists.files import uploaded_text
from decks.engine.resolve import resolve_list
from decks.engine.stored_values import printed_row_from_values, printed_row_values
from tests.cards import starter

DAY = date(2017, 7, 29)


def deck(text: str) -> Deck:
    return resolve_list(read_list_text(text), starter.catalogue(), on=DAY)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("4 N FCO 105 [pt]", CopyMarks("pt")),
        ("4 N FCO 105 [pt, signed]", CopyMarks("pt", autographed=True)),
        ("4 N FCO 105 [signed] [pt]", CopyMarks("pt", autographed=True)),
        ("4 N FCO 105 [Firmada]", CopyMarks(autographed=True)),
        ("4 N FCO 105 [dédicacée]", CopyMarks(autographed=True)),
        ("4 N FCO 105 [Japanese back]", CopyMarks(back="japanese")),
        ("4 N FCO 105 [back japanese]", CopyMarks(back="japanese")),
        ("4 N FCO 105 [World Championships]", CopyMarks(product="World Championships")),
        ("4 N FCO 105 [World Championship Deck 2009]", CopyMarks(product="World Championships 2009")),
        ("4 N FCO 105 [WCD 2009]", CopyMarks(product="World Championships 2009")),
        (
            "4 N FCO 105 [signed, back japanese, World Championships]",
            CopyMarks(None, "japanese", autographed=True, product="World Championships"),
        ),
        ("1 Unown [A] N1 14", CopyMarks()),
        ("1 Unown [EX]", CopyMarks()),
        ("4 N FCO 105 [holo, pt]", CopyMarks()),
    ],
)
def test_marks_stand_in_brackets_after_a_line(text: str, marks: CopyMarks) -> None:
    (line,) = read_list_text(text).lines
    assert CopyMarks(line.language, line.back, line.autographed, line.product) == marks
    assert copy_marks.split_marks(f"N {copy_marks.copy_marks_text(marks)}".strip()) == ("N", marks)


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        ("signed", "MARKED_CARD"),
        ("ja", "FOREIGN_LANGUAGE"),
        ("back japanese", "CARD_BACK_MISMATCH"),
        ("World Championships", "COLLECTOR_SET_CARD"),
    ],
)
def test_each_mark_is_judged_by_its_rule(mark: str, code: str) -> None:
    context = DeckContext("standard", "constructed", DAY, "2017", "championship_points", "ES")
    found = find_deck_problems(
        deck(f"3 N FCO 105 [{mark}]\n4 Choice Band GRI 121"), context, starter.catalogue()
    )
    assert [one.lines for one in found if one.code == code] == [(1,)]


@pytest.mark.parametrize(
    "line", ["2 Choice Band WC2017 82", "1 Tapu Lele-GX WC2017 60", "2 Choice Band WCD2017 82"]
)
def test_r021_a_card_of_a_world_championships_deck_is_entered_by_its_code(line: str) -> None:
    context = DeckContext("expanded", "constructed", DAY)
    for text in (line, write_list_text(deck(line), languages=True)):
        found = find_deck_problems(deck(text), context, starter.catalogue())
        (problem,) = (one for one in found if one.lines)
        assert problem.code == "COLLECTOR_SET_CARD", text


def test_marks_are_kept_in_a_list_that_is_put_in_order_and_left_out_for_tcg_live() -> None:
    text = "4 N FCO 105 [pt, signed]\n1 N FCO 105 [back japanese]\n1 N FCO 105"
    marked = write_list_text(deck(text), languages=True)
    assert "4 N FCO 105 [pt] [signed]" in marked
    assert "1 N FCO 105 [back japanese]" in marked
    assert "6 N FCO 105" in write_list_text(deck(text))
    assert "[" not in write_list_text(deck(text))


def test_the_marks_of_a_line_change_and_no_other_line() -> None:
    text = "4 N FCO 105 [pt]\n4 Choice Band GRI 121"
    changed = edits.text_with_copy_marks(text, deck(text), 1, CopyMarks("es", autographed=True))
    assert changed == "4 N FCO 105 [es] [signed]\n4 Choice Band GRI 121"
    assert edits.text_with_copy_marks(changed, deck(changed), 1, CopyMarks()).startswith("4 N FCO 105\n")
    assert edits.text_with_quantity(changed, deck(changed), 1, 3).startswith("3 N FCO 105 [es] [signed]\n")


def test_a_table_tells_signatures_backs_and_products_and_its_text_keeps_them() -> None:
    data = (
        b"Quantity,Name,Set,Number,Back,Signed,Product\n4,N,FCO,105,japanese,,\n1,Eevee,SUM,101,,x,\n"
        b"1,Eevee,SUM,101,,,World Championships Deck 2010\n"
    )
    read = read_list_file(data, "deck.csv")
    first, second, third = read_list_text(uploaded_text(data, read)).lines
    assert (first.back, second.autographed, third.product) == ("japanese", True, "World Championships 2010")


def test_rows_stored_before_they_knew_marks_are_read() -> None:
    values = printed_row_values(printed_rows(deck("4 N FCO 105 [signed]"))[0])
    assert printed_row_from_values(values).autographed
    older = {name: value for name, value in values.items() if name not in ("back", "autographed", "product")}
    assert printed_row_from_values(older).back is None
