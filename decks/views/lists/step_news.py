"""Messages for staff about changes of deck lists that resulted from their action."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import sentences
from core.models import JournalEvent
from decks.queries.lists import rechecks
from tournaments.models import Tournament


def rejudged_texts(event: Tournament, since: int) -> Iterator[SafeString]:
    """Yield texts that say how many verdicts changed after journal line `since`, and whether lists are queued."""
    texts = [_line_text(line) for line in rechecks.recheck_lines_after(event, since)]
    if rechecks.has_lists_to_judge(event):
        texts.append(_("Many lists are being checked again. Their page shows whose verdict changed."))
    for sentence in texts:
        yield format_html(
            '{} <a href="{}">{}</a>', sentence, reverse("decks:lists", args=[event.slug]), _("Deck lists")
        )


def _line_text(line: JournalEvent) -> str:
    """Return a sentence on a journal line about lists that were judged again or set aside."""
    if line.kind != "ListsRechecked":
        return f"{sentences.journal_text(line.kind, line.facts)}."
    sentence = ngettext(
        "Checked again: a different verdict for %(count)d player, %(names)s.",
        "Checked again: different verdicts for %(count)d players: %(names)s.",
        line.facts["count"],
    )
    names, has_more = line.facts["names"], line.facts["count"] > line.facts["names"].count(", ") + 1
    text = sentence % {"count": line.facts["count"], "names": f"{names} …" if has_more else names}
    # The sentence may put a period after the names.
    return text.replace("….", "…")
