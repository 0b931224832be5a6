"""Pairings by table, for whoever walks the hall."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

ROW = {"td": {"class": "person"}}


class PairingsByTable(tables.Table):
    """One row a match: table, both players, and how it stands."""

    caption = ""
    place = tables.TemplateColumn(
        template_name="pairings/parts/place.html",
        verbose_name=_("Table"),
        attrs={"th": {"class": "mid"}, "td": {"class": "mid", "data-label": ""}},
    )
    left = tables.TemplateColumn(
        template_name="pairings/parts/left.html",
        verbose_name=_("Left"),
        attrs={"td": {"scope": "row", "class": "person"}},
    )
    right = tables.TemplateColumn(
        template_name="pairings/parts/right.html",
        verbose_name=_("Right"),
        attrs={"td": {"class": "person", "data-label": ""}},
    )
    state = tables.TemplateColumn(
        template_name="pairings/parts/state.html",
        verbose_name=_("Result"),
        attrs={"th": {"class": "end"}, "td": {"class": "end", "data-label": ""}},
    )

    class Meta:
        orderable = False
        attrs = {"class": "table cards pairs"}
        row_attrs = {
            "data-name": lambda record: record["names"],
            "class": lambda record: "tap" if record["url"] else "",
        }

    def __init__(self, data: list[dict[str, object]], *, caption: str) -> None:
        super().__init__(data)
        self.caption = caption
