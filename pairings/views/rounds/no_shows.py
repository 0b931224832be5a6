"""List the no-shows of a round, and drop them with one press."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core import sentences
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from pairings.access import round_page
from pairings.engine.refusals import PairingRefusal
from pairings.forms.no_shows import NoShowsForm
from pairings.models import Round
from pairings.queries.rounds import no_shows as queries
from pairings.queries.rounds.no_shows import NoShow
from pairings.services.rounds import no_shows as services
from pairings.views import round_heading, undo_messages
from pairings.views.rounds import round_urls
from pairings.words import result_words, round_names
from tournaments.models import Entry


@require_http_methods(["GET", "POST"])
@round_page("report", back="pairings:no_shows")
def drop_no_shows_page(request: StaffRequest, round_: Round) -> HttpResponse:
    """List a round's no-shows for confirmation, then drop the selected ones."""
    back_url = page_to_return_to(request, round_urls.tables_url(round_))
    rows = queries.no_shows_of_round(round_)
    form = NoShowsForm(request.POST if request.method == "POST" else None, rows, ticked=True, required=True)
    if request.method == "POST" and rows and form.is_valid():
        dropped = services.drop_no_shows(round_, form.leaving, by=request.user)
        message = " ".join(dropped_texts(dropped))
        undo_messages.add_undo_message(request, message, round_.division, "NoShowsDropped")
        return redirect(back_url)
    # If no no-show is left, the page shows the sentence of this refusal.
    count_text = sentences.refusal_text(Refused(PairingRefusal.NO_SHOWS_CHANGED))
    if rows:
        template = ngettext(
            "%(n)d no-show is still in the event.", "%(n)d no-shows are still in the event.", len(rows)
        )
        count_text = template % {"n": len(rows)}
    context = {
        "page": "desk",
        "board": round_heading.round_scoreboard(round_),
        "title": _("No-shows of %(round)s") % {"round": round_names.round_as_object(round_)},
        "lead": "",
        "question": Question(
            heading=_("No-shows"),
            changes=[count_text],
            form=form if rows else None,
            action=_("Drop the selected players") if rows else "",
            action_url=round_urls.round_url(round_, "pairings:no_shows"),
            cancel_url=back_url,
            hidden={"next": back_url},
        ),
    }
    return render(request, "components/confirm.html", context)


def no_shows_form(rows: Sequence[NoShow]) -> NoShowsForm | None:
    """Return the form for the page of another step, with no player selected, or None without no-shows."""
    return NoShowsForm(None, rows) if rows else None


def dropped_texts(dropped: Collection[Entry]) -> list[str]:
    """Return "2 players dropped: Ana Silva, Mei García.", or an empty list if no player was dropped."""
    if not dropped:
        return []
    template = ngettext("%(n)d player dropped: %(names)s.", "%(n)d players dropped: %(names)s.", len(dropped))
    names = result_words.names_and_more_text([str(entry) for entry in dropped])
    return [template % {"n": len(dropped), "names": names}]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShowsCard:
    """Card that offers to drop a division's no-shows."""

    names: str
    division: str
    label: str
    url: str


def build_no_show_cards(*rounds: Round) -> list[NoShowsCard]:
    """Build a card for each of these rounds that has no-shows."""
    no_shows_by_round = [(round_, queries.no_shows_of_round(round_)) for round_ in rounds]
    return [
        NoShowsCard(
            names=", ".join(str(no_show.entry) for no_show in rows),
            division=str(round_.division),
            label=ngettext("Drop %(n)d no-show", "Drop %(n)d no-shows", len(rows)) % {"n": len(rows)},
            url=round_urls.round_url(round_, "pairings:no_shows"),
        )
        for round_, rows in no_shows_by_round
        if rows
    ]
