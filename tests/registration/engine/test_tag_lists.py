"""A pasted list of Player IDs: one a line, with or without a value."""

import pytest

from core.engine.refused import Refused
from registration.engine.tag_lists import MAX_LINES, read_tag_list
from tests.asking import refusal
from tournaments.engine.player_tags import TAGS, TAGS_BY_KEY, parse_tag

BYES, TABLE, NOTES = (TAGS_BY_KEY[key] for key in ("awarded_byes", "table", "notes"))


@pytest.mark.parametrize(
    "line",
    ["1234567 2", "1234567\t2", "1234567,2", "1234567; 2", "  1234567 :  2  ", "1234567.0\t2.0", "1234567|2"],
)
def test_the_value_follows_the_player_id(line: str) -> None:
    (listed,) = read_tag_list(line, BYES)
    assert (listed.player_id, listed.value, listed.problem) == ("1234567", 2, None)


def test_lines_without_a_value_have_the_usual_one() -> None:
    listed = read_tag_list("Player ID\tByes\n1234567\n\n7654321 3\n1111111 -\n2222222 0", BYES, usual="1")
    assert [(line.row, line.player_id, line.value) for line in listed] == [
        (2, "1234567", 1),
        (4, "7654321", 3),
        (5, "1111111", 0),
        (6, "2222222", 0),
    ]


def test_a_text_may_have_spaces_and_punctuation() -> None:
    (listed,) = read_tag_list("1234567; Wheelchair, near the door", NOTES)
    assert listed.value == "Wheelchair, near the door"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Ana 2", "PLAYER_ID_NOT_DIGITS"),
        ("1" * 21, "PLAYER_ID_TOO_LONG"),
        ("1234567", "TAG_VALUE_MISSING"),
        ("1234567 4", "TAG_BYES_WRONG"),
        ("1234567 two", "TAG_BYES_WRONG"),
        ("1234567 -1", "TAG_BYES_WRONG"),
        ("1234567 ٢", "TAG_BYES_WRONG"),
        ("1234567 " + "9" * 5000, "TAG_BYES_WRONG"),
    ],
)
def test_each_line_that_cannot_be_read_says_why(line: str, code: str) -> None:
    """The other lines are read."""
    wrong, right = read_tag_list(f"{line}\n7654321 1", BYES)
    assert wrong.problem is not None
    assert (wrong.problem.code, right.value) == (code, 1)


@pytest.mark.parametrize(
    ("tag", "text", "code"),
    [
        (TABLE, "10000", "TAG_TABLE_WRONG"),
        (TABLE, "A4", "TAG_TABLE_WRONG"),
        (NOTES, "x" * 201, "PERSON_TEXT_TOO_LONG"),
    ],
)
def test_a_value_has_a_limit(tag, text: str, code: str) -> None:
    assert refusal(parse_tag, tag, text).code == code


def test_a_dash_removes_each_tag() -> None:
    assert [parse_tag(tag, "–") for tag in TAGS] == [tag.unset for tag in TAGS]


@pytest.mark.parametrize("text", ["Player ID", " \n - \n"])
def test_a_list_without_player_ids_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_tag_list(text, BYES)
    assert caught.value.code == "TAG_LIST_EMPTY"


def test_a_list_has_a_limit() -> None:
    assert refusal(read_tag_list, "1\n" * (MAX_LINES + 1), BYES, usual="1").code == "TOO_MANY_ROWS"
