"""Close a round at the desk, with the open entries at its tables."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from core import sentences
from core.engine.refused import Refused
from core.forms.questions import Question
from pairings.access import round_page
from pairings.engine import closing
from pairings.engine.closing import OpenAtTable
from pairings.engine.refusals import PairingRefusal
from pairings.forms.no_shows import NoShowsForm
from pairings.models import Round
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.rounds import no_shows as away
from pairings.services.rounds import rounds, stages
from pairings.views.reports import reports_panel
from pairings.views.rounds import no_shows, round_chrome
from pairings.words import closing_words, result_words
from tournaments.access import signed_in
from tournaments.rules import POWERS


class OpenTexts(NamedTuple):
    """The open entries, under their heading."""

    name: str
    texts: list[str]


@require_http_methods(["GET", "POST"])
@round_page("run")
def close(request: HttpRequest, round_: Round) -> HttpResponse:
    """Ask, then close the round and rank the division."""
    if request.method == "GET":
        return _ask_to_close(request, round_)
    form = NoShowsForm(request.POST, away.of_round(round_))
    leaving = form.leaving
    try:
        rounds.close(
            round_,
            by=signed_in(request),
            seen=open_seen(request, [round_]),
            drop=leaving,
        )
    except Refused as refused:
        if refused.code != PairingRefusal.TABLES_ARE_BUSY:
            raise
        messages.error(request, sentences.refusal_text(refused))
        return _ask_to_close(request, round_)
    sentence = _("%(round)s is closed and ranked.") % {"round": result_words.round_name(round_)}
    sentence = " ".join([sentence, *no_shows.dropped_texts(leaving.values())])
    round_chrome.add_message(request, sentence, round_.division, "RoundClosed")
    return redirect(round_chrome.desk_url(round_.division))


MOST_OPEN = 500
"""The most keys of open entries in one form."""


def open_seen(request: HttpRequest, of: Iterable[Round]) -> frozenset[str]:
    """The keys of open entries in the form that this role may close these rounds over."""
    displayed = request.POST.getlist("open")[:MOST_OPEN]
    powers = [power for power in POWERS if round_chrome.may(request, power)]
    open_ = [entry for round_ in of for entry in rounds.open_at_tables(round_)]
    return closing.allowed(open_, displayed, powers)


def beyond(request: HttpRequest, open_: Iterable[OpenAtTable]) -> bool:
    """Whether an entry is open that this role may not close a round over."""
    return any(not round_chrome.may(request, entry.power) for entry in open_)


def _ask_to_close(request: HttpRequest, round_: Round) -> HttpResponse:
    if round_.state != Round.State.POSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(round_))
    stages.require_all_results(round_)
    name = result_words.round_as_object(round_)
    all_in, *differ = what_closing_finds(round_)
    open_ = rounds.open_at_tables(round_)
    changes: list[str | OpenTexts] = []
    if open_:
        heading = ngettext("%(n)d thing is still open:", "%(n)d things are still open:", len(open_))
        changes.append(OpenTexts(heading % {"n": len(open_)}, closing_words.open_texts(open_)))
    changes.append(all_in)
    if not round_chrome.is_cut(round_):
        changes.append(
            _("The standings after round %(round)d are shown to everyone.") % {"round": round_.number}
        )
    changes.append(_("After that a result can only be changed as a correction, with a reason."))
    changes += differ
    blocked = beyond(request, open_)
    context: dict[str, Any] = {
        "page": "desk",
        "board": round_chrome.board(round_),
        "title": _("Close %(round)s") % {"round": name},
        "lead": "",
        "question": Question(
            changes=changes,
            form=no_shows.form_of(away.of_round(round_)),
            action="" if blocked else _("Close and update standings"),
            action_url=round_chrome.round_url(round_, "pairings:close"),
            cancel_url=round_chrome.desk_url(round_.division),
            repeated={"open": [entry.key for entry in open_]},
            hint=str(NOT_YOURS) if blocked else "",
            danger=bool(open_),
        ),
    }
    return render(request, "components/confirm.html", context)


NOT_YOURS = gettext_lazy(
    "A penalty is not confirmed yet. The head judge or the organizer confirms or withdraws it, or closes the round."
)


def what_closing_finds(round_: Round) -> list[str]:
    """The number of results, and the players who reported a result other than the saved one."""
    played = round_.matches.filter(right__isnull=False).count()
    return [
        _("All results are in: %(tables)s.") % {"tables": result_words.tables(played)},
        *(
            _("At table %(table)s %(who)s reported a different result from the one saved: %(text)s.") % row
            for row in reports_panel.of_round(round_)["conflicts"]
        ),
    ]
