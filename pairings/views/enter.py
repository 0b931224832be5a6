"""Adding a player: found while typing, or new; in time, or late."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from pairings.forms.enter import EnterForm
from pairings.queries import desk
from pairings.services import entries
from pairings.views import frame, scoreboard
from tournaments import queries, sentences
from tournaments.access import event_page
from tournaments.engine.refused import Refused
from tournaments.models import Entry, Player, Tournament

ASK_NAMESAKE = "NAMESAKE_ENTERED"
FIELD_OF = {
    "PLAYER_ID_NOT_DIGITS": "player_id",
    "PLAYER_ID_TAKEN": "player_id",
    "BIRTH_YEAR_IMPOSSIBLE": "birth_year",
    "DIVISION_UNKNOWN": "category",
    "NO_DIVISION_TAKES": "category",
    "NAME_MISSING": "last_name",
    ASK_NAMESAKE: "last_name",
    "ALREADY_ENTERED": "last_name",
}


@require_http_methods(["GET", "POST"])
@event_page("run")
def enter(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The form for one player; what is refused stands on it, with what was typed."""
    if request.method == "GET":
        return _page(request, event, EnterForm(None, event, known=_known(request.GET.get("player", ""))))
    form = EnterForm(request.POST, event)
    offer: dict[str, Any] = {}
    if form.is_valid():
        try:
            entry = entries.enter(event, by=frame.signed_in(request), **form.who)
        except Refused as refused:
            offer = _refuse(form, event, refused)
        else:
            return _entered(request, event, entry)
    return _page(request, event, form, offer)


def _entered(request: HttpRequest, event: Tournament, entry: Entry) -> HttpResponse:
    division = Entry.objects.select_related("division__tournament").get(pk=entry.pk).division
    late = entry.joined_round > 1
    said = _("%(name)s is in and plays from round %(round)d.") if late else _("%(name)s is in.")
    frame.say(request, said % {"name": entry.player, "round": entry.joined_round}, division, "EntryAdded")
    return redirect(reverse("pairings:enter", args=[event.slug]))


def _refuse(form: EnterForm, event: Tournament, refused: Refused) -> dict[str, Any]:
    """Put the sentence on its field; whose Player ID it is can be taken instead."""
    form.add_error(FIELD_OF.get(refused.code), sentences.say_refused(refused))
    if refused.code == ASK_NAMESAKE:
        form.ask_namesake()
    if refused.code != "PLAYER_ID_TAKEN":
        return {}
    url = f"{reverse('pairings:enter', args=[event.slug])}?player={refused.facts['player']}"
    return {"offer": {"name": refused.facts["name"], "url": url}}


def _known(key: str) -> Player | None:
    wanted = frame.number(key)
    return Player.objects.filter(pk=wanted).first() if wanted is not None else None


def _page(
    request: HttpRequest, event: Tournament, form: EnterForm, offer: dict[str, Any] | None = None
) -> HttpResponse:
    started = [division for division in desk.divisions(event) if division.started_at]
    text = request.GET.get("q", "").strip()
    context = {
        "page": "players",
        "board": scoreboard.board(event),
        "form": form,
        "known": form.initial.get("player"),
        "late": ", ".join(str(division) for division in started),
        "late_all": len(started) == event.divisions.count(),
        "q": text,
        "found": queries.find_players(text, event=event) if text else [],
        **(offer or {}),
    }
    return render(request, "pairings/enter.html", context)


@require_GET
@event_page("run")
def find_player(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Known people for what is typed so far."""
    text = request.GET.get("q", "").strip()
    found = queries.find_players(text, event=event) if text else []
    return render(request, "pairings/parts/found.html", {"found": found, "q": text})
