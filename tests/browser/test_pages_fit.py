"""Nothing overflows its box in any language, from the smallest phone to a desk; a phone's main pages are short.

The slow suite measures the width of every page in one language, and the height of the main pages in the language
that needs the most space. WIDTHS=all measures every page in all four.
"""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page

from checks.models import DeckCheck
from checks.services import check_sheets, deck_checks
from core.services.webhooks import subscriptions
from floor.services.rehearsal import demo
from tests import build
from tests.browser import installation, visits
from tests.browser.conftest import FACES, PHONE, session, set_face, watch
from tests.browser.hall import fresh_hall
from tournaments.models import Division, Entry, Tournament, User
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (320, 390, 768, 1440)
LANGUAGES = [code for code, _name in settings.LANGUAGES]
PARTS = 4
"""The work is shared by several browsers."""

SHORT = 2000
"""Maximum height in pixels of a phone's main page before anything is opened: two and a half swipes."""

LONGEST = "fr"
"""The language that needs the most space; WIDTHS=all measures the height of pages in all of them."""

FOLDED = 5000
"""Maximum height in pixels of any page on a phone before a fold is opened (14.4)."""

MAIN = {
    "organizer": (
        *(
            "",
            "round",
            "round?division=all",
            "players",
            "door",
            "settings",
            "standings",
            "pairings",
            "tables",
        ),
        *(
            "print",
            "penalties",
            "journal",
            "checks",
            "floor",
            "calls",
            "disputes",
            "clock",
            "lists",
            "schedule",
        ),
        *("files", "announcements", "staff", "cut", "rulings", "report"),
    ),
    "judge": ("", "players", "pairings", "tables", "checks", "floor", "lists"),
    "visitor": ("", "pairings", "tables", "standings", "cut"),
}
"""The pages that each role opens most, of the event in mid-tournament."""

WIDTH = """() => {
  const line = document.createElement('span')
  line.textContent = 'Grumpy wizards make toxic brew, 7 Ćwikła each'
  document.body.append(line)
  return line.getBoundingClientRect().width
}"""

BURST = """() => {
  const boxes = `.tile, .chip, .no, .button, .count, .big-number, .clock, .seat, .spot, .line, .side, .facts dd,
    .thumbs a, .nav a, .steps li, .message > div, th, td, h1, h2, h3, legend, label, summary, output`
  const out = []
  for (const one of document.querySelectorAll(boxes)) {
    const style = getComputedStyle(one)
    if (!one.clientWidth || !one.checkVisibility({ checkVisibilityCSS: true, contentVisibilityAuto: false })) continue
    if (one.closest('.unseen, .strip, .tabs, .table-scroll') || style.overflowX !== 'visible') continue
    if (one.scrollWidth > one.clientWidth + 1)
      out.push(`${one.tagName}.${one.className} "${one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40)}"`)
  }
  for (const table of document.querySelectorAll('table')) {
    const box = table.parentElement
    if (table.offsetWidth > box.clientWidth + 1 && /hidden|clip/.test(getComputedStyle(box).overflowX))
      out.push(`TABLE.${table.className} "${table.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40)}"`)
  }
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) out.push('the whole page')
  return out.slice(0, 4)
}"""
"""What is wider than its box, and tables whose last columns are cut by their box. Scrolled or clipped content is
allowed.
"""


