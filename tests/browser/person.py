"""A person at the browser whose clicks and typed keys are counted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page

SECONDS_A_CLICK = 1.2
"""To find a thing, move there and press: the mean of pointing tasks (Fitts) with a familiar mouse."""
SECONDS_A_KEY = 0.3
"""A slow typist, 200 keys per minute (Card, Moran and Newell give 0.28 s for an average one)."""


@dataclass
class Person:
    """Every action on the page goes through this. The response time of the computer does not count as a person's
    time.
    """

    page: Page
    clicks: int = 0
    keys: int = 0
    parts: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def seconds(self) -> float:
        return self.clicks * SECONDS_A_CLICK + self.keys * SECONDS_A_KEY

    @property
    def summary(self) -> str:
        """Return the counts, in total and by part."""
        parts = "; ".join(
            f"{name}: {clicks} clicks, {keys} keys" for name, (clicks, keys) in self.parts.items()
        )
        return f"{self.seconds:.0f} s: {self.clicks} clicks, {self.keys} keys ({parts})"

    @contextmanager
    def doing(self, part: str) -> Iterator[None]:
        """Count what is done inside as a separate part."""
        clicks, keys = self.clicks, self.keys
        yield
        self.parts[part] = (self.clicks - clicks, self.keys - keys)

    def click(self, target: Locator) -> None:
        self.clicks += 1
        target.click()

    def types(self, text: str) -> None:
        """Type into whatever has the focus."""
        self.keys += len(text)
        self.page.keyboard.type(text)

    def presses(self, *keys: str) -> None:
        """Press keys; a chord such as Control+P counts as two."""
        for key in keys:
            self.keys += len(key.split("+"))
            self.page.keyboard.press(key)

    def chooses_file(self, box: Locator, file: Path) -> None:
        """Open the dialog, choose the file, press Open."""
        self.clicks += 3
        box.set_input_files(file)
