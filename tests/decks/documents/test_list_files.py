"""Lists as CSV and spreadsheets: the same rows, readable again, and nothing that a spreadsheet would calculate."""

import csv
import io

import pytest
from openpyxl import load_workbook

from core.documents.spreadsheets import is_formula
from decks.documents.list_files import deck_list_as_csv, deck_list_as_xlsx
from decks.engine.lists import Deck, read_list_file
from decks.engine.resolve import resolve_list
from tests.decks.engine.lists.cards import CATALOGUE, TODAY, deck, rows

LIST = "Pokémon: 3\n2 Charizard V BRS 17\n1 Umbreon ★ pop5-17\n0 Pikachu XY 42\n4 Ultra Ball BRS 150 PH\n12 Fire Energy"
HOSTILE = '4 =HYPERLINK("http://x")\n1 @SUM(A1)\n1 +Iono\n1 -Iono\n-1 Ultra Ball\n? Judge'


def csv_rows(one: Deck) -> list[list[str]]:
    return list(csv.reader(io.StringIO(deck_list_as_csv(one).decode("utf-8-sig"))))


def xlsx_rows(one: Deck) -> list[tuple[object, ...]]:
    sheet = load_workbook(io.BytesIO(deck_list_as_xlsx(one))).worksheets[0]
    return list(sheet.iter_rows(values_only=True))


def test_what_a_list_says_of_its_copies_has_columns_and_is_read_again() -> None:
    text = "2 Charizard V BRS 17 [signed] [back japanese]\n1 Pikachu XY 42 [World Championships 2014]"
    first, *rows = csv_rows(deck(text))
    assert first[-3:] == ["Card back", "Signed", "Product"]
    assert [row[-3:] for row in rows] == [["japanese", "yes", ""], ["", "", "World Championships 2014"]]
    again = read_list_file(deck_list_as_csv(deck(text)), "deck.csv")
    assert [(line.back, line.autographed, line.product) for line in again.lines] == [
        ("japanese", True, ""),
        (None, False, "World Championships 2014"),
    ]


def test_csv() -> None:
    assert csv_rows(deck(LIST))[:3] == [
        ["Section", "Kind", "Quantity", "Name", "Set", "Number", "Reg.", "Foil", "Language"],
        ["Pokémon", "Pokémon", "2", "Charizard V", "BRS", "17", "F", "", ""],
        ["Pokémon", "Pokémon", "0", "Pikachu", "XY", "42", "", "", ""],
    ]


def test_xlsx_has_numbers_and_the_same_rows() -> None:
    found = xlsx_rows(deck(LIST))
    assert found[1][:5] == ("Pokémon", "Pokémon", 2, "Charizard V", "BRS")
    assert [[str(cell or "") for cell in row] for row in found if row[2] != 0] == [
        row for row in csv_rows(deck(LIST)) if row[2] != "0"
    ]


@pytest.mark.parametrize("text", [LIST, HOSTILE])
@pytest.mark.parametrize(
    ("write", "filename"), [(deck_list_as_csv, "list.csv"), (deck_list_as_xlsx, "list.xlsx")]
)
def test_reads_back(text: str, write, filename: str) -> None:  # type: ignore[no-untyped-def]
    one = deck(text)
    again = resolve_list(read_list_file(write(one), filename), CATALOGUE, on=TODAY)
    assert rows(again) == rows(one)


def test_no_cell_begins_like_a_formula() -> None:
    cells = [cell for row in csv_rows(deck(HOSTILE)) for cell in row if cell != "-1"]
    assert '\'=HYPERLINK("http://x")' in cells
    assert not [cell for cell in cells if is_formula(cell)]
    sheet = load_workbook(io.BytesIO(deck_list_as_xlsx(deck(HOSTILE)))).worksheets[0]
    risky = [
        cell
        for row in sheet.iter_rows()
        for cell in row
        if is_formula(cell.value if isinstance(cell.value, str) else "")
    ]
    assert [(cell.data_type, cell.quotePrefix) for cell in risky] == [("s", True)] * 4