def measured(part: int) -> Iterator[tuple[str, str]]:
    """Return the URLs of one part, each with its language."""
    pages = visits.addresses(fresh_hall(visits.hall))
    every = sorted({one for name, found in pages.items() if name not in visits.FILES for one in found})
    for place, address in list(enumerate(every))[part::PARTS]:
        languages = (
            LANGUAGES if os.environ.get("WIDTHS") == "all" else [LANGUAGES[place // PARTS % len(LANGUAGES)]]
        )
        yield from ((address, code) for code in languages)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_wider_than_its_box(browser: Browser, live_server, part: int) -> None:
    """In the widest face and in a narrow one, as the organizer, who sees the most."""
    todo, user, wrong = list(measured(part)), User.objects.get(username="organizer"), []
    client = Client()
    client.force_login(user)
    with closing(browser.new_context(reduced_motion="reduce")) as context:
        context.add_cookies([session(user, live_server.url)])
        page = context.new_page()
        for address, code in todo:
            if (answer := client.get(address, follow=True).status_code) != 200:
                wrong.append(f"{address} answers {answer}")
                continue
            cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": code, "url": live_server.url}
            context.add_cookies([cookie])  # type: ignore[list-item]
            page.goto(live_server.url + address)
            wrong += [f"{address} in {code} {fault}" for fault in _too_wide(page)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "elsewhere"), installation.PAGES)
def test_pages_of_an_installation_fit(browser: Browser, live_server, path: str, elsewhere: bool) -> None:
    with installation.opened(browser, live_server.url, path, elsewhere) as page:
        wrong = []
        for code in LANGUAGES:
            cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": code, "url": live_server.url}
            page.context.add_cookies([cookie])  # type: ignore[list-item]
            page.goto(live_server.url + path)
            assert page.locator("html").get_attribute("lang") == code.lower()
            assert page.locator("[name=code]").is_visible() == elsewhere
            wrong += [f"{code} {fault}" for fault in _too_wide(page)]
    assert wrong == [], "\n".join(wrong)


def test_a_long_address_of_a_webhook_fits(browser: Browser, live_server) -> None:
    """It is the heading of its page, and contains no place for a line break."""
    marta = build.user("marta")
    event = build.event(by=marta)
    address = f"https://{'overlay-of-the-stream.' * 3}example.org/hook"
    hook = subscriptions.add_webhook(event, by=marta, address=address, topics=["round"], origin="")
    delivery = subscriptions.create_ping(hook)
    with closing(browser.new_context()) as context:
        context.add_cookies([session(marta, live_server.url)])
        page = context.new_page()
        for path in ("", f"/{hook.pk}", f"/{hook.pk}/deliveries/{delivery.pk}"):
            page.goto(f"{live_server.url}/e/{event.slug}/webhooks{path}")
            assert list(_too_wide(page)) == [], path


def _too_wide(page: Page) -> Iterator[str]:
    for face in ("wide", "narrow"):
        set_face(page, face)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if found := page.evaluate(BURST):
                yield f"at {width} px in a {face} face: {'; '.join(found)}"


def test_the_faces_are_a_narrow_and_a_wide_one(page: Page, live_server) -> None:
    """A fifth narrower and a sixth wider than the shipped one; the text of the page is set in them."""
    page.goto(f"{live_server.url}/account/login/")
    widths = {}
    for face in FACES:
        set_face(page, face)
        widths[face] = page.evaluate(WIDTH)
    assert widths["narrow"] < 0.9 * widths["as shipped"]
    assert widths["wide"] > 1.1 * widths["as shipped"]


def test_the_measure_finds_what_bursts(page: Page) -> None:
    page.set_content(
        "<style>.tile { width: 40px } td { max-width: 30px } b { display: block; overflow: hidden }</style>"
        "<p class='tile'>Unbreakable</p><p class='tile'>so it is</p><p class='tile'><b>Unbreakable</b></p>"
        "<table><tr><td>Unbreakable</table>"
        "<section style='width: 60px; overflow: hidden'><table class='cut'><tr><th>Columns<th>Cut</table></section>"
    )
    assert [found.split('"')[0].strip() for found in page.evaluate(BURST)] == ["P.tile", "TD.", "TABLE.cut"]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_page_of_a_phone_is_endless(browser: Browser, live_server) -> None:
    """Each page of the hall in its first state, and the longest plan of a draft."""
    pages, long = visits.addresses(fresh_hall(visits.hall)), {}
    pages["a Rochester plan"] = [f"/draft-plan?{ROCHESTER}"]
    with closing(browser.new_context(viewport=PHONE, reduced_motion="reduce")) as context:
        context.add_cookies([session(User.objects.get(username="organizer"), live_server.url)])
        page = context.new_page()
        for name in sorted(set(pages) - set(visits.FILES)):
            page.goto(live_server.url + pages[name][0])
            height = page.evaluate("document.documentElement.scrollHeight")
            if height >= FOLDED:
                long[pages[name][0]] = height
    assert long == {}


FAULTS = """() => [...document.querySelectorAll("#work .message a[href^='#']")].map(one => one.hash)
  .sort((one, other) => Boolean(document.querySelector(other).closest('details:not([open])'))
    - Boolean(document.querySelector(one).closest('details:not([open])')))"""
"""Targets of the links to what is to fix, folded ones first."""

ROCHESTER = "players=15&style=limited&subtype=rochester&packs_each=4&pack_size=10&expansion=EVO&energy=yes"


def test_what_is_to_fix_leads_into_the_folds_of_a_list(page: Page, live_server) -> None:
    address = visits.addresses(fresh_hall(visits.hall))["decks:mine"][0]
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + address)
    targets = page.evaluate(FAULTS)
    assert targets
    page.locator(f"#work .message a[href='{targets[0]}']").first.click()
    assert page.locator(targets[0]).is_visible()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("who", [*MAIN, "player"])
