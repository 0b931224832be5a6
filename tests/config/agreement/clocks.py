"""The clocks of rounds and tables that one phone is shown, and those that are not its player's."""

from collections.abc import Iterable

from pairings.models import Round
from tests.config.agreement.crawl import Page, pattern
from tournaments.models import Entry

OF_DIVISIONS = {"tournaments:event", "pairings:panel"}
"""Pages that may show one clock for each division."""

OF_THE_HALL = ("floor:hall_screen",)
"""Pages for a screen on a wall, by how their names begin."""

Shown = tuple[str, str]
"""Whose clock it is and what it shows: "t55", "ends 15:02:00"."""


def of_page(html: str) -> set[Shown]:
    """The clocks of rounds and tables on a page."""
    return {(whom, value) for fact, whom, value in Page(html).marks if fact == "clock" and whom[0] in "rt"}


def strangers(entry: Entry, read: Iterable[tuple[str, str]]) -> dict[str, set[Shown]]:
    """By address the clocks that a phone was shown and that are not the one of My table.

    `read`: address and HTML of all it was shown, My table first.
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
