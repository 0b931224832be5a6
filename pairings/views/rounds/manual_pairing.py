"""Manual changes to a paired round, before and after posting."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core import sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import StaffRequest
from core.text_parts import text_labeled_with_part
from pairings.access import redirect_round_missing, round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.forms.manual_pairing import ManualMatchForm, TakeOutForm, hidden_values
from pairings.models import Match, Round
from pairings.queries.rounds import dependent_rows
from pairings.queries.rounds import manual_pairing as manual_pairing_queries
from pairings.services.rounds import late_entries, manual_pairing, re_pairing
from pairings.views import round_heading, undo_messages
from pairings.views.rounds import round_urls
from pairings.views.rounds.closing import OpenEntryTexts
from pairings.words import round_names
from tournaments.words.entrants import are_entrants_teams

Act = Callable[[bool], object]
"""A step, called with whether to ignore warnings."""

STILL_OPEN = (Outcome.PENDING, Outcome.BYE)
"""Outcomes of matches whose players can be paired again."""


@require_GET
@round_page("run")
def manual_pairing_page(request: StaffRequest, round_: Round) -> HttpResponse:
    """Show the possible manual changes to this round.

    For a closed round or a round of the top cut, redirect to the desk with a message.
    """
    if round_.state == Round.State.CLOSED or round_.stage.is_cut:
        return redirect_round_missing(request, round_.division, round_.number)
    return _render_manual_pairing(request, round_)


def _render_manual_pairing(request: HttpRequest, round_: Round, **bound: forms.Form) -> HttpResponse:
    """Render the page. `bound` has the rejected form to show again: `match` or `leave`."""
    possible_changes = manual_pairing_queries.load_changeable_round(round_)
    url_names = ("draw_some", "make_match", "take_out", "draw_posted_again")
    context = {
        "page": "desk",
        "board": round_heading.round_scoreboard(round_),
        "round": round_,
        "inside": round_names.round_as_object(round_),
        "name": round_names.round_name(round_),
        "unposted": round_.state == Round.State.UNPOSTED,
        "back_url": round_urls.review_or_desk_url(round_),
        "lines": [
            {
                "id": match.pk,
                "table": match.table,
                "left": str(match.left),
                "right": str(match.right) if match.right else _("Bye"),
            }
            for match in possible_changes.matches
            if match.outcome in STILL_OPEN
        ],
        "late": possible_changes.late,
        "results": possible_changes.results,
        "players": possible_changes.players,
        "match_form": bound.get("match") or ManualMatchForm(None, round_.division),
        "leave_form": bound.get("leave") or TakeOutForm(None, round_.division),
        "urls": {name: round_urls.round_url(round_, f"pairings:{name}") for name in url_names},
    }
    return render(request, "pairings/manual_pairing.html", context)


@require_POST
@round_page("run", back="pairings:change")
def re_pair_tables(request: StaffRequest, round_: Round) -> HttpResponse:
    """Break up the selected tables and pair their players again."""
    match_keys = {
        key for typed_key in request.POST.getlist("tables") if (key := whole_number(typed_key)) is not None
    }
    matches = list(Match.objects.filter(round=round_, pk__in=match_keys))
    manual_pairing.re_pair_matches(round_, matches, by=request.user)
    message = ngettext("%(n)d table is re-paired.", "%(n)d tables are re-paired.", len(matches))
    undo_messages.add_undo_message(
        request, message % {"n": len(matches)}, round_.division, "TablesDrawnAgain", round=round_.number
    )
    return redirect(round_urls.review_or_desk_url(round_))


@require_POST
@round_page("run")
def make_match_view(request: StaffRequest, round_: Round) -> HttpResponse:
    """Pair two players, or give one player the bye.

    If there are warnings, ask for confirmation first.
    """
    form = ManualMatchForm(request.POST, round_.division)
    if not form.is_valid():
        return _render_manual_pairing(request, round_, match=form)
    first, second = form.cleaned_data["first"], form.cleaned_data["second"]

    def act(anyway: bool) -> object:
        return manual_pairing.make_match(round_, first, second, by=request.user, anyway=anyway)

    return _run_manual_change(
        request,
        round_,
        act,
        form=form,
        name="match",
        kind="MatchMadeByHand",
        title=_("%(first)s meets %(second)s") % {"first": first, "second": second}
        if second
        else _("The bye for %(name)s") % {"name": first},
        url="pairings:make_match",
    )


@require_POST
@round_page("run")
def take_out_player(request: StaffRequest, round_: Round) -> HttpResponse:
    """Drop a player after the round was paired.

    If there are warnings, ask for confirmation first.
    """
    form = TakeOutForm(request.POST, round_.division)
    if not form.is_valid():
        return _render_manual_pairing(request, round_, leave=form)
    entry = form.cleaned_data["entry"]

    def act(anyway: bool) -> object:
        return late_entries.take_out_of_round(entry, round_, by=request.user, anyway=anyway)

    return _run_manual_change(
        request,
        round_,
        act,
        form=form,
        name="leave",
        kind="EntryTakenOut",
        title=_("Drop %(name)s") % {"name": entry},
        url="pairings:take_out",
    )


def _run_manual_change(
    request: StaffRequest,
    round_: Round,
    act: Act,
    *,
    form: forms.Form,
    name: str,
    kind: str,
    title: str,
    url: str,
) -> HttpResponse:
    """Run a step. Ask for confirmation if it has warnings; show a refusal on the form.

    - `act`: the step, called with whether to ignore warnings.
    - `name`: the form's name on the page.
    - `kind`: journal kind that the message offers to undo.
    - `title`: title of the confirmation, and message.
    - `url`: name of the URL that takes the step.
    """
    try:
        act(request.POST.get("anyway") == "yes")
    except Refused as refused:
        if refused.code == PairingRefusal.MATCH_HAS_WARNINGS:
            warnings: Any = refused.facts["warnings"]
            context = {
                "page": "desk",
                "board": round_heading.round_scoreboard(round_),
                "title": title,
                "lead": _("There is a problem with this change."),
                "question": Question(
                    changes=[sentences.refusal_code_text(code, facts) for code, facts in warnings],
                    action=_("Do it anyway"),
                    action_url=round_urls.round_url(round_, url),
                    cancel_url=round_urls.round_url(round_, "pairings:change"),
                    hidden=hidden_values(form) | {"anyway": "yes"},
                ),
            }
            return render(request, "components/confirm.html", context)
        form.add_error(None, sentences.refusal_text(refused))
        return _render_manual_pairing(request, round_, **{name: form})
    undo_messages.add_undo_message(request, f"{title}.", round_.division, kind, round=round_.number)
    return redirect(round_urls.review_or_desk_url(round_))


@require_POST
@round_page("run", back="pairings:change")
def seat_late_player(request: StaffRequest, round_: Round, pk: int) -> HttpResponse:
    """Pair a late player in this round, or give them the bye."""
    entry = get_object_or_404(round_.division.tournament.entries.select_related("player"), pk=pk)
    late_entries.seat_late_entry(entry, round_, by=request.user)
    seats = round_.seats.select_related("match__left__player", "match__right__player")
    match = seats.get(entry=entry).match
    kind = "LateEntryGivenBye" if match.right is None else "LateEntrySeated"
    facts = {"left": match.left, "right": match.right, "table": match.table}
    if match.right is None:
        message = _("%(left)s has the bye.")
    elif round_.state == Round.State.UNPOSTED:
        message = _("Table %(table)s: %(left)s against %(right)s.")
    else:
        message = _("Table %(table)s: %(left)s against %(right)s. Tell both players.")
    undo_messages.add_undo_message(request, message % facts, round_.division, kind, round=round_.number)
    return redirect(round_urls.review_or_desk_url(round_))


@require_http_methods(["GET", "POST"])
@round_page("run", back="pairings:desk")
def re_pair_posted_round(request: StaffRequest, round_: Round) -> HttpResponse:
    """Ask for confirmation, then unpost the round and pair it with another random seed."""
    if request.method == "POST":
        re_pairing.re_pair_posted(round_, by=request.user)
        message = _("%(round)s is no longer posted and has new pairings. Review and post it.")
        facts = {"round": round_names.round_name(round_)}
        undo_messages.add_undo_message(
            request, message % facts, round_.division, "PostedRoundDrawnAgain", round=round_.number
        )
        return redirect(round_urls.round_url(round_, "pairings:review"))

    name = round_names.round_name_in_sentence(round_)
    lost_rows: list[OpenEntryTexts] = []
    if rows := dependent_rows.count_match_dependents(round_):
        texts = [
            text_labeled_with_part(capfirst(model._meta.verbose_name_plural), count) for model, count in rows
        ]
        lost_rows.append(OpenEntryTexts(_("Removed with the old tables, even if you undo this:"), texts))
    context = {
        "page": "desk",
        "board": round_heading.round_scoreboard(round_),
        "title": _("Unpost and re-pair %(round)s") % {"round": name},
        "lead": "",
        "question": Question(
            changes=[
                _("Players do not see %(round)s until it is posted again.") % {"round": name},
                (
                    _("All checked-in teams are re-paired with another random seed.")
                    if are_entrants_teams()
                    else _("All checked-in players are re-paired with another random seed.")
                ),
                _("Announce it: many players have already looked up their table."),
                *lost_rows,
            ],
            action=_("Unpost and re-pair"),
            action_url=round_urls.round_url(round_, "pairings:draw_posted_again"),
            cancel_url=round_urls.round_url(round_, "pairings:change"),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)