def test_main_pages_of_a_phone_are_short(browser: Browser, live_server, who: str) -> None:
    fresh_hall(_demo)
    wrong, long = [], {}
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    with closing(context):
        if who in ("organizer", "judge"):
            context.add_cookies([session(User.objects.get(username=who), live_server.url)])
        page = context.new_page()
        watch(page, live_server.url, wrong)
        for code in LANGUAGES if os.environ.get("WIDTHS") == "all" else [LONGEST]:
            cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": code, "url": live_server.url}
            context.add_cookies([cookie])  # type: ignore[list-item]
            for address in _of_a_player() if who == "player" else _main(who):
                page.goto(live_server.url + address, wait_until="networkidle")
                height = page.evaluate("document.documentElement.scrollHeight")
                if height > SHORT:
                    long[f"{address} in {code}"] = height
    assert (long, wrong) == ({}, [])


def _main(who: str) -> list[str]:
    """Return the pages of a staff member or in the hall, with one list, one player and one running deck check."""
    home = f"/e/{demo.SLUGS[0]}/"
    pages = [home + one for one in MAIN[who]]
    if who == "visitor":
        return [*pages, "/", "/deck-check"]
    entry = Entry.objects.filter(division__tournament__slug=demo.SLUGS[0], deck_list__isnull=False).first()
    check = DeckCheck.objects.filter(entry__division__tournament__slug=demo.SLUGS[0]).first()
    if check is None:
        judge = User.objects.get(username="judge")
        check = deck_checks.pick_requested_deck(entry, why="The list is hard to read", by=judge)
        check_sheets.begin_check(check, by=judge)
    return [*pages, "/", f"{home}lists/{entry.pk}", f"{home}players/{entry.pk}", f"{home}checks/{check.pk}"]


def _of_a_player() -> Iterator[str]:
    """Return what players open on their phones, in each event of the demo, from check-in to the draft."""
    for slug in demo.SLUGS:
        for home in Division.objects.filter(tournament__slug=slug, entries__isnull=False).distinct():
            token = personal_links.ensure_link(home.entries.first()).token
            yield from (one for one in _with_link(token) if Client().get(one).status_code == 200)


def _with_link(token: str) -> list[str]:
    names = (
        "floor:my",
        "decks:mine",
        "drafts:my_draft",
        "drafts:my_history",
        "decks:my_pool",
        "decks:my_build",
    )
    return [reverse(name, args=[token]) for name in names]


def _demo() -> Tournament:
    return demo.create_demo()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_long_list_is_shown_whole_by_one_tap(browser: Browser, live_server, script: bool) -> None:
    fresh_hall(_demo)
    context = browser.new_context(viewport=PHONE, java_script_enabled=script, reduced_motion="reduce")
    with closing(context):
        context.add_cookies([session(User.objects.get(username="organizer"), live_server.url)])
        page = context.new_page()
        page.goto(f"{live_server.url}/e/{demo.SLUGS[0]}/players")
        rows = page.locator(".lean tbody tr")
        assert [one.is_visible() for one in (rows.nth(14), rows.nth(15))] == [True, False]
        page.get_by_role("link", name="Show all").click()
        assert rows.last.is_visible()


@pytest.mark.slow
def test_names_use_the_width_of_a_desk_and_letters_stand_beside(page: Page, live_server) -> None:
    """*Where do I sit?*: several columns of names; letters are one column beside them, and nothing is pushed aside."""
    fresh_hall(_demo)
    page.goto(f"{live_server.url}/e/{demo.SLUGS[0]}/pairings")
    assert len(_edges(page, "#all-names li", "left")) > 1
    assert page.evaluate(ASIDE) == 0
    page.set_viewport_size(PHONE)
    assert len(_edges(page, "#all-names li", "left")) == 1
    assert len(_edges(page, ".letter-index a", "left")) == 1
    assert len(_edges(page, ".letter-index a", "top")) <= 11
    assert page.evaluate(ASIDE) == 0


ASIDE = """() => Math.max(...['html', '.letter-index', '#all-names'].map(one => document.querySelector(one)).map(
    one => one.scrollWidth - one.clientWidth))"""
"""Pixels by which the page, the letters or the names are wider than the visible part."""


def _edges(page: Page, boxes: str, edge: str) -> set[int]:
    """Return where boxes begin, one per column or row."""
    found = f"all => all.filter(one => one.offsetParent).map(one => Math.round(one.getBoundingClientRect().{edge}))"
    return set(page.locator(boxes).evaluate_all(found))


def test_what_folds_on_a_phone_stands_open_at_a_desk(page: Page, live_server) -> None:
    fresh_hall(_demo)
    page.goto(f"{live_server.url}/e/{demo.SLUGS[0]}/")
    about = page.locator("#fold-about dl")
    assert about.is_visible()
    page.set_viewport_size(PHONE)
    page.reload()
    assert not about.is_visible()
    page.locator("#fold-about > summary").click()
    assert about.is_visible()
    page.goto(f"{live_server.url}/e/{demo.SLUGS[0]}/#divisions")
    assert page.locator("#fold-divisions li").first.is_visible()
