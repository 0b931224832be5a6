"""Table numbers as people write them."""

import pytest

from pairings.engine.table_ranges import parse_table_numbers, table_numbers_as_text
from tests.build import refusal


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", ()),
        (" 13 ", (13,)),
        ("20-22, 13", (13, 20, 21, 22)),
        ("5; 5 – 6,", (5, 6)),
        ("1-3\n2", (1, 2, 3)),
    ],
)
def test_what_is_typed_is_read(text: str, numbers: tuple[int, ...]) -> None:
    assert parse_table_numbers(text) == numbers
    assert parse_table_numbers(table_numbers_as_text(numbers)) == numbers


@pytest.mark.parametrize("text", ["a", "3-", "7-5", "0", "12345", "1,two"])
def test_what_is_no_table_is_named(text: str) -> None:
    assert refusal(parse_table_numbers, text).code == "TABLES_UNREADABLE"


def test_neighbors_are_joined() -> None:
    assert table_numbers_as_text([24, 13, 20, 21, 22, 23, 13]) == "13, 20-24"
