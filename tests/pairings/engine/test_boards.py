"""The wall in several boards: as long as each other, without a gap, and as people write them."""

from collections import Counter
from random import Random

import pytest

from pairings.engine.boards import USUAL, Board, as_text, place, propose, read
from tests.build import refusal

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def names(count: int, seed: int = 1) -> list[str]:
    """As many names begin with S or M as with all other letters."""
    chance = Random(seed)
    first = [*LETTERS, *"s" * 13, *"m" * 13]
    return [f"{chance.choice(first)}{''.join(chance.choices(LETTERS, k=4))}".title() for _ in range(count)]


@pytest.mark.parametrize("count", [2, 3, 4, 6, 8])
def test_boards_are_equally_long_and_read_back_the_same(count):
    people = names(900)
    found = propose(people, count)
    lengths = Counter(place(found, name) for name in people)
    assert len(found) == len(lengths) == count
    assert max(lengths.values()) < 1.2 * 900 / count
    assert read(as_text(found)) == found


def test_one_board_needs_no_ranges_and_names_that_begin_alike_stay_together():
    assert propose(names(50), 1) == propose([], 4) == propose(["Иванов", "王"], 2) == ()
    assert propose(["Smith, Ann", "Smith, Bo"] * 9, 3) == (Board("A", "S"), Board("T", "Z"))


def test_accents_and_other_alphabets_have_their_board():
    assert [place(USUAL, name) for name in ("Hansen", "Ito", "Østby", "Quint", "王", "")] == [
        0,
        1,
        1,
        2,
        2,
        2,
    ]
    wall = read("A-Fe, Ff-Z")
    assert [place(wall, name) for name in ("Felix, Al", "Ferrer, Bo", "Fitz, Cy")] == [0, 0, 1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A-H, J-Z", "BOARDS_LEAVE_OUT"),
        ("B-Z", "BOARDS_LEAVE_OUT"),
        ("A-H", "BOARDS_LEAVE_OUT"),
        ("A-P, I-Z", "BOARDS_LEAVE_OUT"),
        ("H-A", "BOARD_UNREADABLE"),
        ("A-5", "BOARD_UNREADABLE"),
        (",".join("A" * 30), "BOARDS_TOO_MANY"),
    ],
)
def test_boards_that_leave_somebody_out_are_refused(text, code):
    assert refusal(read, text).code == code


def test_written_as_people_do():
    assert read("a–h; I - P\nq-z") == USUAL
    assert read(" ") == ()
