"""The list of standings."""

from collections.abc import Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from pairings.engine.rows import StandingRow
from tournaments.templatetags.stadium import percent, record

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}
COLUMNS = 7


class StandingTable(tables.Table):
    """Places with a row to open: `sums` are those of the one that is open, `cut` the row the cut ends after.

    `here` is the address of the list as a query, `seats` are the tables of the next round by entry, where it is out.
    """

    place = tables.Column(
        verbose_name=_("Place"),
        attrs={"th": {"class": "num"}, "td": {"class": "num place", "data-label": ""}},
    )
    player = tables.TemplateColumn(
        template_name="pairings/standing_name.html",
        verbose_name=_("Player"),
        attrs={"td": {"scope": "row", "class": "full"}},
    )
    points = tables.Column(
        accessor="person__points",
        verbose_name=_("Points"),
        attrs={"th": {"class": "num"}, "td": {"class": "num big-cell"}},
    )
    record = tables.Column(empty_values=(), verbose_name=_("Won–lost–tied"), attrs=WIDE)
    owp = tables.Column(verbose_name=_("Opponents’ wins"), attrs=WIDE)
    oowp = tables.Column(verbose_name=_("Their opponents’"), attrs=WIDE)
    next_table = tables.Column(
        empty_values=(), verbose_name=_("Next"), attrs={"th": {"class": "wide"}, "td": {"class": "wide soft"}}
    )

    class Meta:
        template_name = "pairings/standing_table.html"
        orderable = False
        attrs = {"class": "table rank", "id": "standings"}
        row_attrs = {"class": "tap", "data-name": lambda record: record.person.name}

    def __init__(
        self,
        rows: Sequence[StandingRow],
        *,
        caption: str | Promise,
        here: str = "?",
        seats: Mapping[int, int | None] | None = None,
        sums: Mapping[str, Any] | None = None,
        cut: tuple[int, str] | None = None,
        percentages: bool = True,
        **options: Any,
    ) -> None:
        hidden = [*([] if seats else ["next_table"]), *([] if percentages else ["owp", "oowp"])]
        super().__init__(rows, exclude=hidden, **options)
        self.caption, self.here, self.seats, self.sums = caption, here, seats or {}, sums or {}
        self.opened = self.sums["why"].person.entry_id if self.sums else None
        self.cut_after, self.cut_label = cut or (0, "")
        self.percentages = percentages

    @property
    def width(self) -> int:
        return COLUMNS - len(self.exclude or ())

    def render_record(self, record: StandingRow) -> str:
        return said(record)

    def render_owp(self, value: float) -> str:
        return percent(value)

    def render_oowp(self, value: float) -> str:
        return percent(value)

    def render_next_table(self, record: StandingRow) -> str | SafeString:
        if record.person.entry_id not in self.seats:
            return "–"
        table = self.seats[record.person.entry_id]
        return str(_("Bye")) if table is None else str(_("table %(table)d") % {"table": table})


def said(row: StandingRow) -> str:
    """ "4–0–1"."""
    return record((row.wins, row.losses, row.ties))
