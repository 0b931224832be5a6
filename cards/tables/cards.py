"""Tables of the card catalogue."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cards.queries.cards import BANNED, NEVER, FoundCard, PrintedCard
from cards.templatetags.card_tiles import card_tile
from core.templatetags.icons import state as chip

STATES = {
    "legal": ("good", pgettext_lazy("card", "Legal")),
    "reprint": ("good", _("Legal as a reprint")),
    "errata": ("good", _("Legal, newest text")),
    "needs_judge": ("warning", _("A judge decides")),
    "early": ("info", _("Not yet legal")),
    "out": ("", _("Not in the format")),
    BANNED: ("error", pgettext_lazy("card", "Banned")),
    NEVER: ("error", _("Never legal")),
}
"""The color and label of each state of a printing in a format."""

KINDS = {"pokemon": _("Pokémon"), "trainer": _("Trainer"), "energy": _("Energy")}
DAY = "j M Y"
ROW_HEAD = {"td": {"scope": "row", "class": "full strong"}}
FULL = {"td": {"class": "full"}}
"""The attributes of a cell that fills a whole line on phones."""
NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}


class FoundCardsTable(tables.Table):
    """Card names found by a search."""

    caption = _("Cards found")
    key = tables.Column(_("Name"), attrs=ROW_HEAD)
    supertype = tables.Column(_("Kind of card"))
    printings = tables.Column(_("Printings"), attrs=NUMBER)

    class Meta:
        orderable = False
        row_attrs = {"class": "tap"}

    def render_key(self, record: FoundCard) -> SafeString:
        local_name = format_html('<small class="under">{}</small>', record.local) if record.local else ""
        tile = card_tile(record.tile, mini=True)
        address = reverse("cards:card", args=[record.pk])
        return format_html(
            '<span class="beside-tile">{}<span><a href="{}">{}</a>{}</span></span>',
            tile,
            address,
            record.key,
            local_name,
        )

    def render_supertype(self, value: str) -> str:
        return str(KINDS[value])


class PrintedCardsTable(tables.Table):
    """Printings of a card name with their legality in each format today."""

    caption = _("Printings and which are legal today")
    expansion = tables.Column(_("Expansion"), attrs=ROW_HEAD)
    number = tables.Column(_("Number"), accessor="printing__number", attrs=NUMBER)
    mark = tables.Column(_("Reg."), accessor="printing__mark", default="–")
    standard = tables.Column(_("Standard"), empty_values=(), attrs=FULL)
    expanded = tables.Column(_("Expanded"), empty_values=(), attrs=FULL)
    unlimited = tables.Column(_("Unlimited"), empty_values=(), attrs=FULL)

    class Meta:
        orderable = False
        row_attrs = {"aria-current": lambda record: "true" if record.here else None}

    def render_expansion(self, record: PrintedCard) -> SafeString:
        name = record.printing.name if record.printing.name != record.printing.key else ""
        year = str(record.expansion.released.year) if record.expansion.released else ""
        details = " · ".join(part for part in (record.expansion.code, year, name) if part)
        return format_html('{}<small class="under">{}</small>', record.expansion.name, details)

    def render_standard(self, record: PrintedCard) -> SafeString:
        return self._state_chip(record, 0)

    def render_expanded(self, record: PrintedCard) -> SafeString:
        return self._state_chip(record, 1)

    def render_unlimited(self, record: PrintedCard) -> SafeString:
        return self._state_chip(record, 2)

    @staticmethod
    def _state_chip(record: PrintedCard, column: int) -> SafeString:
        """Return the state in one format as a chip, or as muted text if the state has no color."""
        color, label = STATES[record.states[column]]
        return chip(color, label) if color else format_html('<span class="soft">{}</span>', label)
