"""Every page of the product, as every user who may open it: on a phone and a laptop, by day and by night."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from playwright.sync_api import Browser, Page

from floor.services.rehearsal import demo
from tests.browser import contrast, installation, visits
from tests.browser.conftest import LAPTOP, PHONE, session, set_face, watch
from tests.browser.hall import fresh_hall
from tests.browser.visits import facts
from tests.browser.visits.own_sheets import sheet_faults
from tournaments.models import User

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
DAY = {"runOnly": RULES, "resultTypes": ["violations"]}

PARTS = 12
"""All roles at night take as long as all other stories together, so they are part of the slow suite, in parts. Each
run requests every page as every role without a browser, and opens each once, by day and by night.
"""

NARROW = {"width": 320, "height": 640}
SENT_HOME = {"account_login", "account_signup"}
"""Pages that redirect signed-in users."""

OF_ACCOUNTS = visits.SIGNED_IN - {"account_change_password"} | {"tournaments:home"}
"""Pages for staff that belong to no event; the form of a new password shows no personal data."""

TOO_WIDE = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? '' :
    [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(-3).map(one => `${one.tagName}.${one.className}`).join(', ')"""

OWN = re.compile(
    r'csrfmiddlewaretoken" value="\w+"|name="next" value="[^"]*"|'
    r' aria-current="page"|<title>[^<]*|[?&](next|back)=[^"]*|'
    r"(?<=/(?:l|d)/)[\w:-]{16,}|(?<=/my/)[\w-]{16,}|(?<=[\":=-])[0-9a-f]{16,}|\d+|"
    + "|".join(name for one in demo.SIGN_INS for name in (one.first_name, one.last_name, one.username))
)
"""What may differ between two pages that look the same."""

PIECE = re.compile(r"(?=<)")

TORN_VALUE = re.compile(
    r'''(?<=\s)(?!value=|content=|d=|data-subject=)[a-z-]+="(?:\s[^"]*|[^"]*\s|[^"]*\n[^"]*)"'''
)
"""An attribute whose value is as a template broke its lines, other than a typed text or a drawing.

`data-subject` is a key in which a break separates the parts of a mark.
"""

IN_PLACE = "() => document.querySelectorAll('.own-places').forEach(one => (one.style.position = 'static'))"
"""Put the reader's own place below the list: while it floats, a row half under it is reached by scrolling."""

ON_THE_WALL = {"meta-refresh"}
"""The hall screen turns its pages without a script; readers who need more time have the pairings page."""


@pytest.mark.django_db(transaction=True)
def test_no_page_is_forgotten():
    pages, known = visits.addresses(fresh_hall(visits.hall)), {name for name, _power in visits.names()}
    assert known - set(pages) - visits.SENT - visits.ELSEWHERE == set(), (
        "where are they? see tests/browser/visits"
    )
    assert {*pages, *visits.SENT, *visits.ELSEWHERE, *visits.FILES} - known == set(), (
        "gone; see tests/browser/visits"
    )


@pytest.mark.django_db(transaction=True)
def test_what_is_no_page():
    hall, client, powers = fresh_hall(visits.hall), Client(), dict(visits.names())
    client.force_login(User.objects.get(username="organizer"))
    for name, kind in visits.FILES.items():
        for address in visits.addresses(hall)[name]:
            answer = client.get(address)
            assert kind in answer["Content-Type"], address
            assert list(_in_no_cache(answer, address)) == [] or not _is_for_staff(name, powers[name])
    sent = {name: client.get(address).status_code for name, address in visits.targets(hall)}
    assert sent == dict.fromkeys(visits.SENT, 405)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_as_everybody(browser: Browser, live_server, subtests, part: int):
    """Every user requests every page and is shown or refused it; a browser opens each page that was not shown
    before, and stores nothing that is for people with an account.
    """
    pages, looks = visits.addresses(fresh_hall(visits.hall)), Looks()
    pages = {name: pages[name] for name in sorted(pages)[part::PARTS]}
    for who in visits.ROLES:
        with subtests.test(who=who):
            wrong = list(_walk(browser, live_server.url, who, pages, looks))
            assert not wrong, "\n".join(wrong)


