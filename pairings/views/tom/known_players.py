"""A team's list of players: choose TOM files, preview them, and load them after confirmation."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.models import Team
from core.queries.teams import acts_for, home_of, membership, teams_of
from core.sentences import refusal_text
from core.web import posted_next
from pairings.documents import known_players as documents
from pairings.forms.files import KnownPlayersForm
from pairings.forms.tom import KnownPlayersConfirm
from pairings.services import known_players as services
from tournaments.access import event_page, signed_in
from tournaments.models import KnownPlayer, KnownPlayersLoad, Tournament
from tournaments.queries.people import matching

METHODS = ["GET", "HEAD", "POST"]
MOST_ROWS = 200
"""The most players of one group listed in a preview."""
FOUND = 30
"""The most players of the list in a search."""


@login_required
@require_http_methods(METHODS)
def known_players(request: HttpRequest) -> HttpResponse:
    """The list of one of the user's teams (`team`, else their own), from the page of a new event."""
    return _answer(request, None, _chosen_team(request))


@require_http_methods(METHODS)
@event_page("run")
def known_players_here(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The list of the event's team, from its players page; others see whom to ask."""
    if not acts_for(signed_in(request), event.organizer):
        back = reverse("tournaments:players", args=[event.slug])
        context = {"page": "players", "team": event.organizer, "back_url": back}
        return render(request, "pairings/tom/known_players_closed.html", context)
    return _answer(request, event, event.organizer)


@require_safe
@login_required
def export(request: HttpRequest, kind: str) -> HttpResponse:
    """The whole list of one of the user's teams as CSV or XLSX; 404 if empty."""
    rows = KnownPlayer.objects.filter(organizer=_chosen_team(request))
    if not rows:
        raise Http404
    response = spreadsheet_response(documents.spreadsheet(rows, kind), "known-players", kind)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@login_required
def forget(request: HttpRequest) -> HttpResponse:
    """Delete the whole list of a team."""
    count = services.delete_all(by=signed_in(request), organizer=_chosen_team(request))
    message = ngettext("%(n)s known player deleted.", "%(n)s known players deleted.", count)
    messages.success(request, message % {"n": count})
    return redirect("tournaments:home")


@require_POST
@login_required
def delete_known_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one player of a list."""
    name = services.delete_one(pk, by=signed_in(request))
    messages.success(request, _("%(name)s is deleted from your known players.") % {"name": name})
    return redirect(posted_next(request) or reverse("pairings:known_players"))


@require_POST
@login_required
def undo_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo an import: restore the former list."""
    undone = services.undo_load(pk, by=signed_in(request))
    messages.success(request, _("Undone: players loaded from %(file)s.") % {"file": undone.filename})
    return redirect(posted_next(request) or reverse("pairings:known_players"))


def _chosen_team(request: HttpRequest) -> Team | None:
    """The requested team, if the user is a member; else their own, None if there is none."""
    user, wanted = signed_in(request), (request.POST or request.GET).get("team", "")
    if not wanted:
        return home_of(user)
    team = whole_number(wanted)
    member = None if team is None else membership(user, team)
    if member is None:
        raise Http404
    return member.team


def _answer(request: HttpRequest, event: Tournament | None, team: Team | None) -> HttpResponse:
    if request.method != "POST":
        return _choose(request, event, team, KnownPlayersForm())
    if "players" in request.POST:
        return _load(request, event, team)
    form = KnownPlayersForm(request.POST, request.FILES)
    if not form.is_valid():
        return _choose(request, event, team, form)
    players, filename = form.players()
    if form.errors:
        return _choose(request, event, team, form)
    try:
        compared = services.compare(players, by=signed_in(request), organizer=team)
    except Refused as refused:
        form.add_error("tom_files", refusal_text(refused))
        return _choose(request, event, team, form)
    context = {
        "seen": compared,
        "new": compared.new[:MOST_ROWS],
        "new_more": max(len(compared.new) - MOST_ROWS, 0),
        "changed": compared.changed[:MOST_ROWS],
        "changed_more": max(len(compared.changed) - MOST_ROWS, 0),
        "filename": filename,
        "confirm": KnownPlayersConfirm.of(players, filename, signed_in(request)),
    }
    return _page(request, event, team, context)


def _load(request: HttpRequest, event: Tournament | None, team: Team | None) -> HttpResponse:
    confirm = KnownPlayersConfirm(request.POST, user=signed_in(request))
    again = KnownPlayersForm({}, MultiValueDict())
    again.errors.clear()
    if not confirm.is_valid():
        again.add_error("tom_files", _("The file was not received. Choose it again."))
        return _choose(request, event, team, again)
    sent = confirm.cleaned_data
    try:
        loaded = services.load(
            sent["players"], by=signed_in(request), filename=sent["filename"], organizer=team
        )
    except Refused as refused:
        again.add_error("tom_files", refusal_text(refused))
        return _choose(request, event, team, again)
    message = _("Your known players: %(new)s added, %(changed)s changed.")
    messages.success(request, message % {"new": len(loaded.new), "changed": len(loaded.changed)})
    if event:
        return redirect("pairings:enter", event.slug)
    return redirect(reverse("pairings:known_players") + _of_team(team))


def _of_team(team: Team | None) -> str:
    return f"?team={team.pk}" if team else ""


def _choose(
    request: HttpRequest, event: Tournament | None, team: Team | None, form: KnownPlayersForm
) -> HttpResponse:
    return _page(request, event, team, {"form": form}, status=422 if form.errors else 200)


def _page(
    request: HttpRequest,
    event: Tournament | None,
    team: Team | None,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    back = reverse("tournaments:players", args=[event.slug]) if event else reverse("tournaments:new")
    mine = KnownPlayer.objects.filter(organizer=team)
    text = request.GET.get("q", "").strip()
    wanted = matching(text, number="player_id")
    fitting = list(mine.filter(wanted)[: FOUND + 1]) if wanted is not None else []
    context |= {
        "page": "players",
        "base": "base.html" if event else "base_plain.html",
        "back_url": back,
        "here": request.path if event else request.path + _of_team(team),
        "team": team,
        "of_team": _of_team(team),
        "teams": [] if event else teams_of(signed_in(request)),
        "listed": mine.count(),
        "q": text,
        "fitting": fitting[:FOUND],
        "more_fit": len(fitting) > FOUND,
        # The imports that can be undone.
        "loads": KnownPlayersLoad.objects.filter(organizer=team).defer("changes"),
    }
    response = render(request, "pairings/tom/known_players.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
