"""Changes to deck lists caused by a step, shown to the person who made it."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import sentences
from core.models import JournalEvent
from decks.queries.lists import event_lists as queries
from tournaments.models import Tournament


def rejudged(event: Tournament, since: int) -> Iterator[SafeString]:
    """How many verdicts changed after journal line `since`, and whether lists are still queued, with a link."""
    sentences = [_line_text(line) for line in queries.rechecked_since(event, since)]
    if queries.has_to_judge(event):
        sentences.append(_("Many lists are being checked again. Their page shows whose verdict changed."))
    for sentence in sentences:
        yield format_html(
            '{} <a href="{}">{}</a>', sentence, reverse("decks:lists", args=[event.slug]), _("Deck lists")
        )


def _line_text(line: JournalEvent) -> str:
    if line.kind != "ListsRechecked":
        return f"{sentences.journal_text(line.kind, line.facts)}."
    sentence = ngettext(
        "Checked again: a different verdict for %(count)d player, %(names)s.",
        "Checked again: different verdicts for %(count)d players: %(names)s.",
        line.facts["count"],
    )
    names, more = line.facts["names"], line.facts["count"] > line.facts["names"].count(", ") + 1
    text = sentence % {"count": line.facts["count"], "names": f"{names} …" if more else names}
    return text.replace("….", "…")
