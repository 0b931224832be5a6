"""Manual changes of a paired round, before and after it is posted."""

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
from core.wording import labelled
from pairings.access import round_page
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.forms.manual_pairing import LeaveForm, MatchForm, hidden
from pairings.models import Match, Round
from pairings.queries.rounds import hanging_rows
from pairings.queries.rounds import manual_pairing as manual_pairing_queries
from pairings.services.rounds import late_entries, manual_pairing, re_pairing
from pairings.views.rounds import round_chrome
from pairings.views.rounds.closing import OpenTexts
from pairings.words import result_words
from tournaments.access import signed_in

Act = Callable[[bool], object]
STILL_OPEN = (Outcome.PENDING, Outcome.BYE)


@require_GET
@round_page("run")
def change(request: HttpRequest, round_: Round) -> HttpResponse:
    """The manual changes possible in this round."""
    if round_.state == Round.State.CLOSED or round_chrome.is_cut(round_):
        return round_chrome.redirect_round_missing(request, round_.division, round_.number)
    return _page(request, round_)


def _page(request: HttpRequest, round_: Round, **bound: forms.Form) -> HttpResponse:
    changing = manual_pairing_queries.changing(round_)
    unposted = round_.state == Round.State.UNPOSTED
    names = ("draw_some", "make_match", "take_out", "draw_posted_again")
    context = {
        "page": "desk",
        "board": round_chrome.board(round_),
        "round": round_,
        "inside": result_words.round_as_object(round_),
        "name": result_words.round_name(round_),
        "unposted": unposted,
        "back_url": round_chrome.round_url(round_, "pairings:review")
        if unposted
        else round_chrome.desk_url(round_.division),
        "lines": [
            {
                "id": match.pk,
                "table": match.table,
                "left": str(match.left),
                "right": str(match.right) if match.right else _("Bye"),
            }
            for match in changing.matches
            if match.outcome in STILL_OPEN
        ],
        "late": changing.late,
        "results": changing.results,
        "players": changing.players,
        "match_form": bound.get("match") or MatchForm(None, round_.division),
        "leave_form": bound.get("leave") or LeaveForm(None, round_.division),
        "urls": {name: round_chrome.round_url(round_, f"pairings:{name}") for name in names},
    }
    return render(request, "pairings/manual_pairing.html", context)


@require_POST
@round_page("run", back="pairings:change")
def draw_some(request: HttpRequest, round_: Round) -> HttpResponse:
    """Break the selected tables and pair their players again."""
    keys = {key for typed in request.POST.getlist("tables") if (key := whole_number(typed)) is not None}
    matches = list(Match.objects.filter(round=round_, pk__in=keys))
    manual_pairing.re_pair_some(round_, matches, by=signed_in(request))
    message = ngettext("%(n)d table is re-paired.", "%(n)d tables are re-paired.", len(matches))
    round_chrome.add_message(
        request, message % {"n": len(matches)}, round_.division, "TablesDrawnAgain", round=round_.number
    )
    return redirect(_next(round_))


