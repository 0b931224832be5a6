import pytest

from pairings.documents.standings import StandingsSheet
from pairings.engine.display_rows import StandingRow
from tests.pairings.documents.samples import person
from tests.papers import HEAD, pages

SHARES = {"owp": 0.63281, "oowp": 0.5}


def places(count):
    return [StandingRow(n, person(n), 3, 1, 0, SHARES) for n in range(1, count + 1)]


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize(("count", "sheets"), [(0, 1), (1, 1), (46, 1), (47, 2), (300, 7)])
def test_46_places_to_a_page(count, sheets, size):
    texts = pages(StandingsSheet(HEAD, places(count), paper=size).render())
    assert len(texts) == sheets
    assert all("Opp. win %" in text and "Place" in text for text in texts)


def test_a_line_holds_place_name_points_record_and_both_percentages():
    (text,) = pages(
        StandingsSheet(HEAD, [StandingRow(12, person(1, "Maya", "Okonkwo"), 3, 1, 0, SHARES)]).render()
    )
    assert "\n".join(("12", "Maya Okonkwo", "9", "3-1-0", "63.28%", "50.00%")) in text


def test_places_keep_the_order_given():
    text = "\n".join(pages(StandingsSheet(HEAD, places(60)[::-1]).render()))
    assert text.index("First60 ") < text.index("First1 ")


def test_empty_standings_say_when_they_appear():
    (text,) = pages(StandingsSheet(HEAD, []).render())
    assert "Standings appear when round 1 is closed." in text


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("after", [1, 8, 39, 40])
def test_the_line_of_the_cut_stands_between_who_advances_and_the_rest(after, size):
    text = "\n".join(
        pages(StandingsSheet(HEAD, places(40), cut=(after, "Top 8 after round 7"), paper=size).render())
    )
    line = text.index("Top 8 after round 7")
    assert text.index(f"\n{after}\nFirst{after} ") < line
    assert after == 40 or line < text.index(f"\n{after + 1}\nFirst{after + 1} ")
