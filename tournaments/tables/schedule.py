"""The schedule as a table."""

from datetime import datetime

import django_tables2 as tables
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.templatetags.icons import state
from tournaments.labels import schedule_title
from tournaments.queries import ScheduleRow


def time_text(moment: datetime) -> str:
    """Format a time of day in the event's time zone: "14:25"."""
    return date_format(timezone.localtime(moment), "H:i")


def delay_text(delay: int | None) -> str:
    """Describe a delay in minutes: "12 min late", "3 min early", "on time"; "" for None."""
    if delay is None:
        return ""
    if delay == 0:
        return _("on time")
    late, early = (
        ngettext("%(n)d min late", "%(n)d min late", delay),
        ngettext("%(n)d min early", "%(n)d min early", -delay),
    )
    return (late if delay > 0 else early) % {"n": abs(delay)}


class ScheduleTable(tables.Table):
    """The schedule with planned and actual times side by side, and the delay in words."""

    caption = gettext_lazy("Schedule of the day")
    what = tables.Column(
        accessor="title",
        verbose_name=gettext_lazy("What"),
        attrs={"td": {"scope": "row", "class": "full strong"}},
    )
    planned = tables.Column(
        accessor="planned_start",
        verbose_name=gettext_lazy("Planned"),
        attrs={"th": {"class": "num"}, "td": {"class": "num", "data-label": ""}},
    )
    real = tables.Column(
        accessor="start",
        verbose_name=gettext_lazy("Actual"),
        attrs={
            "th": {"class": "num"},
            "td": {
                "class": "num",
                "data-label": lambda record: _("Actual") if record.has_actual_or_expected_time else "",
            },
        },
    )
    how = tables.Column(
        accessor="state",
        verbose_name=gettext_lazy("Delay"),
        attrs={"td": {"class": "full", "data-label": ""}},
    )

    class Meta:
        orderable = False
        attrs = {"class": "table cards lean day"}

    def __init__(self, rows: list[ScheduleRow], *, slug: str, can_edit: bool) -> None:
        super().__init__(rows)
        self.slug, self.can_edit = slug, can_edit

    def render_planned(self, record: ScheduleRow) -> str:
        return f"{time_text(record.planned_start)}–{time_text(record.planned_end)}"

    def render_what(self, record: ScheduleRow) -> SafeString | str:
        title = schedule_title(record.title, record.round_number)
        if not self.can_edit:
            return title
        href = reverse("tournaments:schedule_point", args=[self.slug, record.item])
        return format_html('<a class="more" href="{}">{}</a>', href, title)

    def render_real(self, record: ScheduleRow) -> SafeString | str:
        if not record.has_actual_or_expected_time:
            return ""
        times = format_html(
            '<span class="unbroken">{}–{}</span>', time_text(record.start), time_text(record.end)
        )
        return times if record.state == "done" else format_html(_("about %(time)s") % {"time": "{}"}, times)

    def render_how(self, record: ScheduleRow) -> SafeString | str:
        delay = delay_text(record.delay)
        if record.state == "running":
            return state("playing", _("now, %(delay)s") % {"delay": delay})
        is_late = (record.delay or 0) > 0
        if record.state == "to_come":
            return state("warning", delay, "clock") if is_late else delay
        return delay
