"""Tables of events."""

from collections.abc import Sequence

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.icons import state
from tournaments.models import Tournament
from tournaments.queries import EventRow

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}


def format_label(row: EventRow) -> str:
    """Return the card format ("Standard"), or a play style that implies it ("Limited, 40 cards")."""
    if row.play_style == Tournament.PlayStyle.CONSTRUCTED:
        return str(Tournament.CardFormat(row.card_format).label)
    return str(Tournament.PlayStyle(row.play_style).label)


class EventTable(tables.Table):
    """Events with name, day and place in one cell, which looks like a card on phones."""

    pattern = "D j M, H:i"
    event = tables.Column(
        accessor="name",
        verbose_name=gettext_lazy("Event"),
        attrs={"td": {"scope": "row", "class": "full"}},
    )
    format = tables.Column(
        accessor="card_format", verbose_name=gettext_lazy("Format"), attrs={"td": {"data-label": ""}}
    )
    players = tables.Column(verbose_name=gettext_lazy("Players"), attrs=NUMBER)

    class Meta:
        orderable = False
        row_attrs = {
            "class": "tap",
            "data-name": lambda record: f"{record.name} {record.city} {record.venue}",
        }
        attrs = {"class": "table cards"}

    def __init__(self, rows: Sequence[EventRow], caption: str, **kwargs: object) -> None:
        super().__init__(rows, **kwargs)
        self.caption = caption

    def render_event(self, record: EventRow) -> SafeString:
        # The line below the name reads "Thu 26 Nov, 18:30 · Pier Street Games, Rotterdam".
        venue_text = ", ".join(filter(None, (record.venue, record.city)))
        return format_html(
            '{}<a class="more dated" href="{}"><b class="day" aria-hidden="true">{}<small>{}</small></b>'
            '<span class="event-name">{}<small class="under">{}</small></span></a>',
            self.picture(record),
            reverse("tournaments:event", args=[record.slug]),
            *(date_format(record.starts_at, part) for part in ("j", "M")),
            record.name,
            " · ".join(filter(None, (date_format(record.starts_at, self.pattern), venue_text))),
        )

    def picture(self, record: EventRow) -> SafeString:
        """Return the event's picture for its row, or "" if the rows of this table have no pictures."""
        return SafeString("")

    def render_format(self, record: EventRow) -> str:
        return format_label(record)


class UpcomingEventsTable(EventTable):
    """Upcoming events for their staff."""

    state = tables.Column(
        empty_values=(), verbose_name=gettext_lazy("State"), attrs={"td": {"class": "full", "data-label": ""}}
    )

    def render_state(self, record: EventRow) -> SafeString:
        if not record.published:
            return state("warning", _("Not public yet"))
        if not record.players:
            return state("info", _("No players yet"), "users")
        return state("good", _("Ready to check in"))


class PastEventsTable(EventTable):
    """Past events; official ones show whether they were reported (R-099)."""

    pattern = "D j M Y"
    report = tables.Column(
        empty_values=(),
        verbose_name=gettext_lazy("Report"),
        attrs={"td": {"class": "full", "data-label": ""}},
    )

    def render_report(self, record: EventRow) -> SafeString | str:
        if not record.official:
            return _("Unofficial")
        if record.reported_at is not None:
            return state("good", _("Reported"))
        return state("warning", _("Not reported yet")) if record.started else _("Never started")


class PublicEventTable(EventTable):
    """Public events for visitors."""

    pattern = "D j M Y, H:i"


class PosterTable(PublicEventTable):
    """The next public events, each shown as a small poster."""

    MAX_EVENTS = 8
    """The most events shown as posters; a longer list has plain rows."""

    class Meta(PublicEventTable.Meta):
        attrs = {"class": "table cards posters"}

    def picture(self, record: EventRow) -> SafeString:
        return format_html(
            '<img class="bowl" src="{}" alt="" width="800" height="540" loading="lazy">',
            reverse("tournaments:bowl", args=[record.slug]),
        )
