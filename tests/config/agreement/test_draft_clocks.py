"""The clocks of drafts have the same mark wherever they are shown, and a page with another time is found."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from decks.models import Draft
from tests.config.agreement import short_days
from tests.config.agreement.crawl import Page, contradictions
from tests.config.agreement.day import Day
from tests.config.agreement.planted import planted

pytestmark = pytest.mark.django_db

WRONG = '<p {% load facts %}{% fact "clock" "ends 00:00:00" one.fact_subject %}></p>'


@dataclass(frozen=True)
class Case:
    """A moment of a day, pages of its draft that show a clock (`LINK`: of a player), and an error in a template."""

    begin: Callable[[], Day]
    moments: Callable[[Day], Iterator[str]]
    moment: str
    pages: tuple[str, ...]
    template: str
    before: str
    after: str = WRONG


LINK = "drafts:my_draft"
CASES = {
    "step": Case(
        short_days.begin_draft,
        short_days.draft_moments,
        "cards are picked",
        ("drafts:draft", "drafts:draft_screen"),
        "drafts/wall.html",
        '{% include "decks/lists/clock.html" with one=one row=row bare=True only %}',
    ),
    "paused step": Case(
        short_days.begin_draft,
        short_days.draft_moments,
        "a step is paused",
        ("drafts:draft", "drafts:draft_screen"),
        "drafts/wall.html",
        '{% include "decks/lists/clock.html" with one=one row=row bare=True only %}',
    ),
    "pick": Case(
        short_days.begin_tracked,
        short_days.tracked_moments,
        "a pack is open",
        (LINK, "drafts:draft", "drafts:draft_screen"),
        "drafts/tracked/wall.html",
        '{% include "drafts/tracked/clock.html" with clock=one.clock only %}',
        WRONG.replace("one.", "one.clock."),
    ),
    "building, for the staff": Case(
        short_days.begin_draft,
        short_days.draft_moments,
        "decks are built",
        ("drafts:draft", "decks:lists"),
        "decks/lists/lists.html",
        '{% fact "clock" one.fact one.fact_subject %}',
        '{% fact "clock" "ends 00:00:00" one.fact_subject %}',
    ),
}


def clocks(day: Day, names: tuple[str, ...]) -> dict[tuple[str, str], dict[str, list[str]]]:
    """Map subjects to the clocks of a draft on these pages, as the organizer and a player see them."""
    draft = Draft.objects.get(division__tournament=day.event)
    player = next(iter(day.players))
    shown: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        client = Client()
        if name != LINK:
            client.force_login(day.staff["organizer"])
        keys = [] if name == "decks:lists" else [draft.pk]
        where = [day.link(player).split("/")[2]] if name == LINK else [day.event.slug, *keys]
        url = reverse(name, args=where)
        marks = [mark for mark in Page(client.get(url).content.decode()).marks if mark[1].startswith("d")]
        assert marks, name
        for fact, whom, value in marks:
            shown[fact, whom][value].append(url)
    return shown


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_clock_of_a_draft_with_another_time_is_found(case: Case, settings: Settings) -> None:
    day = case.begin()
    assert case.moment in case.moments(day)
    assert contradictions(clocks(day, case.pages)) == {}
    planted(settings, case.template, case.before, case.after)
    (found,) = contradictions(clocks(day, case.pages)).values()
    assert set(found) > {"ends 00:00:00"}
