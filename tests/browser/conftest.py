"""A real Chromium with a real server. If it is missing, stories are skipped with a reason, or fail on CI."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tournaments.models import User

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1440, "height": 900}
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--js-flags=--no-opt --no-maglev --single-threaded-gc",
]
"""The last flag: pages are open only briefly, and optimizing their scripts would take longer than running them."""

PATIENCE = 60_000
"""In milliseconds. Pages poll for news every few seconds, and this machine may be slow."""

expect.set_options(timeout=PATIENCE)

NO_SERVER = re.compile(
    "htmx:|error occurred when fetching the script|script does not have a MIME type"
    "|net::ERR_(ADDRESS|CONNECTION|CONTENT_LENGTH|EMPTY_RESPONSE|INCOMPLETE|INTERNET|NETWORK|RESPONSE_HEADERS|SOCKET|TIMED_OUT)"
)
"""What a browser itself reports about a server that is gone or whose connections break."""

# Playwright's loop runs in this thread; the database is used beside it, never from within it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


FACES = {"wide": "116%", "narrow": "80%", "as shipped": ""}
"""Widths of the text face, for devices on which the shipped one does not load, whatever fonts the test machine has:
one as wide as Verdana and DejaVu Sans, the widest common faces, and one as narrow as Arial Narrow, in which more
words fit side by side.
"""

SET_FACE = """async width => {
  const face = new CSSStyleSheet()
  face.replaceSync(width && `
    @font-face { font-family: Other; src: url(/static/fonts/web/archivo-latin.woff2); font-weight: 100 900;
                 font-stretch: ${width} }
    @font-face { font-family: Other; src: url(/static/fonts/web/archivo-latin-ext.woff2); font-weight: 100 900;
                 font-stretch: ${width}; unicode-range: U+100-130, U+132-151, U+154-17F, U+218-21B }
    :root { --text: Other }`)
  document.adoptedStyleSheets = [face]
  document.body.getBoundingClientRect()
  await document.fonts.ready
}"""


def set_face(page: Page, name: str) -> None:
    """Set the running text of the open page in one of `FACES`."""
    page.evaluate(SET_FACE, FACES[name])


WITHOUT_WINDOWS = "chromium-headless-shell"
"""Chromium as Playwright runs it by default: the same pages with a fifth less work, but without notices."""


NO_CHROMIUM = "no Chromium on this machine: install the package chromium to run the browser stories"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """If Chromium is missing, each story is skipped by its name; on CI it fails."""
    if os.environ.get("CI") or _program(whole=False):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def chromium(*, whole: bool = False) -> str:
    """Return the program; `whole`: one that shows notices."""
    program = _program(whole=whole)
    if program is None:
        pytest.fail(NO_CHROMIUM) if os.environ.get("CI") else pytest.skip(NO_CHROMIUM)
    return program


def _program(*, whole: bool) -> str | None:
    names = ([] if whole else [WITHOUT_WINDOWS]) + ["chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
    yield running
    running.close()


@pytest.fixture
def window(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """Open one person's browser. It may load nothing from outside, and no script may fail."""
    context = browser.new_context(viewport=LAPTOP, accept_downloads=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(window: BrowserContext, live_server) -> Iterator[Page]:
    """Open a page that fails the test on script errors, on blocked content and on anything from another host."""
    wrong: list[str] = []
    opened = window.new_page()
    watch(opened, live_server.url, wrong)
    yield opened
    assert wrong == []


def session(user: User, home: str) -> Any:
    """Return the cookie of a signed-in user."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": home}


def watch(page: Page, home: str, wrong: list[str]) -> None:
    """Record what must never happen: script errors, blocked content, anything from another host than `home`."""
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: script: {error}"))
    page.on(
        "console",
        lambda message: wrong.append(f"{page.url}: {message.text}") if message.type == "error" else None,
    )
    page.on("request", lambda sent: _note_stranger(sent.url, home, wrong))


BY_NETWORK = ("http:", "https:", "ws:", "wss:")
"""Other URLs belong to the browser: a Chromium with windows shows a PDF in an extension with separate styles."""


def _note_stranger(url: str, home: str, wrong: list[str]) -> None:
    if url.startswith(BY_NETWORK) and not url.startswith(home):
        wrong.append(f"fetched from outside: {url}")


@pytest.fixture
def slow_phone(browser: Browser, live_server) -> Iterator[Any]:
    """Open a phone on a bad connection, which is fast until the test says otherwise; see
    `tests/browser/slow_phone.py`.
    """
    from tests.browser.slow_phone import SlowPhone  # it imports the names above

    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    phone = SlowPhone(context, live_server.url)
    yield phone
    context.close()
    phone.server_stops()
    assert phone.wrong == []
