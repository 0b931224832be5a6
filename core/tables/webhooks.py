"""The table of a webhook's deliveries."""

from collections.abc import Callable
from typing import Any

import django_filters
import django_tables2 as tables
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core import hooks
from core.engine.webhooks import PING
from core.models import WebhookDelivery
from core.templatetags.icons import state

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
"""Attributes of the cells of a column of numbers."""


def _number_column(label: Any, name: str) -> tables.Column:
    """Return a column of numbers or times whose empty cells are omitted on phones.

    `name` is the attribute of a delivery that it shows.
    """
    labelled = {"class": "num", "data-label": lambda record: label if getattr(record, name) else ""}
    return tables.Column(verbose_name=label, attrs={"th": {"class": "num"}, "td": labelled}, default="")


State = WebhookDelivery.State
TONES = {
    State.WAITING: ("playing", "clock"),
    State.DELIVERED: ("good", ""),
    State.FAILED: ("error", ""),
    State.SKIPPED: ("info", ""),
}
"""The color and icon of each state."""


def delivery_state_chip(row: WebhookDelivery) -> SafeString:
    tone, picture = TONES[State(row.state)]
    return state(tone, row.get_state_display(), picture)


def time_with_seconds(moment: Any) -> str:
    """Return a time with seconds, such as "21 Nov, 14:25:07"."""
    return date_format(timezone.localtime(moment), "j M, H:i:s")


class DeliveriesTable(tables.Table):
    """A table of a webhook's deliveries, in the order of its rows."""

    caption = _("Deliveries")
    at = tables.Column(verbose_name=_("When"), attrs={"td": {"scope": "row", "class": "full strong"}})
    type = tables.Column(verbose_name=_("Type"))
    state = tables.Column(verbose_name=_("State"), attrs={"td": {"data-label": ""}})
    sequence = _number_column(_("No."), "sequence")
    tries = tables.Column(verbose_name=_("Tries"), attrs=NUMBER)
    status = _number_column(_("Answer"), "status")
    next_at = _number_column(_("Next try"), "next_at")

    class Meta:
        orderable = False
        attrs = {"class": "table zebra cards lean"}
        row_attrs = {"class": "tap"}

    def __init__(self, rows: Any, *, url: Callable[[WebhookDelivery], str], **kwargs: Any) -> None:
        """Create the table. `url` returns the address of the page of a delivery."""
        self.url = url
        super().__init__(rows, **kwargs)

    def render_at(self, record: WebhookDelivery) -> SafeString:
        return format_html('<a class="more" href="{}">{}</a>', self.url(record), time_with_seconds(record.at))

    def render_state(self, record: WebhookDelivery) -> SafeString:
        return delivery_state_chip(record)

    def render_next_at(self, record: WebhookDelivery) -> str:
        return time_with_seconds(record.next_at)


def _type_choices() -> list[tuple[str, str]]:
    """Return all types of webhook messages, including the test message, as choices."""
    return [
        (message_type, message_type)
        for types in (*hooks.webhook_topics.values(), (PING,))
        for message_type in types
    ]


class DeliveryFilter(django_filters.FilterSet):
    """Filters for deliveries by state and message type."""

    state = django_filters.ChoiceFilter(
        label=_("State"), choices=WebhookDelivery.State.choices, empty_label=_("Any")
    )
    type = django_filters.ChoiceFilter(label=_("Type"), choices=_type_choices, empty_label=_("Any"))

    class Meta:
        model = WebhookDelivery
        fields: tuple[str, ...] = ()
