"""The list of standings."""

from collections.abc import Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.figures import percent
from core.tables.quick import QuickTable, safe
from core.templatetags.stadium import icon
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.rows import StandingRow
from pairings.templatetags.hall import record, unbroken_scores
from pairings.words import tie_break_words
from tournaments.templatetags.facts import marked

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
WIDE = {"th": {"class": "num wide"}, "td": {"class": "num wide"}}
NAME = (
    '<a class="more" href="{here}&amp;why={id}#why-{id}" aria-expanded="{open}" aria-controls="why-{id}"'
    ' hx-get="{here}&amp;why={id}" hx-trigger="click once">{icon}'
    '<span>{name}<small class="phone-only under">{under}</small></span></a>'
)
CUT_LINE = '<tr role="row" class="cutline"><td role="cell" colspan="{}">{}</td></tr>'


class TieBreakColumn(tables.Column):
    """One tie-break as a percentage."""

    def __init__(self, key: str) -> None:
        super().__init__(empty_values=(), verbose_name=tie_break_words.WORDS[key].heading, attrs=WIDE)
        self.key = key

    def render(self, record: StandingRow) -> str:
        return percent(record.tie_breaks[self.key])


class StandingTable(QuickTable):
    """Places with a row to open: `sums` are those of the open one, `cut` the row after which the cut ends.

    `here` is the address of the list as a query, `seats` are the tables of the next round by entry, if posted. `first`
    is the number of the first row shown of a list with several pages. `are_newest`: places of the newest standings, not
    those after an earlier round.
    """

    place = tables.Column(
        verbose_name=_("Place"),
        attrs={"th": {"class": "num"}, "td": {"class": "num place", "data-label": ""}},
    )
    player = tables.Column(
        accessor="person",
        verbose_name=_("Player"),
        attrs={"td": {"scope": "row", "class": "full"}},
    )
    points = tables.Column(
        accessor="person__points",
        verbose_name=_("Points"),
        attrs={"th": {"class": "num"}, "td": {"class": "num big-cell"}},
    )
    record = tables.Column(empty_values=(), verbose_name=_("Record (W-L-T)"), attrs=WIDE)
    next_table = tables.Column(
        empty_values=(), verbose_name=_("Next"), attrs={"th": {"class": "wide"}, "td": {"class": "wide soft"}}
    )

    class Meta(QuickTable.Meta):
        orderable = False
        attrs = {
            "class": "table rank",
            "id": "standings",
            "hx-target": "closest tr",
            "hx-swap": "afterend",
        }
        row_attrs = {
            "class": "tap",
            "data-name": lambda record: f"{record.person.name} {record.person.seats}".strip(),
        }

    def __init__(
        self,
        rows: Sequence[StandingRow],
        *,
        caption: str | Promise,
        here: str = "?",
        seats: Mapping[int, int | None] | None = None,
        sums: Mapping[str, Any] | None = None,
        cut: tuple[int, str] | None = None,
        first: int = 0,
        is_part: bool = False,
        percentages: bool = True,
        are_newest: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            rows,
            exclude=[] if seats else ["next_table"],
            extra_columns=[(key, TieBreakColumn(key)) for key in TIE_BREAKS] if percentages else [],
            sequence=("...", "next_table"),
            **options,
        )
        self.caption, self.here, self.seats, self.sums = caption, here, seats or {}, sums or {}
        self.opened = self.sums["why"].person.entry_id if self.sums else None
        self.cut_after, self.cut_label = cut or (0, "")
        self.first, self.is_part = first, is_part
        self.percentages, self.are_newest = percentages, are_newest
        self.address, self.icon = safe(here), icon("next")
        self.left = safe(gettext("dropped"))
        self.named = str(tie_break_words.WORDS[TIE_BREAKS[0]].named)

    @property
    def width(self) -> int:
        return len(self.columns)

    def render_place(self, record: StandingRow) -> int | SafeString:
        if not self.are_newest:
            return record.place
        return marked(record.place, "place", record.place, f"e{record.person.entry_id}")

    def render_player(self, record: StandingRow) -> SafeString:
        who, here = record.person, self.address
        name = safe(who.name)
        name_html = f"<s>{name}</s> <small>{self.left}</small>" if who.dropped else name
        if who.members:
            name_html += f'<small class="under">{safe(who.seats)}</small>'
        share = f" · {self.first_tie_break(record)}" if self.percentages else ""
        return mark_safe(  # noqa: S308 - name and record are escaped  # nosec B308 B703
            NAME.format(
                here=here,
                id=who.entry_id,
                open="true" if self.opened == who.entry_id else "false",
                icon=self.icon,
                name=name_html,
                under=unbroken_scores(f"{record_text(record)}{share}"),
            )
        )

    def render_points(self, record: StandingRow) -> int:
        return record.person.points

    def render_record(self, record: StandingRow) -> str:
        return record_text(record)

    def first_tie_break(self, record: StandingRow) -> str:
        """The first tie-break, for a phone."""
        key = TIE_BREAKS[0]
        return self.named % {"share": percent(record.tie_breaks[key])}

    def after(self, record: StandingRow, number: int) -> SafeString:
        """The sums of the open row, and the line of the cut."""
        parts = []
        if record.person.entry_id == self.opened:
            parts.append(
                render_to_string("pairings/standing_explained.html", {**self.sums, "width": self.width})
            )
        if number + (self.first or 1) == self.cut_after:
            parts.append(format_html(CUT_LINE, self.width, self.cut_label))
        return SafeString("".join(parts))  # templates that escape  # nosec B703

    def render_next_table(self, record: StandingRow) -> str | SafeString:
        if record.person.entry_id not in self.seats:
            return "–"
        table = self.seats[record.person.entry_id]
        return str(_("Bye")) if table is None else str(_("table %(table)d") % {"table": table})


def record_text(row: StandingRow) -> str:
    """ "4-0-1"."""
    return record((row.wins, row.losses, row.ties))
