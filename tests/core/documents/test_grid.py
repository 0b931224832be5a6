"""Lists on paper: rows grow for long names, and the columns of the last page are of equal height."""

import pytest

from core.documents.fonts import BOLD
from core.documents.grid import Column, Divider, Grid, halve_title, lay_out_columns

LONG = "Maria Aparecida da Conceição dos Santos Nascimento e Albuquerque"
COLUMNS = (Column("Name", 0.7, size=13, min_size=9), Column("Table", 0.3))
ACROSS, ROW = 170.0, 20.0


def grid(*names: str) -> Grid:
    return Grid(COLUMNS, [(name, "1") for name in names], row=ROW)


def ends(names: list[str], up: float, count: int) -> list[list[int]]:
    """Return how many rows are in each column of each page."""
    columns = [one for one in lay_out_columns(grid(*names), ACROSS, up, count) if isinstance(one, Grid)]
    lengths = [len(one.rows) for one in columns]
    return [lengths[at : at + count] for at in range(0, len(lengths), count)]


def test_a_row_is_as_high_as_its_longest_text_needs():
    short, long = grid("Ana Silva", LONG).measure(ACROSS)
    assert short == ROW
    assert long > 2 * ROW
    assert grid("Ana Silva", LONG).wrap(ACROSS, 500) == (ACROSS, ROW + short + long)


def test_lines_of_a_text_begin_where_it_says_so():
    one, two, more = grid("Ana Silva", "A Ana Silva\nB Luis Pérez", "A\nB\nC\nD").measure(ACROSS)
    assert one == two == ROW
    assert more > ROW


def test_a_text_of_two_lines_needs_no_more_than_a_row():
    assert grid("Maximiliane Schwarzenberg").measure(ACROSS) == [ROW]


@pytest.mark.parametrize(
    "name", ["A Wolfeschlegelsteinhausenbergerdorff", "山田太郎" * 7, "MMMMMMMMM WWWWWWWWWWW"]
)
def test_no_text_is_too_wide_for_its_row(name):
    """This also holds if one word is longer than the line, or if a script has no spaces."""
    one = grid(name)
    (high,) = one.measure(ACROSS)
    assert high >= ROW


def test_a_part_keeps_its_heights_and_a_row_is_never_torn():
    one = grid(*["Ana Silva", LONG] * 3)
    heights = list(one.measure(ACROSS))
    up = ROW + sum(heights[:3]) + heights[3] / 2
    first, rest = one.split(ACROSS, up)
    assert (len(first.rows), len(rest.rows)) == (3, 3)
    assert [*first.heights, *rest.heights] == heights
    assert one.split(ACROSS, ROW * 1.5) == []


def test_a_table_has_its_title_on_each_page():
    one = Grid(COLUMNS, [("Ana Silva", "1")] * 4, row=ROW, title="Not checked in (4)")
    assert one.wrap(ACROSS, 500)[1] > grid(*["Ana Silva"] * 4).wrap(ACROSS, 500)[1]
    parts = one.split(ACROSS, one.head + 2 * ROW)
    assert [(len(part.rows), part.title) for part in parts] == [(2, one.title), (2, one.title)]


def test_a_row_goes_on_on_the_next_page_only_where_no_page_holds_it():
    note = " ".join(f"word{number}" for number in range(600))
    one = grid("Ana Silva", note, "Luis Pérez")
    one.wrap(ACROSS, 400)
    first, rest = one.split(ACROSS, 400)
    assert len(first.rows) == 1
    upper, lower = rest.split(ACROSS, 400)
    assert [len(upper.rows), len(lower.rows)] == [1, 2]
    assert upper.wrap(ACROSS, 400)[1] <= 400
    texts = [str(part.rows[0][0].text) for part in (upper, lower)]
    assert " ".join(texts).split() == note.split()
    assert [part.rows[0][1].text for part in (upper, lower)] == ["1", ""]


def test_a_line_of_the_cut_stands_on_the_page_of_the_row_above():
    rows = [("Ana Silva", "1"), ("Luis Pérez", "2"), Divider("Top 2"), ("Mia Braun", "3")]
    one = Grid(COLUMNS, rows, row=ROW)
    first, rest = one.split(ACROSS, 3 * ROW)
    assert (len(first.rows), len(rest.rows)) == (1, 3)


def test_a_line_of_the_cut_is_as_high_as_a_row():
    assert Grid(COLUMNS, [(LONG, "1"), Divider(LONG)], row=ROW).measure(ACROSS)[1] == ROW


def test_full_columns_then_equal_ones():
    names = ["Ana Silva"] * 47
    assert ends(names, 11 * ROW, 2) == [[10, 10], [10, 10], [4, 3]]
    assert ends(names[:20], 11 * ROW, 2) == [[10, 10]]
    assert ends(names[:7], 11 * ROW, 1) == [[7]]
    assert ends(names[:1], 11 * ROW, 2) == [[1]]
    assert ends([], 11 * ROW, 2) == [[0]]


def test_columns_are_equal_in_height_not_in_number():
    high = grid(LONG).measure(ACROSS)[0] / ROW
    ((left, right),) = ends([LONG, LONG, *["Ana Silva"] * 9], 30 * ROW, 2)
    assert left + right == 11
    assert abs(2 * high + left - 2 - right) <= high


def test_a_row_higher_than_the_column_stands_alone():
    assert ends([LONG, "Ana Silva"], 2 * ROW, 1) == [[1], [1]]


def test_a_title_is_parted_where_both_lines_are_short():
    assert halve_title("Record (W-L-T)", BOLD) == ("Record", "(W-L-T)")
    assert halve_title("% vict. rivales de rivales", BOLD) == ("% vict. rivales", "de rivales")
    assert halve_title("Opponent", BOLD) == ("Opponent",)
