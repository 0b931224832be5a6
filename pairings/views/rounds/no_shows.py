"""The no-shows of a round, and dropping all of them in one press."""

from collections.abc import Collection, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core import sentences, web
from core.engine.refused import Refused
from core.forms.questions import Question
from pairings.access import round_page
from pairings.engine.refusals import PairingRefusal
from pairings.forms.no_shows import NoShowsForm
from pairings.models import Round
from pairings.queries.rounds import no_shows as queries
from pairings.queries.rounds.no_shows import NoShow
from pairings.services.rounds import no_shows as services
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import signed_in
from tournaments.models import Entry


@require_http_methods(["GET", "POST"])
@round_page("report", back="pairings:no_shows")
def no_shows(request: HttpRequest, round_: Round) -> HttpResponse:
    """Ask, then drop the selected no-shows."""
    back = web.back(request, round_chrome.tables_url(round_))
    rows = queries.of_round(round_)
    form = NoShowsForm(request.POST if request.method == "POST" else None, rows, ticked=True, required=True)
    if request.method == "POST" and rows and form.is_valid():
        dropped = services.drop(round_, form.leaving, by=signed_in(request))
        round_chrome.add_message(request, dropped_text(dropped), round_.division, "NoShowsDropped")
        return redirect(back)
    still_here = sentences.refusal_text(Refused(PairingRefusal.NO_SHOWS_CHANGED))
    if rows:
        words = ngettext(
            "%(n)d no-show is still in the event.", "%(n)d no-shows are still in the event.", len(rows)
        )
        still_here = words % {"n": len(rows)}
    context = {
        "page": "desk",
        "board": round_chrome.board(round_),
        "title": _("No-shows of %(round)s") % {"round": result_words.round_as_object(round_)},
        "lead": "",
        "question": Question(
            heading=_("No-shows"),
            changes=[still_here],
            form=form if rows else None,
            action=_("Drop the selected players") if rows else "",
            action_url=round_chrome.round_url(round_, "pairings:no_shows"),
            cancel_url=back,
            hidden={"next": back},
        ),
    }
    return render(request, "components/confirm.html", context)


def form_of(rows: Sequence[NoShow]) -> NoShowsForm | None:
    """The boxes on the page of another step, unselected; None if there are no no-shows."""
    return NoShowsForm(None, rows) if rows else None


def dropped_texts(dropped: Collection[Entry]) -> list[str]:
    """The end of a message about another step; empty if no one was dropped."""
    return [dropped_text(dropped)] if dropped else []


def dropped_text(dropped: Collection[Entry]) -> str:
    """ "2 players dropped: Ana Silva, Mei García." """
    words = ngettext("%(n)d player dropped: %(names)s.", "%(n)d players dropped: %(names)s.", len(dropped))
    names = result_words.some_names([str(entry) for entry in dropped])
    return words % {"n": len(dropped), "names": names}


def panel(*rounds: Round) -> list[dict[str, Any]]:
    """The card that offers to drop the no-shows of these rounds: their names, and the link."""
    away = [(round_, queries.of_round(round_)) for round_ in rounds]
    return [
        {
            "names": ", ".join(str(row.entry) for row in rows),
            "division": str(round_.division),
            "label": ngettext("Drop %(n)d no-show", "Drop %(n)d no-shows", len(rows)) % {"n": len(rows)},
            "url": round_chrome.round_url(round_, "pairings:no_shows"),
        }
        for round_, rows in away
        if rows
    ]
