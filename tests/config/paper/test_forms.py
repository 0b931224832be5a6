"""The blank deck list is ruled for a child, and the opening announcement fits on one page, however long it is."""

from itertools import pairwise

import pytest

from floor.documents.opening_checklist import OpeningChecklist, Topic
from tests.config.paper.documents import DOCUMENTS
from tests.config.paper.reading import Read, faults, read
from tests.papers import HEAD

MM = 72 / 25.4
MIDDLE = 320.0
"""A place between the columns of a form, in points from the left."""


def ruled(page: Read) -> tuple[list[float], list[float]]:
    """Return the heights of the lines of the left and of the right column above the fields of the judge, in points."""
    lines = [
        line.box for line in page.strokes if line.box.right - line.box.left > 70 * MM and line.box.high > 90
    ]
    left = sorted(box.high for box in lines if box.left < MIDDLE - 100)
    return left, sorted(box.high for box in lines if box.left > MIDDLE - 100)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("name", "count"), [("blank deck list", 1), ("blank deck list with unused cards", 2)]
)
def test_every_line_has_room_for_a_childs_hand(name: str, count: int, paper: str) -> None:
    found = list(read(DOCUMENTS[name].make((), paper).render()))
    assert len(found) == count
    for page in found:
        for lines in ruled(page):
            assert min(high - low for low, high in pairwise(lines)) >= 7 * MM - 0.1
    left, right = ruled(found[0])
    assert len(left) >= 14 + 5 + 2, "lines for Pokémon and Energy, and the heads of their columns"
    assert len(right) >= 21 + 1


WORDS = "Lunch is after round 4, and bags stay with you at all times. "


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("points", [3, 18, 40, 200])
def test_the_announcement_is_one_page_and_legible(paper: str, points: int) -> None:
    topics = [
        Topic("Welcome", (WORDS,) * 3),
        Topic("Announcements of this event", tuple(f"{number}: {WORDS}" * 2 for number in range(points))),
    ]
    (page,) = read(OpeningChecklist(HEAD, topics, paper=paper).render())
    assert list(faults(page, least=9)) == []
    left_out = [number for number in range(points) if f"{number}:Lunch" not in page.text]
    assert (f"and{len(left_out)}more,seethescreen" in page.text) == bool(left_out)
    assert bool(left_out) == (points > 24)
