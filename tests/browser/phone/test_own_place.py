"""The reader's own place, pinned below the standings of a phone until its row is in view."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.pairings.build import division, play
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_pinned_place_leaves_while_its_row_is_in_view(page: Page, live_server) -> None:
    played = division(30, published=True)
    tenth = play(played, 1).standings.select_related("entry").get(place=10).entry
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(live_server.url + reverse("floor:my", args=[personal_links.ensure_link(tenth).token]))
    page.goto(live_server.url + reverse("pairings:standings", args=[played.tournament.slug]))
    pinned, row = page.locator(".own-place"), page.locator(f'[data-of-entry="{tenth.pk}"]')
    expect(pinned).to_be_visible()
    row.evaluate("one => one.scrollIntoView({block: 'center'})")
    expect(row).to_have_attribute("aria-current", "true")
    expect(pinned).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    expect(pinned).to_be_visible()
