"""The clocks of rounds and tables shown to a phone, and those that do not belong to its player."""

from collections.abc import Iterable

from pairings.models import Round
from tests.config.agreement.crawl import Page, pattern
from tournaments.models import Entry

OF_DIVISIONS = {"tournaments:event", "pairings:panel"}
"""Pages that may show one clock for each division."""

OF_THE_HALL = ("floor:hall_screen",)
"""Pages for a screen on a wall, by the beginning of their names."""

Shown = tuple[str, str]
"""The owner of a clock and what it shows: "t55", "ends 15:02:00"."""


def of_page(html: str) -> set[Shown]:
    """Return the clocks of rounds and tables on a page."""
    return {(whom, value) for fact, whom, value in Page(html).marks if fact == "clock" and whom[0] in "rt"}


def strangers(entry: Entry, read: Iterable[tuple[str, str]]) -> dict[str, set[Shown]]:
    """Map URLs to the clocks that a phone was shown and that differ from the one on My table.

    `read`: URL and HTML of everything it was shown, My table first.
    """
    (_address, my_table), *others = read
    own = of_page(my_table)
    home = {f"r{pk}" for pk in Round.objects.filter(division=entry.division_id).values_list("pk", flat=True)}
    found = {}
    for address, html in others:
        name = pattern(address)[0]
        other = set() if name.startswith(OF_THE_HALL) else of_page(html) - own
        if name in OF_DIVISIONS:
            other = {(whom, value) for whom, value in other if whom in home or whom[0] == "t"}
        if other:
            found[address] = other
    return found
