"""An account's own list of players: TOM's files are chosen, looked at, and loaded once that is confirmed."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from pairings.forms.files import KnownPlayersForm
from pairings.forms.tom import KnownPlayersConfirm
from tournaments.access import event_page, is_ours, signed_in
from tournaments.engine.refused import Refused
from tournaments.models import KnownPlayer, KnownPlayersLoad, Tournament
from tournaments.queries.people import matching
from tournaments.sentences import refusal_text
from tournaments.services import known_players as services

METHODS = ["GET", "HEAD", "POST"]
MOST_ROWS = 200
"""How many players of one sort a preview names."""
FOUND = 30
"""How many players of the list a search shows."""


@login_required
@require_http_methods(METHODS)
def known_players(request: HttpRequest) -> HttpResponse:
    """The list of the account, from the page of a new event."""
    return _answer(request, None)


@require_http_methods(METHODS)
@event_page("run")
def known_players_here(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The same list, from the players of an event."""
    return _answer(request, event)


@require_POST
@login_required
def forget(request: HttpRequest) -> HttpResponse:
    """Delete the whole list of the account."""
    count = services.delete_all(by=signed_in(request))
    message = ngettext("%(n)s known player deleted.", "%(n)s known players deleted.", count)
    messages.success(request, message % {"n": count})
    return redirect("tournaments:home")


@require_POST
@login_required
def delete_known_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one player of the account's list."""
    name = services.delete_one(pk, by=signed_in(request))
    messages.success(request, _("%(name)s is deleted from your known players.") % {"name": name})
    return _back(request)


@require_POST
@login_required
def undo_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the list back what it was before an import."""
    undone = services.undo_load(pk, by=signed_in(request))
    messages.success(request, _("Undone: players loaded from %(file)s.") % {"file": undone.filename})
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """The page of the list the form stood on."""
    back = request.POST.get("back", "")
    return redirect(back if is_ours(request, back) else reverse("pairings:known_players"))


def _answer(request: HttpRequest, event: Tournament | None) -> HttpResponse:
    if request.method != "POST":
        return _choose(request, event, KnownPlayersForm())
    if "players" in request.POST:
        return _load(request, event)
    form = KnownPlayersForm(request.POST, request.FILES)
    if not form.is_valid():
        return _choose(request, event, form)
    players, filename = form.players()
    if form.errors:
        return _choose(request, event, form)
    try:
        found = services.compare(players, by=signed_in(request))
    except Refused as refused:
        form.add_error("tom_files", refusal_text(refused))
        return _choose(request, event, form)
    context = {
        "seen": found,
        "new": found.new[:MOST_ROWS],
        "new_more": max(len(found.new) - MOST_ROWS, 0),
        "changed": found.changed[:MOST_ROWS],
        "changed_more": max(len(found.changed) - MOST_ROWS, 0),
        "filename": filename,
        "confirm": KnownPlayersConfirm.of(players, filename, signed_in(request)),
    }
    return _page(request, event, context)


def _load(request: HttpRequest, event: Tournament | None) -> HttpResponse:
    confirm = KnownPlayersConfirm(request.POST, user=signed_in(request))
    again = KnownPlayersForm({}, MultiValueDict())
    again.errors.clear()
    if not confirm.is_valid():
        again.add_error("tom_files", _("The file was lost on its way. Choose it again."))
        return _choose(request, event, again)
    given = confirm.cleaned_data
    try:
        found = services.load(given["players"], by=signed_in(request), filename=given["filename"])
    except Refused as refused:
        again.add_error("tom_files", refusal_text(refused))
        return _choose(request, event, again)
    message = _("Your known players: %(new)s added, %(changed)s changed.")
    messages.success(request, message % {"new": len(found.new), "changed": len(found.changed)})
    return redirect(
        reverse("pairings:enter", args=[event.slug]) if event else reverse("pairings:known_players")
    )


def _choose(request: HttpRequest, event: Tournament | None, form: KnownPlayersForm) -> HttpResponse:
    return _page(request, event, {"form": form}, status=422 if form.errors else 200)


def _list(request: HttpRequest) -> dict[str, Any]:
    """The list of the account: how many, those that fit what is looked for, and the imports that can be undone."""
    mine = KnownPlayer.objects.filter(user=signed_in(request))
    text = request.GET.get("q", "").strip()
    wanted = matching(text, number="player_id")
    fitting = list(mine.filter(wanted)[: FOUND + 1]) if wanted is not None else []
    return {
        "listed": mine.count(),
        "q": text,
        "fitting": fitting[:FOUND],
        "more_fit": len(fitting) > FOUND,
        "loads": KnownPlayersLoad.objects.filter(user=signed_in(request)).defer("changes"),
    }


def _page(
    request: HttpRequest, event: Tournament | None, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    back = reverse("tournaments:players", args=[event.slug]) if event else reverse("tournaments:new")
    context |= {
        "page": "players",
        "base": "base.html" if event else "base_plain.html",
        "back_url": back,
        "here": request.path,
        **_list(request),
    }
    response = render(request, "pairings/tom/known_players.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response
