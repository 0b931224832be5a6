"""Tables of the card catalogue."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _g
from django.utils.translation import gettext_lazy as _

from decks.models import Ban, Reprint
from decks.queries.cards import BANNED, NEVER, FoundCard, PrintedCard
from tournaments.templatetags.stadium import state as chip

STATES = {
    "legal": ("good", _("Legal")),
    "reprint": ("good", _("Legal as a reprint")),
    "errata": ("good", _("Legal, newest text")),
    "needs_judge": ("warning", _("A judge decides")),
    "early": ("info", _("Not yet legal")),
    "out": ("", _("Not in the format")),
    BANNED: ("error", _("Banned")),
    NEVER: ("error", _("Never legal")),
}
"""State and word of what a format says of a printing."""

KINDS = {"pokemon": _("Pokémon"), "trainer": _("Trainer"), "energy": _("Energy")}
DAY = "j M Y"
ROW_HEAD = {"td": {"scope": "row", "class": "full strong"}}
FULL = {"td": {"class": "full"}}
"""A line of its own on a phone."""
NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}


class FoundTable(tables.Table):
    """Names that were found."""

    caption = _("Cards found")
    key = tables.Column(_("Name"), attrs=ROW_HEAD)
    supertype = tables.Column(_("Kind of card"))
    printings = tables.Column(_("Printings"), attrs=NUMBER)

    class Meta:
        orderable = False
        row_attrs = {"class": "tap"}

    def render_key(self, record: FoundCard) -> SafeString:
        small = format_html('<small class="under">{}</small>', record.local) if record.local else ""
        return format_html(
            '<a href="{}">{}</a>{}', reverse("decks:card", args=[record.pk]), record.key, small
        )

    def render_supertype(self, value: str) -> str:
        return str(KINDS[value])


class PrintedTable(tables.Table):
    """Printings of one name with what each format says today."""

    caption = _("Printings and what may be played today")
    expansion = tables.Column(_("Expansion"), attrs=ROW_HEAD)
    number = tables.Column(_("Number"), accessor="printing__number", attrs=NUMBER)
    mark = tables.Column(_("Mark"), accessor="printing__mark", default="–")
    standard = tables.Column("Standard", empty_values=(), attrs=FULL)
    expanded = tables.Column("Expanded", empty_values=(), attrs=FULL)
    unlimited = tables.Column("Unlimited", empty_values=(), attrs=FULL)

    class Meta:
        orderable = False
        row_attrs = {"aria-current": lambda record: "true" if record.here else None}

    def render_expansion(self, record: PrintedCard) -> SafeString:
        name = record.printing.name if record.printing.name != record.printing.key else ""
        under = " · ".join(part for part in (record.expansion.code, self._released(record), name) if part)
        return format_html('{}<small class="under">{}</small>', record.expansion.name, under)

    def render_standard(self, record: PrintedCard) -> SafeString:
        return self._state(record, 0)

    def render_expanded(self, record: PrintedCard) -> SafeString:
        return self._state(record, 1)

    def render_unlimited(self, record: PrintedCard) -> SafeString:
        return self._state(record, 2)

    @staticmethod
    def _released(record: PrintedCard) -> str:
        return str(record.expansion.released.year) if record.expansion.released else ""

    @staticmethod
    def _state(record: PrintedCard, place: int) -> SafeString:
        name, word = STATES[record.states[place]]
        return chip(name, word) if name else format_html('<span class="soft">{}</span>', word)


class ReprintTable(tables.Table):
    """The reprint table."""

    caption = _("Reprint table")
    key = tables.Column(_("Name"), attrs=ROW_HEAD)
    old = tables.Column(_("Old printing"), empty_values=(), attrs=FULL)
    new = tables.Column(_("New printing"), empty_values=(), attrs=FULL)
    identical = tables.Column(_("Works the same"), attrs=FULL)

    class Meta:
        orderable = False
        row_attrs = {"class": "tap"}

    def render_key(self, record: Reprint) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("decks:reprint", args=[record.pk]), record.key)

    def render_old(self, record: Reprint) -> str:
        if record.old_expansion is None:
            return _g("every older one")
        return f"{record.old_expansion.name} {record.old_number}"

    def render_new(self, record: Reprint) -> str:
        return f"{record.new_expansion.name} {record.new_number}"

    def render_identical(self, value: Any) -> SafeString:
        return chip("good", _("yes")) if value else chip("warning", _("no"))


class BanTable(tables.Table):
    """The ban list; its lines are links for who may change it."""

    caption = _("Ban list")
    name = tables.Column(_("Card"), attrs=ROW_HEAD)
    printing = tables.Column(_("Printing"), empty_values=(), attrs=FULL)
    format = tables.Column(_("Format"), attrs=FULL)
    starts_on = tables.DateColumn(format=DAY, verbose_name=_("From"))
    ends_on = tables.DateColumn(format=DAY, verbose_name=_("Until the day before"), default="–")

    class Meta:
        orderable = False

    def __init__(self, *args: Any, linked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.linked = linked

    def render_name(self, record: Ban) -> SafeString | str:
        if not self.linked:
            return record.name
        return format_html('<a href="{}">{}</a>', reverse("decks:ban", args=[record.pk]), record.name)

    def render_printing(self, record: Ban) -> str:
        return f"{record.expansion.name} {record.number}"
