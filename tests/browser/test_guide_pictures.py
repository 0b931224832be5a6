"""The pictures of the guide and of docs/pages.md, made from the pages that they show.

`PICTURES=write .venv/bin/python -m pytest -n 0 tests/browser/test_guide_pictures.py` makes them again in
docs/pictures after a page has changed. They are beside the text, both in the repository and in an installed Stadium.
"""

import os
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from io import BytesIO

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from core.queries import guide
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.services.reports import result_reports
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.browser import visits
from tests.browser.conftest import LAPTOP, PHONE, session, watch
from tests.browser.hall import Hall, address, fresh_hall
from tests.pairings.build import report_all
from tournaments.models import User
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Opened = Callable[[Hall], list[str]]
"""The URLs opened one after the other; the picture shows the last one."""


def page(name: str) -> Opened:
    return lambda hall: visits.addresses(hall)[name][:1]


def dispute(hall: Hall) -> list[str]:
    """Let both players of a table report that they won."""
    match = hall.playing.matches.filter(outcome="pending").exclude(pk=hall.match.pk).earliest("table")
    for entry, outcome in ((match.left, Outcome.LEFT), (match.right, Outcome.RIGHT)):
        result_reports.submit_report(match, entry, ResultReport(MatchResult(outcome)))
    return [address("pairings:disputes", hall.cup)]


def seats_of_two_children(hall: Hall) -> list[str]:
    """Open the phone of a parent with the personal links of two children."""
    playing = Match.objects.filter(round__division__tournament=hall.cup, outcome="pending")
    children = [
        playing.filter(round__division__age_division=division).earliest("table").left
        for division in ("junior", "senior")
    ]
    own = [reverse("floor:my", args=[personal_links.ensure_link(child).token]) for child in children]
    return [*own, address("pairings:pairings", hall.cup)]


def day_two(hall: Hall) -> list[str]:
    """Finish day 1 of the Masters, so that day 2 can be opened."""
    last = hall.playing
    gate = {"day_two_by": "either", "day_two_points": 9, "day_two_size": 8, "day_two_rounds": 2}
    hall.cup.divisions.filter(pk=last.division_id).update(rounds_planned=last.number, **gate)
    Stage.objects.filter(pk=last.stage_id).update(rounds_planned=last.number)
    report_all(last)
    rounds.close_round(last, by=None, seen=ALL_OPEN_ENTRIES)
    return [address("pairings:day_two", hall.cup, division=last.division_id)]


def doctor(hall: Hall) -> list[str]:
    User.objects.filter(username="organizer").update(is_superuser=True)
    return [reverse("doctor")]


def player(*names: str) -> Opened:
    """Open the personal link of the player at the match that waits for a judge, then pages of the event by name."""
    return lambda hall: [
        *visits.addresses(hall)["floor:my"][:1],
        *(visits.addresses(hall)[name][0] for name in names),
    ]


def finished(hall: Hall) -> list[str]:
    return [address("tournaments:event", hall.over)]


def with_extension(hall: Hall) -> list[str]:
    """Open my table where a judge has added four minutes."""
    match = hall.playing.matches.filter(outcome="pending").latest("table")
    return [reverse("floor:my", args=[personal_links.ensure_link(match.left).token])]


def after_time(hall: Hall) -> list[str]:
    """Let the 50 minutes of the Masters run out a minute ago, at a table that no judge has been called to."""
    Round.objects.filter(pk=hall.playing.pk).update(posted_at=timezone.now() - timedelta(minutes=51))
    match = hall.playing.matches.filter(outcome="pending").exclude(pk=hall.match.pk).earliest("table")
    return [reverse("floor:my", args=[personal_links.ensure_link(match.left).token])]


def standings_with_reasons(hall: Hall) -> list[str]:
    """Open the standings with the bars of the reader's own row."""
    entry = hall.match.left
    why = f"?division={entry.division_id}&why={entry.pk}"
    return [*player()(hall), address("pairings:standings", hall.cup, why)]


def check_in(shown: Page) -> None:
    """Check the first player in, which shows a message with its undo."""
    shown.locator(".door .line").first.click()
    shown.locator("[data-toast]").first.wait_for()


def scroll_down(shown: Page) -> None:
    shown.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


THEN: dict[str, Callable[[Page], None]] = {"feedback": check_in, "short-foot": scroll_down}
"""What is done on the page before its picture is taken, by the name of the picture."""

