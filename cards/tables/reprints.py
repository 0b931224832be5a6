"""The table on the public page of reprints."""

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from cards.queries.legal_reprints import LegalReprint
from cards.tables.cards import FULL, ROW_HEAD

BECAUSE = {
    "table": _("Reprint table"),
    "text": _("Same text"),
    "assumed": _("No known difference"),
    "errata": _("Errata: the newest text applies"),
}
"""The reasons why printings count as the same card."""


class ReprintsTable(tables.Table):
    """Cards with the older printings that are legal through a newer one."""

    caption = _("Older printings that are legal")
    name = tables.Column(_("Name"), attrs=ROW_HEAD)
    old = tables.Column(_("Older printings"), attrs=FULL)
    new = tables.Column(_("Played as"))
    by = tables.Column(_("Reason"))

    class Meta:
        orderable = False

    def render_name(self, record: LegalReprint) -> SafeString:
        local_name = format_html('<small class="under">{}</small>', record.local) if record.local else ""
        return format_html("{}{}", record.name, local_name)

    def render_old(self, value: tuple[str, ...]) -> str:
        return ", ".join(value)

    def render_by(self, value: str) -> str:
        return str(BECAUSE[value])
