"""Minified stylesheets mean to a browser what their sources mean."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from config.bundles import stylesheets

pytestmark = pytest.mark.browser

RULES = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map(rule => rule.cssText).join('');
}"""
BLANKS = re.compile(r"\s*([,;{}]|$)\s*|(?<=[:(])\s+|\s+(?=[\s)])")
"""Blanks that a browser keeps in values with a custom property."""


def test_no_rule_is_lost_or_changed(browser: Browser) -> None:
    page = browser.new_page()
    changed = []
    for path in sorted((settings.BASE_DIR / "static/css").rglob("*.css")):
        text = stylesheets.IMPORT.sub("", path.read_text("utf-8"))
        source, minified = (page.evaluate(RULES, one) for one in (text, stylesheets.minify(text)))
        assert source or not text.strip() or stylesheets.IMPORTS_ALONE.fullmatch(path.read_text("utf-8"))
        changed += [
            f"{path.name}: {before} → {after}"
            for before, after in zip(_rules(source), _rules(minified), strict=True)
            if before != after
        ]
    page.close()
    assert changed == []


def _rules(text: str) -> list[str]:
    return BLANKS.sub(r"\1", text).split("}")
