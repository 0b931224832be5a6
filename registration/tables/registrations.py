"""The table of registrations."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.icons import state as chip
from registration.engine.seats import State
from registration.models import Registration
from tournaments.labels import division_label
from tournaments.models import Tournament

LOOKS = {
    State.REQUESTED: "warning",
    State.WAITING: "info",
    State.OFFERED: "extension",
    State.CONFIRMED: "good",
    State.DECLINED: "done",
    State.CANCELLED: "done",
    State.EXPIRED: "done",
}
"""The style of each state's chip."""

QUIET = {"td": {"data-label": ""}}


def registration_state_chip(row: Registration) -> SafeString:
    return chip(LOOKS[State(row.state)], row.get_state_display())


class RegistrationsTable(tables.Table):
    """Registrations in order, each with a checkbox."""

    caption = gettext_lazy("Registrations of this event")
    choose = tables.Column(empty_values=(), orderable=False, verbose_name=gettext_lazy("Choose"), attrs=QUIET)
    number = tables.Column(
        verbose_name=gettext_lazy("No."),
        attrs={"th": {"class": "num"}, "td": {"class": "num", "data-label": ""}},
    )
    name = tables.Column(
        verbose_name=gettext_lazy("Name"),
        accessor="sort_name",
        order_by=("last_name", "first_name", "number"),
        attrs={"td": {"scope": "row", "class": "full strong"}},
    )
    division = tables.Column(
        verbose_name=gettext_lazy("Division"),
        accessor="division__age_division",
        order_by=("division__position", "number"),
        empty_values=(),
        attrs=QUIET,
    )
    paid = tables.Column(
        verbose_name=gettext_lazy("Entry fee"), accessor="paid_at", empty_values=(), attrs=QUIET
    )
    state = tables.Column(
        verbose_name=gettext_lazy("State"),
        attrs={"th": {"class": "end"}, "td": {"class": "end", "data-label": ""}},
    )

    class Meta:
        attrs = {"class": "table zebra cards lean"}
        row_attrs = {"class": "tap"}

    def __init__(
        self, rows: Any, *, event: Tournament, show_division: bool, show_fees: bool, **kwargs: Any
    ) -> None:
        self.event = event
        hidden = (*(() if show_division else ("division",)), *(() if show_fees else ("paid",)))
        super().__init__(rows, exclude=hidden, **kwargs)

    def render_choose(self, record: Registration) -> SafeString:
        label = _("Choose %(name)s") % {"name": record}
        return format_html(
            '<label class="tick"><input type="checkbox" name="row" value="{}" form="decide"><span class="unseen">{}'
            "</span></label>",
            record.pk,
            label,
        )

    def render_name(self, record: Registration) -> SafeString:
        url = reverse("registration:registration", args=[self.event.slug, record.pk])
        return format_html('<a class="strong" href="{}">{}</a>', url, record.sort_name)

    def render_division(self, record: Registration) -> object:
        return division_label(record.division.age_division) if record.division else "–"

    def render_paid(self, record: Registration) -> object:
        return _("Paid") if record.paid_at else "–"

    def render_state(self, record: Registration) -> SafeString:
        return registration_state_chip(record)
