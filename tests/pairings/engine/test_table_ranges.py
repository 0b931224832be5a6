"""Table numbers as people write them."""

import pytest

from pairings.engine.table_ranges import (
    feature_tables_as_text,
    parse_feature_tables,
    parse_table_numbers,
    table_numbers_as_text,
)
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


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("", []),
        ("101", [(101, "")]),
        ("102, 101  Main   stage", [(101, "Main stage"), (102, "")]),
        ("101-102; 103 Feature 3", [(101, ""), (102, ""), (103, "Feature 3")]),
        ("5 – 6", [(5, ""), (6, "")]),
        ("7 Stream\n7 Stream", [(7, "Stream")]),
    ],
)
def test_feature_tables_are_read_with_their_names(text: str, tables: list[tuple[int, str]]) -> None:
    assert parse_feature_tables(text) == tables
    assert parse_feature_tables(feature_tables_as_text(tables)) == tables


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Feature 1", "FEATURE_TABLES_UNREADABLE"),
        ("0 Stream", "FEATURE_TABLES_UNREADABLE"),
        ("7-5", "FEATURE_TABLES_UNREADABLE"),
        ("7 Stream, 7 Stage", "FEATURE_TABLE_TWICE"),
        ("1-25", "FEATURE_TABLES_TOO_MANY"),
        (f"7 {'x' * 31}", "FEATURE_NAME_TOO_LONG"),
    ],
)
def test_what_is_no_feature_table_is_named(text: str, code: str) -> None:
    assert refusal(parse_feature_tables, text).code == code
