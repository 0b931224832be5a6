"""Drop all players who did not check in, after showing their names."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core import sentences, undo_links
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from pairings.forms.check_in import DropMissingForm
from pairings.queries.check_in.missing import missing_entries
from pairings.services.check_in import missing as services
from pairings.views.reports import scoreboard
from pairings.words import result_words
from tournaments.access import event_page, get_division_or_404
from tournaments.models import Tournament
from tournaments.templatetags.facts import marked


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def drop_missing_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the players who did not check in for confirmation, then drop the selected ones.

    `division` limits the list to one division.
    """
    division_key = whole_number((request.POST or request.GET).get("division", ""))
    division = get_division_or_404(event, division_key) if division_key is not None else None
    back_url = page_to_return_to(request, reverse("tournaments:door", args=[event.slug]))
    rows = missing_entries(event, division)
    names_divisions = division is None and len({entry.division_id for entry in rows}) > 1
    form = DropMissingForm(
        request.POST if request.method == "POST" else None, rows, names_divisions=names_divisions
    )
    if request.method == "POST" and (form.chosen or not rows):
        newest_before = undo_links.newest_line_key(event)
        try:
            dropped = services.drop_missing(event, form.chosen, by=request.user)
        except Refused as refused:
            messages.error(request, sentences.refusal_text(refused))
            return redirect(back_url)
        text = ngettext("%(n)d player dropped: %(names)s.", "%(n)d players dropped: %(names)s.", len(dropped))
        names = result_words.names_and_more_text([str(entry) for entry in dropped])
        undo = undo_links.undo_tag(event, since=newest_before, by=request.user)
        messages.success(request, text % {"n": len(dropped), "names": names}, extra_tags=undo)
        return redirect(back_url)
    changes = [_("No one is missing.")]
    if rows:
        count_text = ngettext(
            "%(n)d player has not checked in.", "%(n)d players have not checked in.", len(rows)
        )
        changes = [
            marked(count_text % {"n": len(rows)}, "missing", len(rows), division or "event"),
            _("They are not paired, and their seats go to the waiting list if there is one."),
            _("One undo puts all of them back. Each can also be reinstated individually."),
        ]
    context = {
        "page": "door",
        "board": scoreboard.scoreboard_of_event(event, division),
        "title": _("Drop missing players: %(name)s") % {"name": division}
        if division
        else _("Drop missing players"),
        "lead": "",
        "question": Question(
            changes=changes,
            form=form if rows else None,
            danger=bool(rows),
            action=_("Drop the selected players") if rows else "",
            action_url=reverse("pairings:drop_missing", args=[event.slug]),
            cancel_url=back_url,
            hidden={"next": back_url, "division": str(division.pk) if division else ""},
        ),
    }
    return render(request, "components/confirm.html", context, status=422 if form.errors else 200)
