"""The table of an event's lists, one row per player."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from core.tables.paged_rows import PagedRows
from core.templatetags.icons import state
from decks.queries.lists.event_lists import ListRow
from decks.words.list_words import unknown_verdict_text
from tournaments.labels import division_label
from tournaments.models import Tournament
from tournaments.templatetags.facts import marked

ON_A_DESK = {"th": {"class": "wide"}, "td": {"class": "wide"}}
"""Attributes of columns that are shown only on wide screens."""


class DeckListsTable(tables.Table):
    """A table of `ListRow`."""

    caption = gettext_lazy("Deck lists of this event")
    name = tables.Column(
        accessor="sort_name",
        verbose_name=gettext_lazy("Name"),
        attrs={"td": {"scope": "row", "class": "full strong"}},
    )
    division = tables.Column(verbose_name=gettext_lazy("Division"), attrs=ON_A_DESK)
    number = tables.Column(
        verbose_name=gettext_lazy("Version"),
        attrs={"th": {"class": "num wide"}, "td": {"class": "num wide"}},
    )
    at = tables.Column(
        verbose_name=gettext_lazy("Handed in"), attrs={"td": {"data-label": ""}}, empty_values=()
    )
    total = tables.Column(
        verbose_name=gettext_lazy("Cards"), attrs={"th": {"class": "num wide"}, "td": {"class": "num wide"}}
    )
    state = tables.Column(
        verbose_name=gettext_lazy("State"),
        attrs={"th": {"class": "end"}, "td": {"class": "end", "data-label": ""}},
    )

    class Meta:
        orderable = False
        attrs = {"class": "table zebra cards lean"}
        row_attrs = {"class": "tap", "data-name": lambda record: record.name}

    def __init__(
        self, rows: PagedRows[ListRow, ListRow], *, event: Tournament, show_division: bool, **kwargs: Any
    ) -> None:
        self.event = event
        super().__init__(rows, exclude=() if show_division else ("division",), **kwargs)

    def render_name(self, record: ListRow) -> SafeString:
        href = reverse("decks:list", args=[self.event.slug, record.entry])
        return format_html('<a class="strong" href="{}">{}</a>', href, record.sort_name)

    def render_division(self, value: str) -> str:
        return division_label(value)

    def render_number(self, record: ListRow) -> str:
        return str(record.number or "–")

    def render_at(self, record: ListRow) -> str:
        return date_format(localtime(record.at), "D H:i") if record.at else "–"

    def render_total(self, record: ListRow) -> str:
        return str(record.total) if record.number else "–"

    def render_state(self, record: ListRow) -> SafeString:
        """Render the verdict, followed by other marks of the list."""
        problems = ngettext("%(n)s problem", "%(n)s problems", record.errors) % {"n": record.errors}
        verdicts = {
            "missing": lambda: state("missing", _("Missing")),
            "illegal": lambda: state("error", problems, "warn"),
            "unknown": lambda: state("warning", unknown_verdict_text(record.unknown), "warn"),
            "legal": lambda: state("done", _("Legal")),
        }
        verdict = marked(verdicts[record.state](), "list", record.state, f"e{record.entry}")
        chips = [verdict] if record.active or record.number else []
        marks = (
            (not record.active, "info", _("Dropped"), "leave"),
            (record.is_before_redraft, "info", _("Built before the redraft"), "cards"),
            (record.sent_back, "warning", _("Sent back"), "undo"),
            (record.late, "warning", pgettext("deck list", "Late"), "clock"),
            (record.changed, "info", _("Changed"), "edit"),
            (record.lock == "locked", "playing", _("Locked"), "lock"),
            (record.lock == "open" and not record.locked, "playing", _("Open"), "edit"),
        )
        chips += [state(tone, label, icon) for applies, tone, label, icon in marks if applies]
        return format_html_join(" ", "{}", ((chip,) for chip in chips))
