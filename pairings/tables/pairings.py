"""Pairings by table, for staff."""

from collections.abc import Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from cards.templatetags.card_tiles import crest_with_name
from core.tables.quick_table import QuickTable
from core.templatetags.icons import state
from pairings.templatetags.hall import no


class PairingsByTable(QuickTable):
    """One row per match: table, both players, and the result."""

    caption = ""
    place = tables.Column(
        verbose_name=_("Table"),
        attrs={"th": {"class": "mid"}, "td": {"class": "mid", "data-label": ""}},
    )
    left = tables.Column(verbose_name=_("Player 1"), attrs={"td": {"scope": "row", "class": "person"}})
    right = tables.Column(verbose_name=_("Player 2"), attrs={"td": {"class": "person", "data-label": ""}})
    state = tables.Column(
        verbose_name=_("Result"),
        attrs={"th": {"class": "end"}, "td": {"class": "end", "data-label": ""}},
    )

    class Meta(QuickTable.Meta):
        orderable = False
        attrs = {"class": "table cards pairs"}
        row_attrs = {
            "data-name": lambda record: record["names"].strip(),
            "class": lambda record: "tap" if record["url"] else "",
        }

    def name_sides(self, *, teams: bool) -> None:
        """Label the two sides of a match as teams or as players."""
        titles = (_("Team 1"), _("Team 2")) if teams else (_("Player 1"), _("Player 2"))
        for name, title in zip(("left", "right"), titles, strict=True):
            self.columns[name].column.verbose_name = title

    def render_place(self, record: Mapping[str, Any]) -> SafeString:
        if record["table"]:
            return no(record["table"], record["tone"], record["url"])
        return format_html('<span class="no" data-state="extension">{}</span>', record["alone"])

    def render_left(self, record: Mapping[str, Any]) -> SafeString:
        division = format_html("<small>{}</small>", record["division"]) if record["division"] else ""
        return format_html("<b>{}</b>{} {}", record["left"], division, crest_with_name(record["left_crest"]))

    def render_right(self, record: Mapping[str, Any]) -> SafeString:
        if record["right"]:
            return format_html("<b>{}</b> {}", record["right"], crest_with_name(record["right_crest"]))
        return format_html('<span class="soft small">{}</span>', record["means"])

    def render_state(self, record: Mapping[str, Any]) -> SafeString:
        if record["result"]:
            return state("done", record["result"])
        if record["right"] and record["current"]:
            return format_html('<span class="soft small">{}</span>', record["playing"])
        return SafeString("")

    def __init__(
        self,
        data: Sequence[Mapping[str, Any]],
        *,
        caption: str,
        first: int = 0,
        is_part: bool = False,
    ) -> None:
        super().__init__(data)
        self.caption, self.first, self.is_part = caption, first, is_part
