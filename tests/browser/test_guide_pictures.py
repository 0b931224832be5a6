"""The pictures of the guide, made from the pages they show.

`PICTURES=write .venv/bin/python -m pytest -n 0 tests/browser/test_guide_pictures.py` makes them anew in docs/pictures,
after a page has changed. They lie beside the text: in the repository as in an installed Stadium.
"""

import os
from contextlib import closing
from io import BytesIO

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Browser

from tests.browser import visits
from tests.browser.conftest import LAPTOP, PHONE, session, watch
from tests.browser.hall import fresh_hall
from tournaments.models import User
from tournaments.queries import guide

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PICTURES = {
    "front-page": ("organizer", "tournaments:event", LAPTOP),
    "desk": ("scorekeeper", "pairings:desk", LAPTOP),
    "tables": ("judge", "floor:floor", PHONE),
    "table": ("judge", "floor:match", PHONE),
    "my-table": ("", "floor:my", PHONE),
    "my-deck-list": ("", "decks:mine", PHONE),
}
"""Who looks at which page on what, by the name of the picture."""

WIDTH = {LAPTOP["width"]: 960, PHONE["width"]: 390}
"""Pixels of the picture: a page on a laptop is shown smaller."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_guide(browser: Browser, live_server, name: str):
    who, view, viewport = PICTURES[name]
    address, wrong = visits.addresses(fresh_hall(visits.hall))[view][0], list[str]()
    with closing(
        browser.new_context(viewport=viewport, reduced_motion="reduce", color_scheme="light")
    ) as context:
        if who:
            context.add_cookies([session(User.objects.get(username=who), live_server.url)])
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + address)
        page.locator("h1").first.wait_for()
        made = _small(page.screenshot(), WIDTH[viewport["width"]])
    assert wrong == []
    assert len(made) < 80_000
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
        page.wait_for_url(
            f"{live_server.url}{reverse('tournaments:guide_page', args=['scorekeeper'])}#a-round"
        )
        assert page.locator("#a-round").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert wrong == []
    assert guide.pages()["scorekeeper"].helps["pairings:desk"] == "a-round"


def test_each_picture_of_the_guide_is_made_here():
    assert set(PICTURES) == {file.stem for file in (settings.DOCS / "pictures").glob("*.webp")}


def _small(screenshot: bytes, width: int) -> bytes:
    """A picture of that width as WebP, which is a fifth of the PNG."""
    made = BytesIO()
    with Image.open(BytesIO(screenshot)) as opened:
        opened.resize((width, opened.height * width // opened.width)).convert("RGB").save(
            made, "WEBP", quality=70
        )
    return made.getvalue()
