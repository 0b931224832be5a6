"""Table of the prizes that players receive by place."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from core.tables.quick_table import QuickTable
from pairings.queries.standings.prizes import Award

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}


class AwardTable(QuickTable):
    """One row for each place that receives something, by place."""

    caption = gettext_lazy("Prizes by place")
    place = tables.Column(
        verbose_name=gettext_lazy("Place"),
        attrs={"th": {"class": "num"}, "td": {"class": "num place", "data-label": ""}},
    )
    player = tables.Column(
        empty_values=(),
        verbose_name=gettext_lazy("Player"),
        attrs={"td": {"scope": "row", "class": "strong"}},
    )
    prize = tables.Column(
        empty_values=(),
        verbose_name=pgettext_lazy("award", "Prize"),
        attrs={"td": {"class": "full", "data-label": ""}},
    )
    points = tables.Column(empty_values=(), verbose_name=gettext_lazy("Points"), attrs=NUMBER)
    packs = tables.Column(empty_values=(), verbose_name=gettext_lazy("Packs"), attrs=NUMBER)

    class Meta(QuickTable.Meta):
        orderable = False
        attrs = {"class": "table zebra cards"}

    def __init__(self, awards: Sequence[Award]) -> None:
        super().__init__(awards)

    def render_place(self, record: Award) -> str:
        return str(record.place)

    def render_player(self, record: Award) -> SafeString:
        under = " · ".join(
            part
            for part in (record.person.seats, gettext("Dropped") if record.person.dropped else "")
            if part
        )
        note = format_html('<small class="under">{}</small>', under) if under else SafeString("")
        return format_html("{}{}", record.person.name, note)

    def render_prize(self, record: Award) -> str:
        return record.prize.text or "–"

    def render_points(self, record: Award) -> str:
        return _number(record.prize.points)

    def render_packs(self, record: Award) -> str:
        return _number(record.prize.packs)


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)