@pytest.mark.django_db(transaction=True)
def test_every_page_is_shown_to_some_and_refused_to_others():
    pages = visits.addresses(fresh_hall(visits.hall))
    wrong = [fault for who in visits.ROLES for fault in _asked(who, pages, _markup_faults)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.timeout(1200)
@pytest.mark.django_db(transaction=True)
def test_every_page_once(browser: Browser, live_server):
    """As the first role that may open it, by day and by night."""
    pages, looks = visits.addresses(fresh_hall(visits.hall)), Looks()
    left = {name: list(pages[name]) for name in sorted(pages) if name not in visits.FILES}
    wrong: list[str] = []
    for who in visits.ROLES:
        wrong += _once(browser, live_server.url, who, left, looks)
    assert not wrong, "\n".join(wrong)
    assert not any(left.values()), f"opened by nobody: {left}"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("path", "elsewhere"), installation.PAGES)
def test_pages_of_an_installation(browser: Browser, live_server, path: str, elsewhere: bool):
    """Those that `visits.ELSEWHERE` excludes from the walk."""
    wrong: list[str] = []
    with installation.opened(browser, live_server.url, path, elsewhere) as page:
        watch(page, live_server.url, wrong)
        wrong += _faults(page, live_server.url + path, Looks())
        assert page.url == live_server.url + path
    assert not wrong, "\n".join(wrong)


def test_a_page_is_opened_once_and_again_for_what_is_new_around_it():
    looks, page = Looks(), "<p>Menu</p><main><b>Table 3</b></main>"
    assert looks.new("/a", page)
    assert not looks.new("/a", page.replace("Table", "Seat"))
    assert looks.new("/a", page.replace("Menu", "Desk"))
    assert looks.new("/b", page)


def test_a_text_nobody_can_read_is_found_once_a_look(browser: Browser):
    seen, pale = contrast.Contrast(), "<p style='color: #888; background: #999'>Table 3</p>"
    with closing(browser.new_context()) as context:
        page = context.new_page()
        for content, found in (
            ("<p>Table 3</p>", 0),
            (pale, 1),
            (pale.replace("3", "4"), 0),
            (f"<div class=dim>{pale}</div>", 1),
            ("<div style='background: #333'><p>Table 3</p></div>", 1),
        ):
            page.set_content(f"<main>{content}</main>")
            contrast.load_axe(page)
            assert sum(len(one["nodes"]) for one in seen.violations(page)) == found, content


def test_contrast_is_asked_beside_all_other_rules(browser: Browser):
    seen, pale = contrast.Contrast(), "<main><p style='color: #888; background: #999'>Table 3</p></main>"
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.set_content(pale)
        contrast.load_axe(page)
        first, again = ({one["id"] for one in seen.violations(page, DAY)} for _ in range(2))
        assert first - again == {contrast.RULE}
        assert "document-title" in again


class Looks:
    """URLs that a browser has opened, the elements and words around all pages shown to it, and the appearance of
    their texts on a laptop by day and on a phone by night.
    """

    def __init__(self) -> None:
        self.day, self.night = contrast.Contrast(), contrast.Contrast()
        self._around: set[str] = set()
        self._opened: set[str] = set()

    def new(self, address: str, text: str) -> bool:
        """Return whether the URL, or a menu on the page, was not shown before; it counts as shown from then on."""
        head, _, own = OWN.sub("", text).partition("<main")
        around = _pieces(head + own.partition("</main>")[2])
        new = address not in self._opened or not around <= self._around
        self._opened.add(address)
        self._around |= around
        return new


def _pieces(text: str) -> set[str]:
    """Return each tag with the words that follow it."""
    return {piece.strip() for piece in PIECE.split(text)}


def _asked(
    who: str, pages: dict[str, list[str]], page: Callable[[str, str], Iterator[str]] | None = None
) -> Iterator[str]:
    """Return the errors in the responses to one person; `page` checks them further, by URL and text."""
    client = Client()
    if who != "visitor":
        client.force_login(User.objects.get(username=who))
    for name, power in dict(visits.names()).items():
        for address in [] if name in visits.FILES else pages.get(name, ()):
            if not visits.may_open(who, name, power):
                yield from _refused(client, address, stranger=who == "visitor")
            elif who == "visitor" or name not in SENT_HOME:
                answer = client.get(address, follow=True)
                last_url = [address, *(url for url, _status in answer.redirect_chain)][-1]
                if answer.status_code != 200:
                    yield f"{last_url} answers {answer.status_code}"
                    continue
                if _is_for_staff(name, power) and who != "visitor":
                    yield from _in_no_cache(answer, last_url)
                if page:
                    yield from page(last_url, answer.content.decode())


