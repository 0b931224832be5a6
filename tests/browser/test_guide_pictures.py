"""The pictures of the manual and of docs/pages.md, made from the pages and the paper that they show.

`PICTURES=write .venv/bin/python -m pytest --slow -n 0 tests/browser/test_guide_pictures.py` makes them again in
docs/pictures after a page has changed, and those of translated pages in docs/pictures/LANGUAGE. They are beside the
text, both in the repository and in an installed Stadium.
"""

import os
import re
from collections.abc import Callable
from contextlib import closing
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override, to_locale
from PIL import Image
from playwright.sync_api import Browser, BrowserContext
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from core.queries import guide
from tests.browser import visits
from tests.browser.conftest import PHONE, session, watch
from tests.browser.hall import Hall, fresh_hall
from tests.browser.store.guide_scenes import PAPER, PICTURES, THEN
from tests.docs.test_translated_pages import PAGES
from tournaments.models import User

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HEAVIEST = 56 * 1024
"""Maximum size of a picture in bytes; a sheet of match slips is the heaviest."""

WIDTH = {1440: 960, 1280: 720, 1024: 768, 390: 390, 1240: 560}
"""Width of the picture in pixels, by that of the device: a page on a laptop is scaled down."""

PICTURE = re.compile(r"\(pictures/([\w-]+)\.webp\)")


def pictures_of_translated_pages() -> list[str]:
    texts = "".join((settings.DOCS / f"{page}.md").read_text(encoding="utf-8") for page in PAGES)
    return sorted(set(PICTURE.findall(texts)))


MADE = [("en", name) for name in PICTURES] + [
    (code, name)
    for code, _name in settings.LANGUAGES
    if code != "en"
    for name in pictures_of_translated_pages()
]
"""Each picture with the code of its language; those of one language together, since they share a hall."""


def picture_folder(code: str) -> Path:
    folder = settings.DOCS / "pictures"
    return folder if code == "en" else folder / to_locale(code)


@cache
def hall_in(code: str) -> Callable[[], Hall]:
    """Return what builds the hall in a language: its venue and its announcements are written in it."""

    def build() -> Hall:
        with override(code):
            return visits.hall()

    return build


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("code", "name"), MADE)
def test_a_picture_of_the_guide(browser: Browser, live_server, code: str, name: str):
    who, opened, viewport = PICTURES[name]
    hall = fresh_hall(hall_in(code))
    with override(code):
        addresses = [live_server.url + one for one in opened(hall)]
    with closing(
        browser.new_context(
            viewport=viewport,
            reduced_motion="reduce",
            color_scheme="light",
            timezone_id=hall.cup.timezone,
            locale=code,
        )
    ) as context:
        if who:
            context.add_cookies([session(User.objects.get(username=who), live_server.url)])
        if viewport == PAPER:
            shown = _first_page(context, addresses[-1], code)
        else:
            shown = _last_page(context, addresses, name, live_server.url, code)
        made = _small(shown, WIDTH[viewport["width"]])
    assert len(made) < HEAVIEST
    file = picture_folder(code) / f"{name}.webp"
    if os.environ.get("PICTURES") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(made)
    with Image.open(file) as stored, Image.open(BytesIO(made)) as now:
        assert stored.size == now.size


def _last_page(context: BrowserContext, addresses: list[str], name: str, home: str, code: str) -> Image.Image:
    """Open pages one after the other, and return what the last one shows."""
    wrong, page = list[str](), context.new_page()
    watch(page, home, wrong)
    for one in addresses:
        page.goto(one)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
    if name in THEN:
        THEN[name](page)
    assert page.locator("html").get_attribute("lang") == code
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert wrong == []
    return Image.open(BytesIO(page.screenshot()))


def _first_page(context: BrowserContext, where: str, code: str) -> Image.Image:
    """Return the first page of a PDF printed in a language."""
    answer = context.request.get(where, headers={"Accept-Language": code})
    assert answer.headers["content-type"] == "application/pdf"
    assert str(PdfReader(BytesIO(answer.body())).root_object["/Lang"]).lower() == code
    with closing(PdfDocument(answer.body())) as document:
        return document[0].render(scale=150 / 72).to_pil()


@pytest.mark.django_db(transaction=True)
def test_the_help_of_the_desk_opens_at_its_section(browser: Browser, live_server):
    hall, wrong = fresh_hall(hall_in("en")), list[str]()
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


@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
def test_each_picture_of_the_guide_is_made_here(code: str):
    stored = {file.stem for file in picture_folder(code).glob("*.webp")}
    assert stored == {name for language, name in MADE if language == code}


def _small(shown: Image.Image, width: int) -> bytes:
    """Return a picture of that width as WebP, which is a fifth of the size of the PNG."""
    made = BytesIO()
    shown.resize((width, shown.height * width // shown.width)).convert("RGB").save(made, "WEBP", quality=62)
    return made.getvalue()
