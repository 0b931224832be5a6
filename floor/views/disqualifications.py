"""Disqualify a player on the player's page, and lift the disqualification, both as steps of a penalty (M-070)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from floor.forms.penalties import DisqualifyForm
from floor.queries import penalties as queries
from floor.services import penalties
from floor.words.penalty_words import match_loss_text
from pairings.queries.rounds import player_matches
from pairings.views.reports import scoreboard
from tournaments.access import event_page, get_entry_or_404
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def disqualify(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show the form for the infraction and the reason, then give the penalty.

    The penalty takes effect immediately if the head judge or an organizer gives it. If an earlier
    disqualification is still unconfirmed, the page of that penalty is shown instead.
    """
    entry = get_entry_or_404(event, pk)
    earlier = queries.latest_disqualification(entry)
    if earlier is not None and earlier.confirmed_at is None:
        messages.info(request, _("This disqualification is already noted and needs to be confirmed."))
        return redirect("floor:penalty", event.slug, earlier.pk)
    form = DisqualifyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        confirmed = request.can["rule"]
        match = player_matches.open_match(entry)
        penalty = form.give_to(entry, match=match, by=request.user, confirmed=confirmed)
        if penalty is not None:
            message = _("%(name)s is disqualified.") % {"name": entry}
            if not confirmed:
                message = _("Noted: %(name)s is disqualified once the head judge confirms it.")
                message %= {"name": entry}
            undo_url = reverse("floor:penalty_withdraw", args=[event.slug, penalty.pk])
            messages.success(request, message, extra_tags=f"undo={undo_url}")
            return redirect(_return_url(request, event))

    match = player_matches.open_match(entry)
    changes = [
        *([match_loss_text(match, entry)] if match is not None else []),
        _("%(name)s is removed from the event and has no place in the standings.") % {"name": entry},
        _("Earlier results still count for the opponents."),
        _("It is listed under penalties and in the penalty report."),
    ]
    if not request.can["rule"]:
        changes.append(_("It counts once the head judge confirms it."))
    context = {
        "page": "players",
        "board": scoreboard.scoreboard_of_event(event, entry.division),
        "title": _("Disqualify %(name)s") % {"name": entry},
        "lead": "",
        "question": Question(
            changes=changes,
            action=_("Disqualify"),
            action_url=reverse("floor:disqualify", args=[event.slug, entry.pk]),
            cancel_url=_return_url(request, event),
            form=form,
            hidden={"next": _return_url(request, event)},
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context, status=422 if form.errors else 200)


@require_POST
@event_page("run")
def lift_disqualification(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw the disqualification and its effects.

    The player stays in the event unless they had dropped before. A disqualification by penalty can be lifted only
    with the power to confirm penalties.
    """
    entry, url = get_entry_or_404(event, pk), _return_url(request, event)
    if queries.latest_disqualification(entry) is not None and not request.can["rule"]:
        messages.error(request, _("The head judge or an organizer can lift a disqualification."))
        return redirect(url)
    try:
        is_match_reopened = penalties.lift_disqualification(entry, by=request.user)
    except Refused as refused:
        messages.error(request, sentences.refusal_text(refused))
        return redirect(url)
    message = _("%(name)s is no longer disqualified.") % {"name": entry}
    if not is_match_reopened:
        message += " " + _("Results entered since then are not changed.")
    messages.success(request, message)
    return redirect(url)


def _return_url(request: HttpRequest, event: Tournament) -> str:
    """Return the URL of the page to return to, by default the list of players."""
    return page_to_return_to(request, reverse("tournaments:players", args=[event.slug]))