def _markup_faults(address: str, text: str) -> Iterator[str]:
    """Return the attributes of a page whose values begin or end with a blank or have a line break inside, and what it
    shows without loading its stylesheet.
    """
    yield from (f"{address}: {one}" for one in [*sorted(set(TORN_VALUE.findall(text))), *sheet_faults(text)])


def _walk(browser: Browser, home: str, who: str, pages: dict[str, list[str]], looks: Looks) -> Iterator[str]:
    """Return the errors in the pages of one person, in a browser."""
    with _signed_in(browser, home, who) as page:
        wrong: list[str] = []
        watch(page, home, wrong)

        def opened(address: str, text: str) -> Iterator[str]:
            if looks.new(address, text):
                yield from (f"{address}: {fault}" for fault in _faults(page, home + address, looks))

        yield from _asked(who, pages, opened)
        yield from wrong


def _once(browser: Browser, home: str, who: str, left: dict[str, list[str]], looks: Looks) -> Iterator[str]:
    """Return the errors in the pages that one person may open, and remove these from `left`."""
    with _signed_in(browser, home, who) as page:
        wrong: list[str] = []
        watch(page, home, wrong)
        for name, power in visits.names():
            if visits.may_open(who, name, power) and (who == "visitor" or name not in SENT_HOME):
                for address in left.pop(name, ()):
                    answer = page.goto(home + address)
                    if not answer or answer.status != 200:
                        yield f"{address} answers {answer and answer.status}"
                    else:
                        yield from (f"{page.url}: {fault}" for fault in _by_day(page, looks))
                        yield from (f"{page.url}: {fault}" for fault in _by_night(page, looks))
        yield from wrong


@contextmanager
def _signed_in(browser: Browser, home: str, who: str) -> Iterator[Page]:
    with closing(browser.new_context(viewport=LAPTOP, reduced_motion="reduce")) as context:
        context.add_init_script(contrast.AXE)
        if who != "visitor":
            context.add_cookies([session(User.objects.get(username=who), home)])
        yield context.new_page()


def _is_for_staff(name: str, power: str | None) -> bool:
    """Return whether a page shows what only people with an account may see."""
    return bool(power) or name in OF_ACCOUNTS or name.removeprefix("cards:") in facts.CATALOGUE


def _in_no_cache(answer: HttpResponse, address: str) -> Iterator[str]:
    if "no-store" not in answer.headers.get("Cache-Control", ""):
        yield f"{address} may stay in a browser for whoever sits down next"


def _refused(client: Client, address: str, *, stranger: bool) -> Iterator[str]:
    answer = client.get(address)
    sent_on = answer.status_code == 302 and "/account/login" in answer.headers["Location"]
    if not (sent_on if stranger else answer.status_code in (403, 404)):
        yield f"{address} is not refused: {answer.status_code}"


def _faults(page: Page, url: str, looks: Looks) -> Iterator[str]:
    page.goto(url)
    yield from _by_day(page, looks, faces=("wide", "narrow"))
    yield from _by_night(page, looks)


def _by_night(page: Page, looks: Looks) -> Iterator[str]:
    """Check a page on a phone."""
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    yield from (f"by night: {fault}" for fault in _said(page, looks.night.violations(page)))
    page.set_viewport_size(LAPTOP)
    page.emulate_media(color_scheme="light")


def _by_day(page: Page, looks: Looks, faces: Sequence[str] = ()) -> Iterator[str]:
    """Check a page on a laptop, after its width on every screen, in all `faces` that may replace the shipped one."""
    for face in faces or ("as shipped",):
        if faces:
            set_face(page, face)
        for size in (NARROW, PHONE, LAPTOP):
            page.set_viewport_size(size)
            if wide := page.evaluate(TOO_WIDE):
                yield f"too wide at {size['width']} px in a {face} face: {wide}"
    if faces:
        set_face(page, "as shipped")
    contrast.load_axe(page)
    page.evaluate(IN_PLACE)
    yield from _said(page, looks.day.violations(page, DAY))


def _said(page: Page, violations: list[dict[str, Any]]) -> Iterator[str]:
    for one in violations:
        where = ", ".join(str(node["target"][0]) for node in one["nodes"][:3])
        if one["id"] not in ON_THE_WALL or "/screen" not in page.url:
            yield f"{one['id']} ({one['help']}) at {where}"
