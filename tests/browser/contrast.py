"""Contrast of text, measured by axe: each appearance of a text only once, since most pages repeat those of others."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe().axe_script

RULE = "color-contrast"
OPTIONS = {"runOnly": {"type": "rule", "values": [RULE]}, "resultTypes": ["violations"]}

LOOKS = """() => {
  const known = new WeakMap();
  const look = (one) => {
    if (!one) return '';
    if (!known.has(one)) {
      const style = getComputedStyle(one);
      const own = [one.tagName, one.className, one.dataset?.state, style.color, style.backgroundColor, style.opacity,
                   style.backgroundImage, style.position, style.zIndex, style.visibility, style.display];
      known.set(one, `${look(one.parentElement)}>${own.join(' ')}`);
    }
    return known.get(one);
  };
  const number = (text) => {
    let found = 0xcbf29ce484222325n;
    for (let at = 0; at < text.length; at++)
      found = BigInt.asUintN(64, (found ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
    return found.toString(36);
  };
  const holdsText = (one) => /^(INPUT|SELECT|TEXTAREA)$/.test(one.tagName) ||
    [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
  window.texts = [...document.body.querySelectorAll('*')].filter((one) => holdsText(one) && one.checkVisibility());
  const numbers = new Map();
  return window.texts.map((one) => {
    const style = getComputedStyle(one);
    const text = `${look(one)} ${style.fontSize} ${style.fontWeight} ${style.textShadow}`;
    if (!numbers.has(text)) numbers.set(text, number(text));
    return numbers.get(text);
  });
}"""
"""The appearance of each element with text: colors, size and weight, and everything behind it."""

RUN = """async ([places, options]) => {
  const texts = places.map((place) => window.texts[place]);
  texts.forEach((one) => one.setAttribute('data-new-look', ''));
  axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-new-look]' }] });
  const found = await axe.run({ preload: false, ...options });
  texts.forEach((one) => one.removeAttribute('data-new-look'));
  return found.violations;
}"""
"""What axe finds on the page with `options`; contrast is checked only in the texts at these places."""


class Contrast:
    """The appearances that were seen so far, by day or by night."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def violations(self, page: Page, options: dict[str, Any] = OPTIONS) -> list[dict[str, Any]]:
        """Return what axe finds in texts with a new appearance, and by the other rules of `options` on the whole
        page.
        """
        new = []
        for place, look in enumerate(page.evaluate(LOOKS)):
            if look not in self._seen:
                self._seen.add(look)
                new.append(place)
        if options is OPTIONS and not new:
            return []
        found: list[dict[str, Any]] = page.evaluate(RUN, [new, options])
        return found


def load_axe(page: Page) -> None:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
