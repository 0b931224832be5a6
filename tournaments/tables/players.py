"""The table of players."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.tables.paged_rows import PagedRows
from tournaments.labels import age_division_label, division_label
from tournaments.models import Tournament
from tournaments.queries import EntryLine, EntryRow
from tournaments.templatetags.people import where
from tournaments.words.entrants import are_entrants_teams

NUMBER = {"th": {"class": "num"}, "td": {"class": "num", "data-label": ""}}
ON_A_DESK = {"th": {"class": "wide"}, "td": {"class": "wide"}}


class PlayersTable(tables.Table):
    """Players in alphabetical order, ordered by their lines."""

    name = tables.Column(
        verbose_name=_("Name"),
        accessor="sort_name",
        order_by="alphabetical",
        attrs={"td": {"scope": "row", "class": "full strong"}},
    )
    player_id = tables.Column(verbose_name=_("Player ID"), attrs=NUMBER, empty_values=())
    age_division = tables.Column(verbose_name=_("Age division"), attrs={"td": {"data-label": ""}})
    division = tables.Column(verbose_name=_("Plays in"), attrs=ON_A_DESK)
    awarded_byes = tables.Column(
        verbose_name=_("Byes"), attrs={"th": {"class": "num wide"}, "td": {"class": "num wide"}}
    )
    state = tables.Column(
        verbose_name=_("State"), attrs={"th": {"class": "end"}, "td": {"class": "end", "data-label": ""}}
    )

    class Meta:
        attrs = {"class": "table zebra cards lean"}
        row_attrs = {"class": "tap"}
        order_by = ("name",)

    def __init__(
        self,
        rows: PagedRows[EntryLine, EntryRow],
        *,
        event: Tournament,
        show_division: bool,
        **kwargs: Any,
    ) -> None:
        self.event = event
        self.caption = (
            gettext("Teams of this event") if are_entrants_teams() else gettext("Players of this event")
        )
        # Teams have no Player ID; their members have.
        hidden = [
            *(() if show_division else ("division",)),
            *(("player_id",) if are_entrants_teams() else ()),
        ]
        super().__init__(rows, exclude=hidden, **kwargs)

    def render_name(self, record: EntryRow) -> SafeString:
        href = reverse("tournaments:player", args=[self.event.slug, record.entry])
        members = format_html('<small class="under">{}</small>', record.members) if record.members else ""
        return format_html('<a class="strong" href="{}">{}</a>{}', href, record.sort_name, members)

    def render_player_id(self, value: str) -> SafeString:
        return format_html('<span class="unbroken">{}</span>', value or "–")

    def render_age_division(self, value: str) -> str:
        return age_division_label(value)

    def render_division(self, value: str) -> str:
        return division_label(value)

    def render_awarded_byes(self, value: int) -> object:
        return value or "–"

    def render_state(self, record: EntryRow) -> SafeString:
        return where(record)
