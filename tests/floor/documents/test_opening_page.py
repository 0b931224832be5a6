"""The opening announcement fits on one page, whatever an event has to say."""

import pytest

from floor.documents.opening_checklist import OpeningChecklist, Topic
from tests.config.paper.reading import faults, read
from tests.papers import HEAD

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
