"""Where a thumb reaches on a phone that is held in one hand."""

from playwright.sync_api import Locator

from tests.browser.conftest import PHONE

THUMBS = 70
"""Height in pixels of the bar with the main pages, and of the border above it."""
SLACK = 12
"""The bar may cover the border of a button."""
LOWEST_THIRD = 2 / 3
LOWER_PART = 0.4
"""The share of the screen above the reachable part."""


def in_reach(button: Locator, above: float = LOWER_PART) -> bool:
    """Return whether a button is completely in the lower part of the screen, above the bar, without scrolling."""
    box = button.bounding_box()
    assert box
    top, bottom = box["y"], box["y"] + box["height"]
    return top >= above * PHONE["height"] and bottom <= PHONE["height"] - THUMBS + SLACK
