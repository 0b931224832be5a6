import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.documents.slips import MatchSlips, collated
from pairings.engine.outcomes import Outcome
from tests.pairings.documents.samples import a_round, bye, match, person
from tests.papers import HEAD, pages, paper


def after_the_cut(sheets):
    """The stacks of each position, laid on one another from top to bottom."""
    return [sheet[position] for position in range(4) for sheet in sheets if sheet[position] is not None]


@given(st.integers(0, 3000))
def test_cut_stacks_lie_in_table_order(count):
    sheets = collated(count)
    assert after_the_cut(sheets) == list(range(count))
    assert len(sheets) == -(-count // 4), "no sheet more than needed"
    assert all(len(sheet) == 4 for sheet in sheets)


def test_five_slips_on_two_pages():
    assert collated(5) == [(0, 2, 4, None), (1, 3, None, None)]


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_pages_hold_the_slips_that_the_cut_needs(size):
    texts = pages(MatchSlips(HEAD, a_round(20), paper=size).render())
    assert len(texts) == 3
    on_page = [[n for n in range(1, 21) if f"First{n} " in text] for text in texts]
    assert on_page[0] == [1, 2, 7, 8, 13, 14, 19, 20]
    assert on_page[1] == [3, 4, 9, 10, 15, 16]
    assert on_page[2] == [5, 6, 11, 12, 17, 18]


def test_none_for_byes_and_late_losses():
    rows = [*a_round(3), bye(person(77), Outcome.AWARDED_BYE), bye(person(78), Outcome.LATE_LOSS)]
    (text,) = pages(MatchSlips(HEAD, rows).render())
    assert text.count("Signature") == 2, "one match, two players"
    assert not any(f"First{number} " in text for number in (3, 77, 78))


def test_a_slip_says_who_where_and_what_to_tick():
    (text,) = pages(MatchSlips(HEAD, [match(14, person(1, "Maya", "Okonkwo"), person(2))]).render())
    for words in ("Harbour City Spring Cup", "Masters · Round 5 of 7", "Table", "14", "Maya Okonkwo"):
        assert words in text
    assert "9 points · 3–1–0 · Masters" in text
    for tick in ("I won", "Tie", "I lost", "I went first", "I leave the event", "Signature"):
        assert text.count(tick) == 2, "each player"
    for tick in ("Left did not show", "Right did not show", "Both lose", "Judge"):
        assert text.count(tick) == 1, "staff"


@pytest.mark.parametrize(("best_of", "games"), [(1, 0), (3, 2)])
def test_games_only_in_best_of_three(best_of, games):
    (text,) = pages(MatchSlips(HEAD, a_round(2), best_of=best_of).render())
    assert text.count("Games I won") == games


def test_the_code_opens_the_result_and_is_left_out_without_a_link():
    rows = a_round(4)
    with_one = MatchSlips(HEAD, rows, links={1: "https://stadium.example/harbour/1"})
    (text,) = pages(with_one.render())
    assert text.count("Desk: scan to enter") == 1


def test_only_byes_make_one_page_that_says_so():
    (text,) = pages(MatchSlips(HEAD, [bye(person(1))]).render())
    assert "Nothing to print yet." in text


def test_papers():
    assert paper(MatchSlips(HEAD, a_round(9), paper="letter").render()) == {(612, 792)}
    assert paper(MatchSlips(HEAD, a_round(9)).render()) == {(595, 842)}


def test_extra_time_stands_in_the_strip_of_the_staff():
    """R-113: whoever collects the slip sees how long the table plays."""
    rows = a_round(2)
    (text,) = pages(MatchSlips(HEAD, rows, notes={rows[0].match_id: "+4 min, until 14:32"}).render())
    assert text.count("+4 min, until 14:32") == 1
