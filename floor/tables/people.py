"""The table of a team's people."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from core.models import Team
from floor.queries.people import PersonRow

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}


class PeopleTable(tables.Table):
    """People of a team. Rows are `queries.people.PersonRow`."""

    caption = _("People of this team")
    name = tables.Column(
        verbose_name=_("Name"),
        accessor="sort_name",
        order_by="alphabetical",
        attrs={"td": {"scope": "row", "class": "full strong"}},
    )
    player_id = tables.Column(verbose_name=_("Player ID"), attrs=NUMBER, empty_values=())
    birth_year = tables.Column(verbose_name=_("Born"), attrs=NUMBER, empty_values=())
    events = tables.Column(verbose_name=_("Events"), attrs=NUMBER)

    class Meta:
        attrs = {"class": "table zebra cards lean"}
        row_attrs = {"class": "tap"}
        order_by = ("name",)

    def __init__(self, rows: list[PersonRow], *, team: Team, **kwargs: Any) -> None:
        self.team = team
        super().__init__(rows, **kwargs)

    def render_name(self, record: PersonRow) -> SafeString:
        href = reverse("floor:person", args=[self.team.pk, record.pk])
        return format_html('<a class="strong" href="{}">{}</a>', href, record.sort_name)

    def render_player_id(self, value: str | None) -> str:
        return value or "–"

    def render_birth_year(self, value: int | None) -> str:
        return str(value or "–")
