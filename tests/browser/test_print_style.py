"""Pages printed by the browser keep their columns, as its PDF shows."""

from io import BytesIO

import pytest
from playwright.sync_api import Page

from tests import build
from tests.browser.conftest import session
from tests.pairings.build import play
from tests.papers import pages

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

PRINTED = {
    "standings": ("Record", "Opp. win %", "Opp. opp. win %"),
    "players": ("Player ID", "Age division", "Plays in", "Byes", "State"),
}


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_printed_tables_keep_every_column(page: Page, live_server, paper: str) -> None:
    """R: paper is as narrow as a phone in pixels, and must not be treated as one."""
    division = build.division(5)
    play(division)
    page.context.add_cookies([session(build.organizer(division), live_server.url)])
    for name in ("standings", "players"):
        page.goto(f"{live_server.url}/e/{division.tournament.slug}/{name}")
        titles = [title.strip() for title in page.locator(".table thead th").all_inner_texts()]
        cells = [cell.split("\n")[0].strip() for cell in page.locator(".table tbody td").all_inner_texts()]
        text = " ".join(" ".join(pages(BytesIO(page.pdf(format=paper)).getvalue())).split()).casefold()
        assert len(titles) >= 4
        missing = [one for one in (*titles, *cells) if " ".join(one.split()).casefold() not in text]
        assert missing == [], (name, text)
