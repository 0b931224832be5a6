"""How a player reports on My table: a result button opens a sheet, and a button in it sends the report."""

import re

from playwright.sync_api import Locator, Page


def open_result(page: Page, result: str) -> Locator:
    """Open the sheet of a result, "I won", "We tied" or "Ana won", and return the button that sends it."""
    page.locator(".result-buttons summary:visible").filter(has_text=result).click()
    return page.get_by_role("button", name=re.compile(rf"^Report: {re.escape(result)}$")).and_(
        page.locator(".result-buttons button")
    )


def report(page: Page, result: str) -> None:
    """Report a result."""
    open_result(page, result).click()
