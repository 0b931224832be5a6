"""The wall in several boards: of equal length, without gaps, and split at letters as people would."""

from collections import Counter
from random import Random

import pytest

from pairings.engine.boards import (
    Board,
    board_index,
    boards_as_text,
    boards_with_few_pages,
    join_boards_nearly_empty,
    parse_boards,
    propose_boards,
    split_names,
)
from tests.build import refusal

USUAL_BOARDS = (Board("A", "H"), Board("I", "P"), Board("Q", "Z"))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def names(count: int, seed: int = 1) -> list[str]:
    """Return random names, about half of which begin with S or M."""
    chance = Random(seed)
    first = [*LETTERS, *"s" * 13, *"m" * 13]
    return [f"{chance.choice(first)}{''.join(chance.choices(LETTERS, k=4))}".title() for _ in range(count)]


@pytest.mark.parametrize("count", [2, 3, 4, 6, 8])
def test_boards_are_equally_long_and_read_back_the_same(count):
    people = names(900)
    found = propose_boards(people, count)
    lengths = Counter(board_index(found, name) for name in people)
    assert len(found) == len(lengths) == count
    assert max(lengths.values()) < 1.2 * 900 / count
    assert parse_boards(boards_as_text(found)) == found


def test_one_board_needs_no_ranges_and_names_that_begin_alike_stay_together():
    assert propose_boards(names(50), 1) == propose_boards([], 4) == propose_boards(["Иванов", "王"], 2) == ()
    assert propose_boards(["Smith, Ann", "Smith, Bo"] * 9, 3) == (Board("A", "S"), Board("T", "Z"))


def test_accents_and_other_alphabets_have_their_board():
    assert [board_index(USUAL_BOARDS, name) for name in ("Hansen", "Ito", "Østby", "Quint", "王", "")] == [
        0,
        1,
        1,
        2,
        2,
        2,
    ]
    wall = parse_boards("A-Fe, Ff-Z")
    assert [board_index(wall, name) for name in ("Felix, Al", "Ferrer, Bo", "Fitz, Cy")] == [0, 0, 1]


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
    assert refusal(parse_boards, text).code == code


def test_written_as_people_do():
    assert parse_boards("a–h; I - P\nq-z") == USUAL_BOARDS
    assert parse_boards(" ") == ()


def test_a_board_keeps_one_letter_where_that_comes_near_enough():
    """19 of 40 names are close enough to half; a second letter would make it exactly half."""
    assert propose_boards(["Abel"] * 19 + ["Baker"] + ["Bolt"] * 20, 2) == (Board("A", "A"), Board("B", "Z"))


def test_a_second_letter_parts_names_where_one_letter_is_too_coarse():
    assert propose_boards(["Baker"] * 10 + ["Bolt"] * 10, 2) == (Board("A", "Ba"), Board("Bb", "Z"))


def test_a_beginning_with_z_at_its_end_is_written_shorter():
    assert propose_boards(["Fz"] * 10 + ["Gil"] * 10, 2) == (Board("A", "F"), Board("G", "Z"))
    assert boards_as_text(parse_boards("A-Fz, G-Zz")) == "A–Fz, G–Zz"
    assert parse_boards("A-Faz, Fb-Z") == (Board("A", "Faz"), Board("Fb", "Z"))


def test_names_are_looked_up_by_three_letters():
    assert [board_index(parse_boards("A-Mar, Mas-Z"), name) for name in ("Marx", "Mast", "Zz")] == [0, 1, 1]


def test_two_boards_are_the_fewest_and_the_alphabet_the_most():
    assert len(propose_boards(["Abel", "Young"], 2)) == 2
    assert (
        propose_boards(["Abel", "Young"], 0)
        == propose_boards([], 2)
        == propose_boards(["Abel", "Young"], 1)
        == ()
    )
    assert len(propose_boards([letter * 2 for letter in LETTERS], 99)) == 26


def test_there_are_at_most_as_many_boards_as_letters():
    assert len(parse_boards(",".join(LETTERS))) == 26
    assert refusal(parse_boards, "A-Aa, Ab-A," + ",".join(LETTERS[1:])).facts == {"most": 26}


def test_the_board_before_which_names_have_no_place_is_named():
    assert refusal(parse_boards, "B-H, I-Z").facts == {"value": "B–H"}
    assert refusal(parse_boards, "A-H, J-Z").facts == {"value": "J–Z"}
    assert refusal(parse_boards, "A-H, I-Y").facts == {"value": "I–Y"}


def test_a_board_may_hold_the_names_of_one_beginning_alone():
    assert parse_boards("A-M, N, O-Z")[1] == Board("N", "N")
    assert parse_boards("A-Mar, Mas-Mas, Mat-Z")[1] == Board("Mas", "Mas")
    assert parse_boards("A-Ma, Mb-M, N-Z")[1] == Board("Mb", "M")
    assert parse_boards("A-Mzy, Mzz-M, N-Z")[1] == Board("Mzz", "M")


def pages(_letters, people):
    """Return the pages of 40 names each."""
    return max(1, -(-len(people) // 40))


def test_a_list_of_one_page_has_no_boards_and_a_long_one_as_many_as_cost_no_page():
    assert boards_with_few_pages(names(38), pages) == ()
    found = boards_with_few_pages(names(300), pages)
    assert len(found) > 1
    assert sum(pages(str(board), people) for board, people in split_names(found, names(300))) == 8


def test_no_board_is_nearly_empty():
    assert join_boards_nearly_empty(names(38), USUAL_BOARDS, pages) == ()
    alike = ["Smith"] * 60 + ["Adams"] * 2 + ["Jones"] * 30
    found = join_boards_nearly_empty(alike, USUAL_BOARDS, pages)
    assert [len(people) for _board, people in split_names(found, alike)] == [32, 60]
    assert join_boards_nearly_empty(names(300), USUAL_BOARDS, pages) == USUAL_BOARDS