PICTURES: dict[str, tuple[str, Opened, ViewportSize]] = {
    "front-page": ("organizer", page("tournaments:event"), LAPTOP),
    "desk": ("scorekeeper", page("pairings:desk"), LAPTOP),
    "dispute": ("headjudge", dispute, PHONE),
    "tables": ("judge", page("floor:floor"), PHONE),
    "table": ("judge", page("floor:match"), PHONE),
    "my-table": ("", page("floor:my"), PHONE),
    "my-deck-list": ("", page("decks:mine"), PHONE),
    "two-children": ("", seats_of_two_children, PHONE),
    "day-two": ("organizer", day_two, LAPTOP),
    "doctor": ("organizer", doctor, PHONE),
    "poster": ("", player("tournaments:event"), LAPTOP),
    "podium": ("", finished, LAPTOP),
    "my-clock": ("", with_extension, PHONE),
    "extra-turns": ("", after_time, PHONE),
    "queue": ("judge", page("floor:calls"), PHONE),
    "deck": ("", page("pairings:deck"), PHONE),
    "standings": ("", standings_with_reasons, PHONE),
    "pairings": ("", player("pairings:pairings"), PHONE),
    "table-sheet": ("judge", page("floor:match"), LAPTOP),
    "short-foot": ("", page("tournaments:schedule"), PHONE),
    "my-table-laptop": ("", page("floor:my"), LAPTOP),
    "clocks": ("", page("floor:hall_screen"), LAPTOP),
    "feedback": ("organizer", page("tournaments:door"), PHONE),
}
"""Who opens what on which device, by the name of the picture."""

HEAVIEST = 40 * 1024
"""Maximum size of a picture in bytes."""

WIDTH = {LAPTOP["width"]: 960, PHONE["width"]: 390}
"""Width of the picture in pixels: a page on a laptop is scaled down."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_guide(browser: Browser, live_server, name: str):
    who, opened, viewport = PICTURES[name]
    hall, wrong = fresh_hall(visits.hall), list[str]()
    addresses, there = opened(hall), hall.cup.timezone
    with closing(
        browser.new_context(
            viewport=viewport, reduced_motion="reduce", color_scheme="light", timezone_id=there
        )
    ) as context:
        if who:
            context.add_cookies([session(User.objects.get(username=who), live_server.url)])
        page = context.new_page()
        watch(page, live_server.url, wrong)
        for one in addresses:
            page.goto(live_server.url + one)
            page.locator("h1").first.wait_for()
            page.wait_for_load_state("networkidle")
        if name in THEN:
            THEN[name](page)
        made = _small(page.screenshot(), WIDTH[viewport["width"]])
    assert wrong == []
    assert len(made) < HEAVIEST
    file = settings.DOCS / "pictures" / f"{name}.webp"
    if os.environ.get("PICTURES") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(made)
    with Image.open(file) as stored, Image.open(BytesIO(made)) as now:
        assert stored.size == now.size


@pytest.mark.django_db(transaction=True)
def test_the_help_of_the_desk_opens_at_its_section(browser: Browser, live_server):
    hall, wrong = fresh_hall(visits.hall), list[str]()
    with closing(browser.new_context(viewport=PHONE, reduced_motion="reduce")) as context:
        context.add_cookies([session(User.objects.get(username="scorekeeper"), live_server.url)])
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + visits.addresses(hall)["pairings:desk"][0])
        page.get_by_role("link", name="Help with this page").click()
        page.wait_for_url(f"{live_server.url}{reverse('core:guide_page', args=['scorekeeper'])}#a-round")
        assert page.locator("#a-round").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert wrong == []
    assert guide.guide_pages()["scorekeeper"].helps["pairings:desk"] == "a-round"


def test_each_picture_of_the_guide_is_made_here():
    assert set(PICTURES) == {file.stem for file in (settings.DOCS / "pictures").glob("*.webp")}


def _small(screenshot: bytes, width: int) -> bytes:
    """Return a picture of that width as WebP, which is a fifth of the size of the PNG."""
    made = BytesIO()
    with Image.open(BytesIO(screenshot)) as opened:
        opened.resize((width, opened.height * width // opened.width)).convert("RGB").save(
            made, "WEBP", quality=62
        )
    return made.getvalue()
