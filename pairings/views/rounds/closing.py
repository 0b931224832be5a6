"""Close a round at the desk, after showing the open entries at its tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from core import sentences
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import HomeRequest, StaffRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from pairings.access import round_page
from pairings.engine import open_entries as engine
from pairings.engine.open_entries import OpenAtTable
from pairings.engine.refusals import PairingRefusal
from pairings.forms.no_shows import NoShowsForm
from pairings.models import Round
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import no_shows as away
from pairings.services.rounds import rounds, stages
from pairings.views import round_heading, undo_messages
from pairings.views.reports import reports_panel
from pairings.views.rounds import no_shows, round_urls
from pairings.words import closing_words, result_words, round_names
from tournaments.rules import POWERS


class OpenEntryTexts(NamedTuple):
    """Texts of open entries under the heading `name`."""

    name: str
    texts: list[str]


@require_http_methods(["GET", "POST"])
@round_page("run")
def close_round_page(request: StaffRequest, round_: Round) -> HttpResponse:
    """Ask for confirmation, then close the round, rank the division and drop the selected no-shows.

    If entries at the tables have been opened in the meantime, ask again.
    """
    if request.method == "GET":
        return _ask_to_close(request, round_)
    form = NoShowsForm(request.POST, away.no_shows_of_round(round_))
    no_shows_to_drop = form.leaving
    try:
        rounds.close_round(
            round_,
            by=request.user,
            seen=confirmed_open_keys(request, [round_]),
            drop=no_shows_to_drop,
        )
    except Refused as refused:
        if refused.code != PairingRefusal.TABLES_ARE_BUSY:
            raise
        messages.error(request, sentences.refusal_text(refused))
        return _ask_to_close(request, round_)
    sentence = _("%(round)s is closed and ranked.") % {"round": round_names.round_name(round_)}
    sentence = " ".join([sentence, *no_shows.dropped_texts(no_shows_to_drop.values())])
    undo_messages.add_undo_message(request, sentence, round_.division, "RoundClosed")
    return redirect(round_urls.desk_url(round_.division))


MAX_OPEN = 500
"""Maximum number of keys of open entries in one form."""


def confirmed_open_keys(request: HomeRequest, closing_rounds: Iterable[Round]) -> frozenset[str]:
    """Return the open entries that the form listed and that this role may override, as keys.

    Only open entries of `closing_rounds` count.
    """
    displayed_keys = request.POST.getlist("open")[:MAX_OPEN]
    powers = [power for power in POWERS if request.can[power]]
    open_entries = [entry for round_ in closing_rounds for entry in rounds.list_open_at_tables(round_)]
    return engine.overridable_keys(open_entries, displayed_keys, powers)


def needs_other_role(request: HomeRequest, open_entries: Iterable[OpenAtTable]) -> bool:
    """Return whether this role may not override one of the open entries, and so cannot close the round."""
    return any(not request.can[entry.power] for entry in open_entries)


@dataclass(frozen=True, kw_only=True)
class ConfirmPage:
    """Context of a confirmation page."""

    page: str
    board: Scoreboard
    title: str
    question: Question
    lead: str = ""


def _ask_to_close(request: HomeRequest, round_: Round) -> HttpResponse:
    """Show the confirmation before a round is closed, with the open entries at its tables.

    Refused: ROUND_NOT_POSTED, and whatever `stages.require_all_results` refuses.
    """
    if round_.state != Round.State.POSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **refusal_facts_of_round(round_))
    stages.require_all_results(round_)
    name = round_names.round_as_object(round_)
    all_in_text, *different_reports = result_texts(round_)
    open_entries = rounds.list_open_at_tables(round_)
    changes: list[str | OpenEntryTexts] = []
    if open_entries:
        count = len(open_entries)
        heading = ngettext("%(n)d thing is still open:", "%(n)d things are still open:", count)
        changes.append(OpenEntryTexts(heading % {"n": count}, closing_words.open_entry_texts(open_entries)))
    changes.append(all_in_text)
    if not round_.stage.is_cut:
        changes.append(
            _("The standings after round %(round)d are shown to everyone.") % {"round": round_.number}
        )
    changes.append(_("After that a result can only be changed as a correction, with a reason."))
    changes += different_reports
    is_blocked = needs_other_role(request, open_entries)
    page = ConfirmPage(
        page="desk",
        board=round_heading.round_scoreboard(round_),
        title=_("Close %(round)s") % {"round": name},
        question=Question(
            changes=changes,
            form=no_shows.no_shows_form(away.no_shows_of_round(round_)),
            action="" if is_blocked else _("Close and update standings"),
            action_url=round_urls.round_url(round_, "pairings:close"),
            cancel_url=round_urls.desk_url(round_.division),
            repeated={"open": [entry.key for entry in open_entries]},
            hint=str(ROLE_REQUIRED) if is_blocked else "",
            danger=bool(open_entries),
        ),
    )
    return render_page(request, "components/confirm.html", page)


ROLE_REQUIRED = gettext_lazy(
    "A penalty is not confirmed yet. The head judge or the organizer must confirm or withdraw it, or "
    "close the round."
)
"""Reason why a user without the required role cannot close the round."""


def result_texts(round_: Round) -> list[str]:
    """Return a sentence with the number of results, then one for each conflicting report.

    A conflicting report is a player's report that contradicts the saved result.
    """
    table_count = round_.matches.filter(right__isnull=False).count()
    return [
        _("All results are in: %(tables)s.") % {"tables": result_words.tables_text(table_count)},
        *(
            _("At table %(table)s %(who)s reported a different result from the one saved: %(text)s.")
            % vars(conflict)
            for conflict in reports_panel.reports_of_round(round_).conflicts
        ),
    ]
