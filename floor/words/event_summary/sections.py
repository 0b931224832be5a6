"""A table of an event's report, and the times in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

Text = str | Promise

MAX_COLUMNS = 4
"""Number of columns that a phone shows side by side."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of a table. `share` is its share of the width on paper; numbers are aligned to the right."""

    title: Text
    share: float
    is_number: bool = True


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the report: its title, a sentence about it, columns and rows.

    `page` is the URL name of the page that shows the same, and `link` its name; both are "" without one.
    """

    key: str
    title: Text
    note: str
    headings: Sequence[Heading]
    rows: Sequence[Sequence[str]]
    page: str
    link: Text

    @property
    def is_wide(self) -> bool:
        """Whether a phone has no room for its columns side by side."""
        return len(self.headings) > MAX_COLUMNS

    @property
    def lines(self) -> list[list[tuple[Heading, str]]]:
        """The rows with the heading of each cell."""
        return [list(zip(self.headings, row, strict=True)) for row in self.rows]


def minutes_text(seconds: int) -> str:
    """Format a time in whole minutes, rounded to the nearest."""
    return _("%(n)d min") % {"n": round(seconds / 60)}
