"""Pairing options of a division, and requests of its players."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences
from core.engine.refused import Refused
from pairings.engine.ranges import as_text
from pairings.forms.options import ApartForm, OptionsForm, WishForm, player_choices
from pairings.models import EntryWish, KeptApart
from pairings.queries.rounds import options as wishes
from pairings.services.rounds import options as wishing
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.models import Division, Tournament


@require_http_methods(["GET", "POST"])
@event_page("run")
@edits_alone
def options(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The options of the chosen division, its requests, and its pairs that must not meet."""
    home = _chosen(request, event)
    form = OptionsForm(request.POST if request.method == "POST" else None, wishes.of_division(home))
    if request.method == "GET" or not form.is_valid():
        return _page(request, home, options=form)
    wishing.change(home, by=signed_in(request), **form.cleaned_data)
    round_chrome.add_message(request, _("Saved. The next pairing uses it."), home, "PairingOptionsChanged")
    return redirect(_url(home))


@require_POST
@event_page("run")
@edits_alone
def wish(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Set a family or team, or a fixed table, for one player."""
    home = _chosen(request, event)
    form = WishForm(request.POST, home)
    if form.is_valid():
        try:
            wishing.wish(form.cleaned_data["entry"], by=signed_in(request), **form.merged())
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
    if form.errors:
        return _page(request, home, wish=form)
    entry = form.cleaned_data["entry"]
    round_chrome.add_message(
        request, _("Saved for %(name)s.") % {"name": entry}, home, "EntryWishChanged", entry=entry.pk
    )
    return redirect(_url(home))


@require_POST
@event_page("run")
def unwish(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Delete the request of a player."""
    rows = EntryWish.objects.select_related("entry__division__tournament", "entry__player")
    entry = get_object_or_404(rows, entry__tournament=event, pk=pk).entry
    wishing.wish(entry, by=signed_in(request))
    message = _("Pairing request of %(name)s removed.") % {"name": entry}
    round_chrome.add_message(request, message, entry.division, "EntryWishChanged", entry=entry.pk)
    return redirect(_url(entry.division))


@require_POST
@event_page("run")
def keep_apart(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Forbid two players to meet."""
    home = _chosen(request, event)
    form = ApartForm(request.POST, home)
    if form.is_valid():
        first, second, reason = (form.cleaned_data[name] for name in ("first", "second", "reason"))
        try:
            wishing.keep_apart(first, second, by=signed_in(request), reason=reason)
        except Refused as refused:
            form.add_error(None, sentences.refusal_text(refused))
    if form.errors:
        return _page(request, home, apart=form)
    message = _("%(first)s and %(second)s will not be paired.") % form.cleaned_data
    round_chrome.add_message(request, message, home, "MeetingForbidden")
    return redirect(_url(home))


@require_POST
@event_page("run")
def let_meet(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Allow two players to meet again."""
    rows = KeptApart.objects.select_related("first__division__tournament", "first__player", "second__player")
    row = get_object_or_404(rows, first__tournament=event, pk=pk)
    home, names = row.first.division, {"first": row.first, "second": row.second}
    wishing.let_meet(row, by=signed_in(request))
    message = _("%(first)s and %(second)s may be paired again.") % names
    round_chrome.add_message(request, message, home, "PlayersMayMeet")
    return redirect(_url(home))


def _chosen(request: HttpRequest, event: Tournament) -> Division:
    divisions = list(event.divisions.select_related("tournament").order_by("position", "id"))
    return round_chrome.choose(request, divisions)


def _url(home: Division) -> str:
    return f"{reverse('pairings:options', args=[home.tournament.slug])}?division={home.pk}"


def _page(request: HttpRequest, home: Division, **bound: forms.Form) -> HttpResponse:
    event = home.tournament
    query = f"?division={home.pk}"
    divisions = list(event.divisions.order_by("position", "id"))
    context = {
        "page": "settings",
        "board": scoreboard.board(event, home),
        "home": home,
        "tabs": [
            {"label": str(division), "url": f"?division={division.pk}", "current": division == home}
            for division in divisions
            if len(divisions) > 1
        ],
        "options": bound.get("options") or OptionsForm(None, wishes.of_division(home)),
        "wish": bound.get("wish") or WishForm(None, home),
        "apart": bound.get("apart") or ApartForm(None, home),
        "wishes": wishes.wish_rows(home),
        "pairs": wishes.apart_rows(home),
        "players": player_choices(home),
        "blocked_elsewhere": as_text(wishes.blocked_elsewhere(home)),
        "urls": {
            "options": _url(home),
            "wish": reverse("pairings:wish", args=[event.slug]) + query,
            "apart": reverse("pairings:keep_apart", args=[event.slug]) + query,
        },
    }
    return render(request, "pairings/options.html", context)
