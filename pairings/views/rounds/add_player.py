"""Add a player: found while typing, or new; in time, or late."""

import re
from typing import Any, Literal
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core import limits
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from pairings.forms.add_player import EnterForm
from pairings.queries.rounds import desk, manual_pairing
from pairings.services.rounds import attendance
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments import queries
from tournaments.access import event_page, signed_in
from tournaments.engine.person_fields import Person
from tournaments.engine.refusals import TournamentRefusal
from tournaments.forms import entries
from tournaments.models import Entry, Tournament, User
from tournaments.queries.people import FoundPlayer, find_exactly, find_listed, known_people, listed_person

MOST_FOUND = 8
LEAST_LETTERS = 3
NAMESAKE = TournamentRefusal.NAMESAKE_ENTERED
EXACTLY = re.compile(r"\s*(?P<player_id>[0-9]{1,20})\s+(?P<birth_year>[0-9]{4})\s*", re.ASCII)
FIELD_OF = entries.FIELD_OF | {
    TournamentRefusal.DIVISION_UNKNOWN: "age_division",
    TournamentRefusal.NO_DIVISION_TAKES: "age_division",
    NAMESAKE: "last_name",
    TournamentRefusal.ALREADY_ENTERED: "last_name",
}


@require_http_methods(["GET", "POST"])
@event_page("run")
def enter(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The form for one player; refusals are shown on it, with the entered data."""
    by = signed_in(request)
    if request.method == "GET":
        person, is_known = _requested_person(request, event)
        form = EnterForm(None, event, by=by, person=person, known=is_known, is_here="here" in request.GET)
        return _page(request, event, form)
    form = EnterForm(request.POST, event, by=by)
    offer: dict[str, Any] = {}
    if form.is_valid():
        try:
            entry = attendance.enter(event, by=by, **form.who)
        except Refused as refused:
            # Show the refusal at its field, and offer the person who has the Player ID.
            entries.show_refusal(form, refused, FIELD_OF)
            if refused.code == NAMESAKE:
                form.ask_namesake()
            if refused.code == TournamentRefusal.PLAYER_ID_TAKEN:
                url = f"{reverse('pairings:enter', args=[event.slug])}?player={refused.facts['player']}"
                offer = {"offer": {"name": refused.facts["name"], "url": url}}
        else:
            # Redirect to the form for the next player, with `here` ticked again if it was.
            entry = Entry.objects.select_related("division__tournament", "player").get(pk=entry.pk)
            message = _("%(name)s is added.")
            if entry.joined_round > 1:
                message = _("%(name)s is added and plays from round %(round)d.")
            facts = {"name": entry, "round": entry.joined_round}
            round_chrome.add_message(request, message % facts, entry.division, "EntryAdded")
            query = {"here": "1"} if form.cleaned_data["checked_in"] else {}
            query |= {"late": str(entry.pk)} if manual_pairing.late_offer(entry) else {}
            again = reverse("pairings:enter", args=[event.slug])
            return redirect(again + (f"?{urlencode(query)}" if query else ""))
    return _page(request, event, form, offer)


def _requested_person(request: HttpRequest, event: Tournament) -> tuple[Person | None, bool]:
    """The person to add, and whether the user has an entry of theirs; otherwise from the list, or found exactly."""
    key = whole_number(request.GET.get("player", ""))
    if key is not None:
        person = known_people(signed_in(request), event.organizer_id, Q(player=key)).get(key)
        return person, person is not None
    listed = whole_number(request.GET.get("listed", ""))
    if listed is not None:
        return listed_person(listed, organizer=event.organizer_id), False
    exactly = EXACTLY.fullmatch(f"{request.GET.get('player_id', '')} {request.GET.get('birth_year', '')}")
    other = _of_other_events(request, event, exactly) if exactly else None
    return other or None, False


def _of_other_events(
    request: HttpRequest, event: Tournament, exactly: re.Match[str]
) -> Person | Literal[False] | None:
    """The organizer's person with that Player ID and birth year; None if there is none, False after too
    many guesses.
    """
    player_id, birth_year = exactly["player_id"], exactly["birth_year"]
    # A right guess counts like a wrong one: it reveals the name.
    if not limits.count_new(request, "find_person", player_id, f"{player_id}:{birth_year}"):
        return False
    return find_exactly(player_id, int(birth_year), organizer=event.organizer_id)


def _known(text: str, event: Tournament, *, by: User) -> list[FoundPlayer]:
    """People of the organizer's events, then those of its list. Two queries."""
    played = queries.find_players(text, by=by, event=event)
    return [*played, *find_listed(text, by=by, event=event)][:MOST_FOUND]


def _search(request: HttpRequest, event: Tournament) -> dict[str, object]:
    """People the user can see by name or Player ID; without any, the organizer's by Player ID and birth year."""
    text = request.GET.get("q", "").strip()
    people = _known(text, event, by=signed_in(request)) if text else []
    exactly = EXACTLY.fullmatch(text)
    other = _of_other_events(request, event, exactly) if exactly and not people else None
    return {"q": text, "found": people, "other": other, "too_many": other is False}


def _page(
    request: HttpRequest, event: Tournament, form: EnterForm, offer: dict[str, Any] | None = None
) -> HttpResponse:
    started = [division for division in desk.divisions(event) if division.started_at]
    # The place for the player just added in the open round
    late: dict[str, object] = {}
    key = whole_number(request.GET.get("late", ""))
    rows = event.entries.select_related("division__tournament", "player")
    added = rows.filter(pk=key).first() if key is not None else None
    if added and (seat := manual_pairing.late_offer(added)):
        round_ = seat.round
        args = [event.slug, round_.division_id, round_.number, seat.entry.pk]
        late = {
            "late_offer": seat,
            "late_round": result_words.round_name(round_),
            "late_url": reverse("pairings:seat_late", args=args),
        }
    context = {
        "page": "players",
        "board": scoreboard.board(event),
        "form": form,
        "known": form.person_name,
        "late": ", ".join(str(division) for division in started),
        "late_all": len(started) == event.divisions.count(),
        **_search(request, event),
        **late,
        **(offer or {}),
    }
    return render(request, "pairings/add_player.html", context)


@require_GET
@event_page("run")
def find_player(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Known people matching the text so far."""
    return render(request, "pairings/parts/found.html", _search(request, event))


@require_GET
@event_page("run")
def suggest_player(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Known people for the form's own fields: a Player ID, or at least three letters of a name."""
    text = request.GET.get("q", "").strip()
    people = _known(text, event, by=signed_in(request)) if len(text) >= LEAST_LETTERS else []
    return render(request, "pairings/parts/suggested.html", {"found": people})