@require_POST
@round_page("run")
def make_match(request: HttpRequest, round_: Round) -> HttpResponse:
    """Pair two players, or give one the bye; warnings are shown first."""
    form = MatchForm(request.POST, round_.division)
    if not form.is_valid():
        return _page(request, round_, match=form)
    first, second = form.cleaned_data["first"], form.cleaned_data["second"]

    def act(anyway: bool) -> object:
        return manual_pairing.make_match(round_, first, second, by=signed_in(request), anyway=anyway)

    return _try(
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
def take_out(request: HttpRequest, round_: Round) -> HttpResponse:
    """Drop a player after the pairing."""
    form = LeaveForm(request.POST, round_.division)
    if not form.is_valid():
        return _page(request, round_, leave=form)
    entry = form.cleaned_data["entry"]

    def act(anyway: bool) -> object:
        return late_entries.take_out(entry, round_, by=signed_in(request), anyway=anyway)

    return _try(
        request,
        round_,
        act,
        form=form,
        name="leave",
        kind="EntryTakenOut",
        title=_("Drop %(name)s") % {"name": entry},
        url="pairings:take_out",
    )


def _try(
    request: HttpRequest,
    round_: Round,
    act: Act,
    *,
    form: forms.Form,
    name: str,
    kind: str,
    title: str,
    url: str,
) -> HttpResponse:
    """Run a step; ask first if there are warnings; show a refusal on the form."""
    try:
        act(request.POST.get("anyway") == "yes")
    except Refused as refused:
        if refused.code == PairingRefusal.MATCH_HAS_WARNINGS:
            warnings: Any = refused.facts["warnings"]
            context = {
                "page": "desk",
                "board": round_chrome.board(round_),
                "title": title,
                "lead": _("There is a reason against this."),
                "question": Question(
                    changes=[sentences.code_text(code, facts) for code, facts in warnings],
                    action=_("Do it anyway"),
                    action_url=round_chrome.round_url(round_, url),
                    cancel_url=round_chrome.round_url(round_, "pairings:change"),
                    hidden=hidden(form) | {"anyway": "yes"},
                ),
            }
            return render(request, "components/confirm.html", context)
        form.add_error(None, sentences.refusal_text(refused))
        return _page(request, round_, **{name: form})
    round_chrome.add_message(request, f"{title}.", round_.division, kind, round=round_.number)
    return redirect(_next(round_))


def _next(round_: Round) -> str:
    if round_.state == Round.State.UNPOSTED:
        return round_chrome.round_url(round_, "pairings:review")
    return round_chrome.desk_url(round_.division)


@require_POST
@round_page("run", back="pairings:change")
def seat_late(request: HttpRequest, round_: Round, pk: int) -> HttpResponse:
    """Seat a late player in this round."""
    entry = get_object_or_404(round_.division.tournament.entries.select_related("player"), pk=pk)
    late_entries.seat_late(entry, round_, by=signed_in(request))
    seat = round_.seats.select_related("match__left__player", "match__right__player").get(entry=entry)
    kind = "LateEntryGivenBye" if seat.match.right is None else "LateEntrySeated"
    match = seat.match
    facts = {"left": match.left, "right": match.right, "table": match.table}
    if match.right is None:
        message = _("%(left)s has the bye.")
    elif round_.state == Round.State.UNPOSTED:
        message = _("Table %(table)s: %(left)s against %(right)s.")
    else:
        message = _("Table %(table)s: %(left)s against %(right)s. Tell both.")
    round_chrome.add_message(request, message % facts, round_.division, kind, round=round_.number)
    return redirect(_next(round_))


@require_http_methods(["GET", "POST"])
@round_page("run", back="pairings:desk")
def draw_posted_again(request: HttpRequest, round_: Round) -> HttpResponse:
    """Ask, then unpost the round and pair it again."""
    if request.method == "POST":
        re_pairing.re_pair_posted(round_, by=signed_in(request))
        message = _("%(round)s is no longer posted and has new pairings. Review and post it.")
        facts = {"round": result_words.round_name(round_)}
        round_chrome.add_message(
            request, message % facts, round_.division, "PostedRoundDrawnAgain", round=round_.number
        )
        return redirect(round_chrome.round_url(round_, "pairings:review"))

    name = result_words.round_inside(round_)
    lost: list[OpenTexts] = []
    if rows := hanging_rows.at_tables(round_):
        texts = [labelled(capfirst(model._meta.verbose_name_plural), n) for model, n in rows]
        lost.append(OpenTexts(_("Removed with the old tables, even if you undo this:"), texts))
    context = {
        "page": "desk",
        "board": round_chrome.board(round_),
        "title": _("Unpost and re-pair %(round)s") % {"round": name},
        "lead": "",
        "question": Question(
            changes=[
                _("Players do not see %(round)s until it is posted again.") % {"round": name},
                _("All checked-in players are re-paired with another random seed."),
                _("Announce it: many players have already looked up their table."),
                *lost,
            ],
            action=_("Unpost and re-pair"),
            action_url=round_chrome.round_url(round_, "pairings:draw_posted_again"),
            cancel_url=round_chrome.round_url(round_, "pairings:change"),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)
