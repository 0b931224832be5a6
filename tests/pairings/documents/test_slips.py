from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from zxingcpp import read_barcodes

from pairings.documents.slips import MatchSlips, collated_pages
from pairings.engine.outcomes import Outcome
from tests.pairings.documents.samples import a_round, bye, match, person
from tests.papers import HEAD, pages, paper


def after_the_cut(sheets, on_page):
    """Return the stacks of each position on the sheets, put on top of one another in order."""
    return [sheet[position] for position in range(on_page) for sheet in sheets if sheet[position] is not None]


@given(st.integers(0, 3000), st.sampled_from((4, 5)))
def test_cut_stacks_lie_in_table_order(count, on_page):
    sheets = collated_pages(count, on_page)
    assert after_the_cut(sheets, on_page) == list(range(count))
    assert len(sheets) == -(-count // on_page), "no sheet more than needed"
    assert all(len(sheet) == on_page for sheet in sheets)


def test_five_slips_on_two_pages():
    assert collated_pages(5) == [(0, 2, 4, None), (1, 3, None, None)]


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
    assert text.count(" signature") == 2, "one match, two players"
    assert not any(f"First{number} " in text for number in (3, 77, 78))


def test_a_slip_says_who_where_and_what_to_tick():
    (text,) = pages(MatchSlips(HEAD, [match(14, person(1, "Maya", "Okonkwo"), person(2))]).render())
    for words in ("Harbour City Spring Cup", "Masters · Round 5 of 7", "Table", "14", "Maya Okonkwo"):
        assert words in text
    assert "9 points · 3-1-0 · Masters" in text
    for tick in ("I won", "Tie", "I lost", "I went first", "I drop from the event", " signature"):
        assert text.count(tick) == 2, "each player"
    for tick in ("Player 1 no-show", "Player 2 no-show", "Double loss", "Judge"):
        assert text.count(tick) == 1, "staff"


@pytest.mark.parametrize(("best_of", "games"), [(1, 0), (3, 2)])
def test_games_only_in_best_of_three(best_of, games):
    (text,) = pages(MatchSlips(HEAD, a_round(2), best_of=best_of).render())
    assert text.count("Games I won") == games


def test_the_code_opens_the_result_and_is_left_out_without_a_link():
    rows = a_round(4)
    with_one = MatchSlips(HEAD, rows, links={1: "https://stadium.example/harbour/1"})
    (text,) = pages(with_one.render())
    assert " ".join(text.split()).count("Staff: scan to enter the result") == 1


def test_only_byes_make_one_page_that_says_so():
    (text,) = pages(MatchSlips(HEAD, [bye(person(1))]).render())
    assert "Nothing to print yet." in text


def test_papers():
    assert paper(MatchSlips(HEAD, a_round(9), paper="letter").render()) == {(612, 792)}
    assert paper(MatchSlips(HEAD, a_round(9)).render()) == {(595, 842)}


def test_extra_time_stands_in_the_strip_of_the_staff():
    """R-113: the staff member who collects the slip sees how long the table plays."""
    rows = a_round(2)
    (text,) = pages(MatchSlips(HEAD, rows, notes={rows[0].match_id: "+4 min, until 14:32"}).render())
    assert text.count("+4 min, until 14:32") == 1


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_five_to_a_page_say_the_same(size):
    four, five = (
        "\n".join(pages(MatchSlips(HEAD, a_round(20), on_page=n, paper=size).render())) for n in (4, 5)
    )
    assert sorted(four.split()) == sorted(five.split())
    assert len(pages(MatchSlips(HEAD, a_round(20), on_page=5, paper=size).render())) == 2


@pytest.mark.parametrize(
    ("edition", "decided"), [("2017", "I won Sudden Death"), ("2026", "I won the tiebreaker game")]
)
def test_the_cut_asks_for_prize_cards_and_the_game_that_decides(edition, decided):
    """R-132 to R-139, R-147 of 2017; M-064, M-065 of today: no ties, fewest Prize cards, then one more game."""
    (text,) = pages(MatchSlips(HEAD, a_round(2), best_of=3, elimination=True, edition=edition).render())
    for tick in ("Prize cards I have left", decided, "Games I won", "I went first"):
        assert " ".join(text.split()).count(tick) == 2, tick
    assert "Tie" not in text
    assert "I drop from the event" not in text
    (swiss,) = pages(MatchSlips(HEAD, a_round(2), best_of=3, edition=edition).render())
    assert "Prize cards" not in swiss
    assert decided not in swiss


def test_extra_turns_and_the_time_extension_are_written_by_the_staff():
    """R-113, R-121: three turns after time; a known time extension replaces the blank line."""
    rows = a_round(4)
    (text,) = pages(MatchSlips(HEAD, rows, notes={rows[0].match_id: "+4 min"}).render())
    assert text.count("Extra turns\n1\n2\n3") == 2
    assert text.count("Time extension\n") == 1
    assert text.count("Time extension: +4 min") == 1


def test_each_code_opens_its_own_match():
    rows = a_round(10)
    links = {row.match_id: f"https://stadium.example/harbour/7/{row.table}" for row in rows}
    with PdfDocument(MatchSlips(HEAD, rows, links=links).render()) as document:
        pictures = [page.render(scale=3).to_pil().convert("L") for page in document]
    found = [code.text for picture in pictures for code in read_barcodes(picture)]
    assert sorted(found) == sorted(links.values())


def test_what_slips_share_is_in_the_document_once():
    reader = PdfReader(BytesIO(MatchSlips(HEAD, a_round(40)).render()))
    forms = {
        page["/Resources"]["/XObject"].raw_get(name).idnum
        for page in reader.pages
        for name in page["/Resources"]["/XObject"]
    }
    assert len(reader.pages) == 5
    assert len(forms) == 1


def test_a_long_name_takes_two_lines_and_stays_whole():
    name = ("Maria Aparecida da Conceição dos Santos", "Nascimento de Albuquerque e Mello")
    (text,) = pages(MatchSlips(HEAD, [match(1, person(1, *name), person(2))]).render())
    assert "…" not in text
    assert " ".join(name) in " ".join(text.split())


LONGEST = (
    "Campeonato Regional de Pokémon Juego de Cartas Coleccionables de la Comunidad Valenciana y de las "
    "Islas Baleares de 2017"
)
"""About the maximum length of an event's name: 120 letters."""


@pytest.mark.parametrize("on_page", [4, 5])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_longest_event_is_named_whole(on_page, size):
    head = replace(HEAD, name=LONGEST)
    (text,) = pages(
        MatchSlips(head, a_round(6), best_of=3 if on_page == 4 else 1, on_page=on_page, paper=size).render()
    )
    assert " ".join(text.split()).count(LONGEST) == 3
    assert "…" not in text


@pytest.mark.parametrize(("on_page", "best_of"), [(4, 3), (5, 1)])
def test_boxes_keep_their_height_where_names_take_more_room_than_the_event(on_page, best_of):
    """Names of 160 letters move the boxes down; the head of the slip becomes smaller, while the boxes keep their
    size.
    """
    names = (
        ("Maria Aparecida da Conceição dos Santos " * 2).strip(),
        ("Nascimento de Albuquerque " * 3).strip(),
    )
    rows = [match(1, person(1, *names), person(2, *names))]
    head = replace(HEAD, name=LONGEST)
    sheet = MatchSlips(head, rows, best_of=best_of, on_page=on_page, paper="letter")
    (text,) = pages(sheet.render())
    assert " ".join(text.split()).count(" ".join(names)) == 2
    assert text.count("I drop from the event") == 2
