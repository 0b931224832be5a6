"""Journal lines, rendered in Python, since a page has fifty and a template takes twice as long."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.fact_words import label_of_fact_code
from core.templatetags.icons import state
from core.text_parts import line_author_text

register = template.Library()

LINES_AT_FIRST = 13
"""The number of lines that a phone shows at first."""

NOTHING = SafeString("")


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of the journal as a sentence. `undo`: the address that undoes it, or "" if it cannot be undone."""

    row: Any
    text: str
    undo: str


@register.simple_tag(takes_context=True)
def journal_rows(context: Context, lines: Sequence[JournalLine]) -> SafeString:
    """Lay out lines of the journal in their order, with buttons that undo them.

    A phone first shows only the first LINES_AT_FIRST.
    """
    return _JournalLineRenderer(str(context.get("csrf_token", ""))).render(lines)


class _JournalLineRenderer:
    """Renders the journal lines of a page.

    The lines share formatted days, labels of parts, and the CSRF token.
    """

    def __init__(self, token: str) -> None:
        self.token = token
        self.days: dict[object, str] = {}
        self.parts: dict[str, str] = {}
        self.undone = state("info", _("Undone"), "undo")

    def render(self, lines: Sequence[JournalLine]) -> SafeString:
        return format_html_join(
            "\n",
            '<li{}><div class="line"><div class="grow">{}<small class="under">{}</small></div>{}</div></li>',
            (
                (
                    SafeString(' class="later"') if position >= LINES_AT_FIRST else NOTHING,
                    format_html('<s class="soft">{}</s>', line.text) if line.row.undone else line.text,
                    self._details(line.row),
                    self._undo_button(line),
                )
                for position, line in enumerate(lines)
            ),
        )

    def _details(self, row: Any) -> SafeString:
        local_time = timezone.localtime(row.at)
        if local_time.date() not in self.days:
            self.days[local_time.date()] = date_format(local_time, "D j M")
        if row.division and row.division not in self.parts:
            self.parts[row.division] = label_of_fact_code("division", row.division)
        return format_html(
            '<time datetime="{}">{}</time> · {}{}',
            local_time.isoformat(),
            f"{self.days[local_time.date()]}, {local_time:%H:%M:%S}",
            line_author_text(row.by, row.link) or _("without an account"),
            f" · {self.parts[row.division]}" if row.division else "",
        )

    def _undo_button(self, line: JournalLine) -> SafeString:
        if line.row.undone:
            return self.undone
        if not line.undo:
            return NOTHING
        undo = _("Undo")
        return format_html(
            '<form action="{}" method="post" data-undo>'
            '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
            '<button class="button quiet" aria-label="{}: {}">{}</button></form>',
            line.undo,
            self.token,
            undo,
            line.text,
            undo,
        )
