"""Views that undo steps."""

from enum import StrEnum
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import responses, sentences
from core.engine.journal.kinds import KINDS
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from core.services import undo as steps
from core.text_parts import joined_with_semicolons, text_labeled_with_part
from core.undo_links import add_step_news, newest_line_key
from pairings.engine.refusals import PairingRefusal
from pairings.services.tom import undone_file
from pairings.views import undo_messages
from pairings.views.rounds import round_urls
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries.journal import event_of_line, line_facts, round_titles
from tournaments.queries.journal_names import namesakes
from tournaments.services import merges


@require_POST
@event_page("run")
def undo_step_view(request: StaffRequest, event: Tournament, event_id: int) -> HttpResponse:
    """Undo the step of one journal line. With `?press=yes`, also undo the same press in other divisions.

    Some steps require an organizer. An import from TOM redirects to a page that first lists the effects.
    """
    line = get_object_or_404(
        JournalEvent.objects.select_related("division__tournament", "tournament"),
        tournament=event,
        pk=event_id,
    )
    if undo_messages.undo_power(line) == "organize" and not request.can["organize"]:
        return _undo_line(request, line, refusal=PairingRefusal.UNDO_BY_ORGANIZER)
    if line.kind == undone_file.ADDED and not undone_file.can_no_longer_undo_import(line):
        # The undo of an import has its own page, which lists the effects first.
        return redirect("pairings:tom_undo", event.slug)
    return _undo_line(request, line)


@require_POST
@event_page("report")
def undo_floor_step(request: StaffRequest, event: Tournament, event_id: int) -> HttpResponse:
    """Undo a step that any judge may undo on the floor: extra time, calls, deck checks.

    Other steps are refused.
    """
    line = get_object_or_404(
        JournalEvent.objects.select_related("division__tournament"), tournament=event, pk=event_id
    )
    if undo_messages.undo_power(line) != "report":
        return _undo_line(request, line, refusal=CoreRefusal.UNDO_NOT_POSSIBLE)
    return _undo_line(request, line)


def _undo_line(request: StaffRequest, line: JournalEvent, *, refusal: StrEnum | None = None) -> HttpResponse:
    """Undo the step of a journal line, or show `refusal` if it is set.

    Redirect to the page that sent the form, or to the desk if the undo may remove that page. `?press=yes` undoes
    all lines that the same request wrote.
    """
    event, division = event_of_line(line), line.division
    desk_url = reverse("tournaments:event", args=[event.slug])
    if division is not None:
        desk_url = round_urls.desk_or_tables_url(request, division)
    back_url = page_to_return_to(request, desk_url)
    if refusal is not None:
        return responses.redirect_with_refusal(request, Refused(refusal), back_url)
    is_from_desk = urlsplit(back_url).path == reverse("pairings:desk", args=[event.slug])
    kind = KINDS.get(line.kind)
    url = back_url if is_from_desk or (kind is not None and kind.page_stays) else desk_url
    newest_before, by = newest_line_key(event), request.user
    press_lines = (
        steps.lines_of_same_request(line) if request.GET.get("press") == "yes" and line.division else []
    )
    try:
        steps.undo_steps_together(press_lines or merges.lines_of_merge(line, by=by), by=by)
    except Refused as refused:
        return responses.redirect_with_refusal(request, refused, back_url)
    # If several steps were undone, the message names their divisions.
    undone_lines = press_lines or [line]
    titles, namesake_numbers = round_titles(event), namesakes(event)
    texts = [
        sentences.journal_text(undone_line.kind, line_facts(undone_line, titles, namesake_numbers)).rstrip(
            "."
        )
        for undone_line in undone_lines
    ]
    if len(texts) > 1:
        texts = [
            text_labeled_with_part(undone_line.division, text)
            for undone_line, text in zip(undone_lines, texts, strict=True)
        ]
    messages.success(request, _("Undone: %(step)s.") % {"step": joined_with_semicolons(texts)})
    add_step_news(request, event, since=newest_before)
    return redirect(url)
