"""What is written can be read as the same list."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.engine import catalogue_csv
from cards.engine.cards import Catalogue
from cards.engine.collector_numbers import format_card_number
from decks.engine.lists import DeckListLine, ReadList, read_list_text, write_list_text
from decks.engine.resolve import resolve_list
from tests.decks.engine.lists.cards import CATALOGUE, EXPANSIONS, PRINTINGS, TODAY, deck, rows
from tests.decks.engine.lists.test_reading import real_lists

CODES = {expansion.id: expansion.code for expansion in EXPANSIONS}


def test_as_tcg_live_writes_it() -> None:
    text = write_list_text(
        deck("12 Fire Energy\n4 Ultra Ball BRS 150 PH\n1 Jirachi PR-XY XY67\n2 Umbreon ★ pop5-17")
    )
    assert text == (
        "Pokémon: 2\n1 Jirachi PR-XY 67\n2 Umbreon ★ pop5-17\n\n"
        "Trainer: 1\n4 Ultra Ball BRS 150 PH\n\n"
        "Energy: 1\n12 Fire Energy\n\n"
        "Total Cards: 19\n"
    )


@pytest.mark.parametrize(
    ("code", "number", "written"),
    [
        ("GRI", "60", "GRI 60"),
        ("PR-SM", "SM30", "PR-SM 30"),
        ("PR-SW", "SWSH004", "PR-SW 4"),
        ("LOR", "TG24", "LOR-TG 24"),
        ("LOR-TG", "TG03", "LOR-TG 3"),
        ("CRZ", "GG05", "CRZ-GG 5"),
        ("pop5", "3", "pop5-3"),
        ("2023sv", "3", "2023sv-3"),
        ("SK", "H29", "SK H29"),
    ],
)
def test_set_and_number(code: str, number: str, written: str) -> None:
    assert format_card_number(code, number) == written


def test_more_copies_than_a_line_can_say_take_two() -> None:
    assert write_list_text(deck("999 Ultra Ball\n2 Ultra Ball")).splitlines()[3:5] == [
        "999 Ultra Ball",
        "2 Ultra Ball",
    ]


def test_lines_that_name_no_card_are_given_back_as_written() -> None:
    text = write_list_text(deck("3 Yveltal BKT\n1 Pikachu GRI 60\n2 Ultar Ball\n0 Ultra Ball\n? Judge"))
    for line in ("3 Yveltal BKT", "1 Pikachu GRI 60", "2 Ultar Ball", "0 Ultra Ball", "? Judge"):
        assert line in text.splitlines()


PRINTED = st.builds(
    lambda quantity, card, foil: DeckListLine(
        0, "", quantity, card.name, CODES[card.expansion], card.number, foil=foil, text=card.name
    ),
    st.integers(1, 60),
    st.sampled_from(PRINTINGS),
    st.booleans(),
)
NAMED = st.builds(
    lambda quantity, name: f"{quantity} {name}",
    st.integers(-3, 1200),
    st.sampled_from([card.name for card in PRINTINGS])
    | st.sampled_from(
        ["Nobody", "Ultar Ball GRI 999", "Pikachu GRI 60", "Yveltal XY", "Jirachi Promo", "N PH"]
    ),
)
HEADINGS = st.sampled_from(["Pokémon: 3", "Trainer: 2", "Energy: 1", "Total Cards: 60", ""])


@given(st.lists(PRINTED, min_size=1, max_size=30))
def test_cards_read_back(lines: list[DeckListLine]) -> None:
    written = resolve_list(ReadList(tuple(lines)), CATALOGUE, on=TODAY)
    assert rows(deck(write_list_text(written))) == rows(written)


@given(st.lists(NAMED | HEADINGS, max_size=30), NAMED)
def test_texts_read_back(lines: list[str], last: str) -> None:
    lines = [*lines, last]
    read = deck("\n".join(lines))
    again = deck(write_list_text(read))
    assert rows(again) == rows(read)
    assert (again.total, again.announced_total) == (read.total, read.total)
    assert write_list_text(again) == write_list_text(read)


@pytest.fixture(scope="module")
def full(shared: Path) -> Catalogue:
    return catalogue_csv.catalogue_from_rows(
        catalogue_csv.read_csv_rows(shared / "cards" / "catalogue.csv.gz")
    )


@pytest.mark.parametrize("on", [date(2017, 7, 26), TODAY])
def test_real_lists_read_back(shared: Path, full: Catalogue, on: date) -> None:
    for name, (text, total) in real_lists(shared).items():
        read = resolve_list(read_list_text(text), full, on=on)
        again = resolve_list(read_list_text(write_list_text(read)), full, on=on)
        assert (name, again.total, rows(again)) == (name, total, rows(read))


def test_every_card_reads_back(full: Catalogue) -> None:
    for start in range(0, len(full.all), 900):
        cards = full.all[start : start + 900]
        lines = [
            DeckListLine(1, "", 1, card.name, full.expansions[card.expansion].code, card.number)
            for card in cards
        ]
        written = resolve_list(ReadList(tuple(lines)), full, on=TODAY)
        assert rows(resolve_list(read_list_text(write_list_text(written)), full, on=TODAY)) == rows(written)
