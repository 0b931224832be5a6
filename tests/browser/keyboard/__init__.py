"""A page used by keyboard alone."""

from playwright.sync_api import Locator, Page, expect

MAX_TABS = 60

SEEN = """() => {
  const at = document.activeElement, rings = [at, at.closest('label')].filter(Boolean)
  const box = at.getBoundingClientRect(), styles = rings.map(one => getComputedStyle(one))
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  const ringed = styles.some(one => one.outlineStyle !== 'none' || one.boxShadow !== 'none')
  // Within a date the browser rings the part that has the focus.
  const seen = inside && (ringed || at.type === 'date')
  return at === document.body || seen ? '' : `${inside ? 'no ring' : 'off the screen'}: ${at.outerHTML.slice(0, 120)}`
}"""
"""The element with the focus, where it is outside the screen or without a ring."""


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the element has the focus. Each stop on the way is on the screen and ringed."""
    page.wait_for_load_state()
    for _press in range(MAX_TABS):
        page.keyboard.press("Tab")
        unseen = page.evaluate(SEEN)
        assert unseen == "", unseen
        if target.evaluate("it => it === document.activeElement"):
            expect(target).to_be_visible()
            return
    raise AssertionError(f"Tab never reaches {target}")
