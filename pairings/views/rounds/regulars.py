"""Add players of an earlier event: select the players who are present, and add them in one step."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core import undo_links
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.sentences import refusal_text
from pairings.queries.rounds import regulars as queries
from pairings.services.rounds import regulars as services
from tournaments.access import event_page
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def regulars_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the players of an earlier event, all selected; a POST adds those still selected.

    `from` chooses the event, by default the latest one. With `here`, the players are also checked in.
    """
    earlier_events = queries.earlier_events(event, by=request.user)
    source_key = whole_number(request.POST.get("from") or request.GET.get("from", ""))
    source_event = next(
        (earlier_event for earlier_event in earlier_events if earlier_event.pk == source_key), None
    )
    are_checked_in, error = True, ""
    selected: set[int] | None = None
    if request.method == "POST" and source_event is not None:
        are_checked_in = "here" in request.POST
        typed_keys = request.POST.getlist("player")
        selected = {key for value in typed_keys if (key := whole_number(value)) is not None}
        error = "" if selected else _("Select at least one player.")
    if source_event is not None and selected:
        newest_before = undo_links.newest_line_key(event)
        try:
            added = services.add_regulars(
                event, source_event, list(selected), by=request.user, checked_in=are_checked_in
            )
        except Refused as refused:
            error = refusal_text(refused)
        else:
            message = ngettext("%(n)s player added.", "%(n)s players added.", len(added)) % {"n": len(added)}
            undo_tag = undo_links.undo_tag(event, since=newest_before, by=request.user)
            messages.success(request, message, extra_tags=undo_tag)
            undo_links.add_step_news(request, event, since=newest_before)
            return redirect("tournaments:players", event.slug)
    source_event = source_event or next(iter(earlier_events), None)
    source_players = queries.list_regulars(event, source_event) if source_event else []
    context = {
        "page": "players",
        "source": source_event,
        "earlier": earlier_events,
        "rows": [
            (regular, selected is None or regular.player in selected)
            for regular in source_players
            if not regular.entered
        ],
        "inside": sum(regular.entered for regular in source_players),
        "here": are_checked_in,
        "error": error,
    }
    return render(request, "pairings/regulars.html", context, status=422 if error else 200)
