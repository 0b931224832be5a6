"""The tables of a draft plan: the schedule of the day, and the openings with their picks."""

import django_tables2 as tables
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from drafts.queries.plan_rows import TimeRow
from drafts.words.draft_words import STEPS

NUM = {"th": {"class": "num"}, "td": {"class": "num"}}
HEADING = {"td": {"scope": "row", "class": "strong"}}
WIDE = {"td": {"class": "full"}}
BELOW_ITS_HEADING = {"td": {"class": "full below"}}
"""Attributes of the cells of a column, by element."""


class DraftTimesTable(tables.Table):
    """The parts of the day with their times."""

    code = tables.Column(_("Part of the day"), attrs={"td": {"scope": "row", "class": "full strong"}})
    starts = tables.TimeColumn(format="H:i", verbose_name=_("From"), attrs=NUM)
    minutes = tables.Column(_("Minutes"), attrs=NUM)

    caption = _("Times of the day")

    class Meta:
        orderable = False

    def render_code(self, value: str) -> str:
        return str(STEPS[value])

    def render_minutes(self, value: int, record: TimeRow) -> str:
        if not value:
            return "–"
        return str(value) if record.rule else gettext("about %(minutes)d") % {"minutes": value}


class _Openings(tables.Table):
    number = tables.Column(attrs=HEADING)

    class Meta:
        orderable = False


class PassedTable(_Openings):
    """Openings in Booster: each pack with its pass direction."""

    number = tables.Column(_("Pack"), attrs=HEADING)
    way = tables.Column(_("Passed"))
    order = tables.Column(_("Pick order for the pack opened by seat 1"), attrs=BELOW_ITS_HEADING)

    caption = _("Packs and where they are passed")


class FaceUpTable(_Openings):
    """Openings in Rochester: each pair of packs with its opener."""

    number = tables.Column(_("Opening"), attrs=HEADING)
    opens = tables.Column(_("Opens two packs"))
    order = tables.Column(_("Who picks"), attrs=WIDE)

    caption = _("Openings and who picks")


class StackTable(_Openings):
    """Openings in Solomon: each group of the stack."""

    number = tables.Column(pgettext_lazy("four cards", "Group"), attrs=HEADING)
    opens = tables.Column(_("Turned over by"))
    order = tables.Column(_("Who picks"), attrs=WIDE)

    caption = pgettext_lazy("four cards", "Groups and who picks")
