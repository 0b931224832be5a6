"""Pages of a draft on a phone and on the wall: nothing is cut off, and each tile can be read across a hall."""

import pytest
from playwright.sync_api import Browser, expect

from tests import build
from tests.browser.conftest import FACES, LAPTOP, PHONE, session, set_face, watch
from tests.drafts.tracked import draft, now, open_packs, take
from tests.pairings.build import organizer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HALL = {"width": 1920, "height": 1080}
CUT = """[...document.querySelectorAll(".wall-pods li, .wall-pods .clock, .wall-pods p, .compact .button")]
  .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent.trim())"""
SMALLEST = 45
"""Minimum text size for four pods, in pixels of 1080: a large screen is read from ten meters."""


@pytest.fixture
def opens(browser: Browser, live_server):
    wrong: list[str] = []
    contexts = []

    def device(path: str, size, user=None):
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        if user is not None:
            context.add_cookies([session(user, live_server.url)])
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + path)
        return page

    yield device
    for context in contexts:
        context.close()
    assert wrong == []


def test_the_pick_order_of_a_plan_stands_below_its_heading(opens) -> None:
    """The heading ends with a number, and the order begins with one."""
    page = opens(
        "/draft-plan?subtype=booster&players=8&packs_each=4&pack_size=10&expansion=EVO&energy=yes", PHONE
    )
    above = page.locator("td.below").first.evaluate(
        """cell => {
          const order = document.createRange()
          order.selectNodeContents(cell)
          return order.getBoundingClientRect().top - cell.getBoundingClientRect().top
        }"""
    )
    assert above > 12


@pytest.mark.parametrize("size", [HALL, PHONE], ids=["hall", "phone"])
def test_a_pod_that_builds_beside_one_that_drafts(opens, size) -> None:
    row = draft("booster", 8, packs_each=1, pack_size=1, pods=(4, 4))
    open_packs(row)
    for seat in now(row).to_act:
        take(row, seat, f"x{seat}")
    open_packs(row, 2)
    page = opens(f"/e/{row.division.tournament.slug}/drafts/{row.pk}/screen", size)
    expect(page.get_by_text("0 of 4 have picked")).to_be_visible()
    expect(page.get_by_text("Build your deck")).to_be_visible()
    for face in FACES:
        set_face(page, face)
        assert page.evaluate(CUT) == [], face
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), face
    sizes = page.locator(".wall-pods :is(h2, p:not(.where))").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= (SMALLEST if size is HALL else 16)
    if size is HALL:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_head_of_a_run_is_one_row_and_a_new_plan_is_folded(opens, size) -> None:
    row = draft(packs_each=1, pack_size=4)
    home = row.division.tournament
    staff = opens(f"/e/{home.slug}/drafts/{row.pk}", size, build.staff(home, "judge"))
    for face in FACES:
        set_face(staff, face)
        tops = staff.locator(".compact > .button:visible").evaluate_all(
            "all => all.map(one => one.offsetTop)"
        )
        assert len(tops) >= 2, face
        assert len(set(tops)) == 1, face
        assert staff.evaluate(CUT) == [], face

    page = opens(f"/e/{home.slug}/drafts", size, organizer(row.division))
    expect(page.get_by_label("Packs per player")).to_be_hidden()
    page.locator("summary", has_text="Plan again, or a redraft").click()
    expect(page.get_by_label("Packs per player")).to_be_visible()
    tracked = page.get_by_label("Tracked: every pick is tapped on a phone or a tablet")
    tracked.check()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
