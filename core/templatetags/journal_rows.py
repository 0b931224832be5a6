"""Journal lines, written in Python: a page has fifty, and a template takes twice as long."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.fact_words import label_text
from core.templatetags.stadium import state
from core.wording import author_text

register = template.Library()

AT_FIRST = 13
"""Lines that a phone shows at first."""

NOTHING = SafeString("")


@register.simple_tag(takes_context=True)
def journal_rows(context: Context, lines: Sequence[dict[str, Any]]) -> SafeString:
    """Lay out lines of the journal, newest first, with the buttons that undo them."""
    return _Lines(str(context.get("csrf_token", ""))).all(lines)


class _Lines:
    """What the lines of one page share: formatted days, labels of parts, the CSRF token."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.days: dict[object, str] = {}
        self.parts: dict[str, str] = {}
        self.undone = state("info", _("Undone"), "undo")

    def all(self, lines: Sequence[dict[str, Any]]) -> SafeString:
        return format_html_join(
            "\n",
            '<li{}><div class="line"><div class="grow">{}<small class="under">{}</small></div>{}</div></li>',
            (
                (
                    SafeString(' class="later"') if place >= AT_FIRST else NOTHING,
                    format_html('<s class="soft">{}</s>', line["text"])
                    if line["row"].undone
                    else line["text"],
                    self._under(line["row"]),
                    self._end(line),
                )
                for place, line in enumerate(lines)
            ),
        )

    def _under(self, row: Any) -> SafeString:
        at = timezone.localtime(row.at)
        if at.date() not in self.days:
            self.days[at.date()] = date_format(at, "D j M")
        if row.division and row.division not in self.parts:
            self.parts[row.division] = label_text("division", row.division)
        return format_html(
            '<time datetime="{}">{}</time> · {}{}',
            at.isoformat(),
            f"{self.days[at.date()]}, {at:%H:%M:%S}",
            author_text(row.by, row.link) or _("without an account"),
            f" · {self.parts[row.division]}" if row.division else "",
        )

    def _end(self, line: dict[str, Any]) -> SafeString:
        if line["row"].undone:
            return self.undone
        if not line["undo"]:
            return NOTHING
        undo = _("Undo")
        return format_html(
            '<form action="{}" method="post" data-undo>'
            '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
            '<button class="button quiet" aria-label="{}: {}">{}</button></form>',
            line["undo"],
            self.token,
            undo,
            line["text"],
            undo,
        )
