import re

import pytest

from pairings.documents.pairings import PairingsByName, PairingsByTableSheet
from pairings.engine.boards import parse_boards
from pairings.engine.outcomes import Outcome
from tests.pairings.documents.samples import a_round, bye, match, person
from tests.papers import HEAD, pages, paper

SIZES = {"a4": (595, 842), "letter": (612, 792), "a3": (842, 1191), "tabloid": (792, 1224)}


@pytest.mark.parametrize(("size", "points"), SIZES.items())
@pytest.mark.parametrize("sheet", [PairingsByName, PairingsByTableSheet])
def test_each_paper_has_its_own_size(sheet, size, points):
    assert paper(sheet(HEAD, a_round(9), paper=size).render()) == {points}


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize(("players", "count"), [(0, 1), (1, 1), (9, 1), (68, 1), (69, 2), (300, 5)])
def test_by_table_34_rows_to_a_page(players, count, size):
    assert len(pages(PairingsByTableSheet(HEAD, a_round(players), paper=size).render())) == count


def test_by_table_heads_repeat_and_pages_are_counted():
    texts = pages(PairingsByTableSheet(HEAD, a_round(300)).render())
    for number, text in enumerate(texts, start=1):
        assert f"Printed 13 June 2026, 14:05 · page {number} of 5" in text
        for words in (
            "Harbour City Spring Cup",
            "Pairings by table",
            "Masters · Round 5 of 7",
            "Result",
            "Player 2",
        ):
            assert words in text
        assert "stadium.example/harbour/pairings" in text


def test_by_table_every_match_once_in_table_order():
    rows = a_round(101)
    text = "\n".join(pages(PairingsByTableSheet(HEAD, rows[::-1]).render()))
    places = [text.index(f"First{number} ") for number in range(1, 102, 2)]
    assert places == sorted(places)
    assert all(text.count(f"First{number} ") == 1 for number in range(1, 102))


def test_by_table_results_are_numbers_or_words():
    outcomes = (Outcome.LEFT, Outcome.RIGHT, Outcome.TIE, Outcome.DOUBLE_LOSS)
    rows = [
        match(n, person(2 * n), person(2 * n + 1), outcome) for n, outcome in enumerate(outcomes, start=1)
    ]
    (text,) = pages(PairingsByTableSheet(HEAD, rows).render())
    assert all(words in text for words in ("1-0", "0-1", "tie", "double loss"))


@pytest.mark.parametrize("sheet", [PairingsByName, PairingsByTableSheet])
@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome.BYE, ("Bye", "counts as a win")),
        (Outcome.AWARDED_BYE, ("Bye", "counts as a win")),
        (Outcome.LATE_LOSS, ("Late", "counts as a loss")),
    ],
)
def test_who_has_no_opponent_reads_why(sheet, outcome, words):
    (text,) = pages(sheet(HEAD, [bye(person(1, "Maya", "Okonkwo"), outcome)]).render())
    assert all(expected in text for expected in ("Okonkwo", *words))


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("players", [2, 9, 60, 61, 300])
def test_by_name_each_match_stands_under_both_names(players, size):
    text = "\n".join(pages(PairingsByName(HEAD, a_round(players), paper=size).render()))
    for number in range(1, players + 1):
        assert f"last{number}, First{number}\n" in text, "under the own name"
    for number in range(1, players + 1 - players % 2):
        assert text.count(f"First{number} ") == 1, "as the opponent of the other"


@pytest.mark.parametrize(("players", "count", "alone"), [(30, 1, 1), (48, 1, 1), (80, 2, 1), (300, 6, 4)])
def test_by_name_pages_with_and_without_opponents(players, count, alone):
    rows = a_round(players)
    assert len(pages(PairingsByName(HEAD, rows).render())) == count
    assert len(pages(PairingsByName(HEAD, rows, show_opponent=False).render())) == alone


def test_by_name_boards_begin_on_their_own_pages():
    texts = pages(PairingsByName(HEAD, a_round(300)).render())
    ranges = [text.split("Pairings by name, ")[1][:3] for text in texts]
    assert ranges == sorted(ranges)
    assert len(set(ranges)) > 1
    for text, letters in zip(texts, ranges, strict=True):
        first, last = letters.split("–")
        names = [line for line in text.splitlines() if re.match(r".last\d+, ", line)]
        assert names
        assert all(first <= name[0] <= last for name in names)


def test_by_name_no_board_holds_a_few_names_only():
    wall = parse_boards("A-X, Y-Z")
    assert len(pages(PairingsByName(HEAD, a_round(38), boards=wall).render())) == 1
    lists = PairingsByName(HEAD, a_round(120), boards=parse_boards("A-C, D-D, E-Z")).boards()
    assert all(len(board.wall_lines) >= 16 for board in lists)


def test_by_name_accents_sort_with_their_letters_and_other_alphabets_last():
    last = ("Özil", "Zhou", "Łucki", "Lund", "Lynch", "Ångström", "Adams", "Шевченко", "王")
    rows = [bye(person(number, "Al", name)) for number, name in enumerate(last)]
    text = pages(PairingsByName(HEAD, rows).render())[0].replace("\n", "")
    order = ("Adams", "Ångström", "Łucki", "Lund", "Lynch", "Özil", "Zhou", "Шевченко", "王")
    places = [text.index(f"{name}, Al") for name in order]
    assert places == sorted(places)


def test_by_name_board_of_other_alphabets_says_so():
    rows = [*a_round(160), bye(person(900, "Дмитро", "Шевченко"))]
    texts = pages(PairingsByName(HEAD, rows, boards=parse_boards("A-H, I-P, Q-Z")).render())
    assert "Q–Z and other alphabets" in " ".join(texts[-1].split())
    assert "Шевченко, Дмитро" in texts[-1]


@pytest.mark.parametrize("sheet", [PairingsByName, PairingsByTableSheet])
def test_nothing_to_show_is_a_page_that_says_so(sheet):
    (text,) = pages(sheet(HEAD, []).render())
    assert "No pairings yet." in text


@pytest.mark.parametrize("sheet", [PairingsByName, PairingsByTableSheet])
def test_the_same_rows_give_the_same_bytes(sheet):
    assert sheet(HEAD, a_round(31)).render() == sheet(HEAD, a_round(31)).render()


def test_by_name_prints_4096_players():
    text = "\n".join(pages(PairingsByName(HEAD, a_round(4096)).render()))
    assert "last1, First1\n" in text
    assert "last4096, First4096\n" in text
