"""Pages for setting up an installation: its first account, and the address that phones use."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.test import override_settings
from playwright.sync_api import Browser, Page

from core.services import public_address
from tests import build
from tests.browser.conftest import session

PAGES = (("/set-up", False), ("/set-up", True), ("/phones", False))
"""Each with whether it is opened on another computer than the server, where the first account requires a code."""

THROUGH_A_PROXY = {"Via": "1.1 hall"}


@contextmanager
def opened(browser: Browser, home: str, path: str, elsewhere: bool) -> Iterator[Page]:
    """Open a browser for one of `PAGES`: there is no account yet, or the administrator is signed in."""
    headers = THROUGH_A_PROXY if elsewhere else {}
    with (
        override_settings(FIRST_ACCOUNT_CODE="ABCDE23456"),
        closing(browser.new_context(reduced_motion="reduce", extra_http_headers=headers)) as context,
    ):
        if path != "/set-up":
            ana = build.user("ana", is_superuser=True)
            public_address.save_public_address(
                by=ana, address="192.168.1.20:8000", network="Store; north", network_password="pikachu 25"
            )
            context.add_cookies([session(ana, home)])
        yield context.new_page()
