"""Disqualifying a player from their page, and lifting it, both as steps of a penalty (M-070)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences, web
from core.engine.refused import Refused
from core.forms.questions import Question
from floor.forms.penalties import DisqualifyForm
from floor.queries import penalties as queries
from floor.services import penalties
from floor.words.penalty_words import loses_text
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from tournaments.access import event_page, signed_in
from tournaments.models import Entry, Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def disqualify(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Ask for infraction and reason, then give the penalty; from the head judge or an organizer it counts at once."""
    entry = _entry(event, pk)
    waits = queries.disqualification(entry)
    if waits is not None and waits.confirmed_at is None:
        messages.info(request, _("This disqualification is noted already and waits to be confirmed."))
        return redirect("floor:penalty", event.slug, waits.pk)
    form = DisqualifyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        confirmed = round_chrome.may(request, "rule")
        match = queries.open_match(entry)
        row = form.give_to(entry, match=match, by=signed_in(request), confirmed=confirmed)
        if row is not None:
            message = _("%(name)s is disqualified.") % {"name": entry}
            if not confirmed:
                message = _("Noted: %(name)s is disqualified once the head judge confirms it.")
                message %= {"name": entry}
            undo = reverse("floor:penalty_withdraw", args=[event.slug, row.pk])
            messages.success(request, message, extra_tags=f"undo={undo}")
            return redirect(_back(request, event))
    return _ask(request, event, entry, form)


def _ask(request: HttpRequest, event: Tournament, entry: Entry, form: DisqualifyForm) -> HttpResponse:
    match = queries.open_match(entry)
    changes = [
        *([loses_text(match, entry)] if match is not None else []),
        _("%(name)s is removed from the event and has no place in the standings.") % {"name": entry},
        _("Earlier results stay and count for the opponents."),
        _("It is listed among the penalties and in their report."),
    ]
    if not round_chrome.may(request, "rule"):
        changes.append(_("It counts once the head judge confirms it."))
    context = {
        "page": "players",
        "board": scoreboard.board(event, entry.division),
        "title": _("Disqualify %(name)s") % {"name": entry},
        "lead": "",
        "question": Question(
            changes=changes,
            action=_("Disqualify"),
            action_url=reverse("floor:disqualify", args=[event.slug, entry.pk]),
            cancel_url=_back(request, event),
            form=form,
            hidden={"next": _back(request, event)},
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context, status=422 if form.errors else 200)


@require_POST
@event_page("run")
def lift(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw the disqualification and its effects; the player plays on unless they had dropped before.

    Requires the power to confirm a penalty.
    """
    entry, url = _entry(event, pk), _back(request, event)
    if queries.disqualification(entry) is not None and not round_chrome.may(request, "rule"):
        messages.error(request, _("The head judge or an organizer lifts a disqualification."))
        return redirect(url)
    try:
        undone = penalties.lift(entry, by=signed_in(request))
    except Refused as refused:
        messages.error(request, sentences.refusal_text(refused))
        return redirect(url)
    message = _("%(name)s is no longer disqualified.") % {"name": entry}
    if not undone:
        message += " " + _("Results entered since stay as they are.")
    messages.success(request, message)
    return redirect(url)


def _entry(event: Tournament, pk: int) -> Entry:
    rows = Entry.objects.select_related("division__tournament", "player", "tournament")
    return get_object_or_404(rows, tournament=event, pk=pk)


def _back(request: HttpRequest, event: Tournament) -> str:
    return web.back(request, reverse("tournaments:players", args=[event.slug]))
