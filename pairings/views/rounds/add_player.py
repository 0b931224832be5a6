"""Add a player, known or new, before the event or late."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
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
from core.requests import SignedInRequest, StaffRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from pairings.forms.add_player import AddPlayerForm
from pairings.queries.desk.division_state import divisions_for_desk
from pairings.queries.rounds import manual_pairing
from pairings.queries.rounds.manual_pairing import LateOffer
from pairings.services.rounds import attendance
from pairings.views import undo_messages
from pairings.views.reports import scoreboard
from pairings.words import round_names
from tournaments import queries
from tournaments.access import event_page
from tournaments.engine.person_fields import Person
from tournaments.engine.refusals import TournamentRefusal
from tournaments.engine.team_entries import TEAMS_ONLY
from tournaments.forms import entries
from tournaments.models import Entry, Tournament, User
from tournaments.queries.people import (
    FoundPlayer,
    find_known_players,
    people_visible_to,
    person_by_number_and_birth,
    person_of_known_player,
)

MAX_FOUND = 8
"""Maximum number of people in search results."""

MIN_LETTERS = 3
"""Minimum number of letters of a name for suggestions."""

NAMESAKE = TournamentRefusal.NAMESAKE_ENTERED
ID_AND_YEAR = re.compile(r"\s*(?P<player_id>[0-9]{1,20})\s+(?P<birth_year>[0-9]{4})\s*", re.ASCII)
"""Pattern of a Player ID with a birth year, which together identify a person."""

FIELD_OF = entries.FIELD_OF | {
    TournamentRefusal.DIVISION_UNKNOWN: "age_division",
    TournamentRefusal.NO_DIVISION_TAKES: "age_division",
    NAMESAKE: "last_name",
    TournamentRefusal.ALREADY_ENTERED: "last_name",
}


@require_http_methods(["GET", "POST"])
@event_page("run")
def enter_player_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the form for one player; a POST adds the player.

    If only teams play, redirect to the teams page. A refusal is shown on the form with the entered data.
    """
    by = request.user
    if request.method == "GET":
        if event.kind in TEAMS_ONLY:
            return redirect("tournaments:team_entries", event.slug)
        person, is_known = _requested_person(request, event)
        form = AddPlayerForm(None, event, by=by, person=person, known=is_known, is_here="here" in request.GET)
        return _render_add_player(request, event, form)
    form = AddPlayerForm(request.POST, event, by=by)
    offer: OfferedPerson | None = None
    if form.is_valid():
        try:
            entry = attendance.enter_player(event, by=by, **form.facts, **form.place)
        except Refused as refused:
            # The refusal is shown at its field, with an offer to add the person who has the Player ID.
            entries.show_refusal(form, refused, FIELD_OF)
            if refused.code == NAMESAKE:
                form.ask_namesake()
            if refused.code == TournamentRefusal.PLAYER_ID_TAKEN:
                url = f"{reverse('pairings:enter', args=[event.slug])}?player={refused.facts['player']}"
                offer = OfferedPerson(str(refused.facts["name"]), url)
        else:
            # The form for the next player has `here` ticked again.
            entry = Entry.objects.select_related("division__tournament", "player").get(pk=entry.pk)
            message = _("%(name)s is added.")
            if entry.joined_round > 1:
                message = _("%(name)s is added and plays from round %(round)d.")
            facts = {"name": entry, "round": entry.joined_round}
            undo_messages.add_undo_message(request, message % facts, entry.division, "EntryAdded")
            query = {"here": "1"} if form.cleaned_data["checked_in"] else {}
            query |= {"late": str(entry.pk)} if manual_pairing.find_late_seat(entry) else {}
            form_url = reverse("pairings:enter", args=[event.slug])
            return redirect(form_url + (f"?{urlencode(query)}" if query else ""))
    return _render_add_player(request, event, form, offer)


def _requested_person(request: SignedInRequest, event: Tournament) -> tuple[Person | None, bool]:
    """Return the person requested in the URL, and whether they come from an event visible to the user.

    Other people are on the organizer's list, or are identified by Player ID and birth year. The person is None
    if there is none.
    """
    key = whole_number(request.GET.get("player", ""))
    if key is not None:
        person = people_visible_to(request.user, event.organizer_id, Q(player=key)).get(key)
        return person, person is not None
    listed_key = whole_number(request.GET.get("listed", ""))
    if listed_key is not None:
        return person_of_known_player(listed_key, organizer=event.organizer_id), False
    id_and_year = ID_AND_YEAR.fullmatch(
        f"{request.GET.get('player_id', '')} {request.GET.get('birth_year', '')}"
    )
    exact_person = _find_by_id_and_year(request, event, id_and_year) if id_and_year else None
    return exact_person or None, False


def _find_by_id_and_year(
    request: HttpRequest, event: Tournament, id_and_year: re.Match[str]
) -> Person | Literal[False] | None:
    """Return the organizer's person with the Player ID and birth year in `id_and_year`.

    Return None if there is no such person, and False after too many attempts.
    """
    player_id, birth_year = id_and_year["player_id"], id_and_year["birth_year"]
    # A correct guess also counts as an attempt, because it reveals the name.
    if not limits.count_attempt_per_subject(request, "find_person", player_id, f"{player_id}:{birth_year}"):
        return False
    return person_by_number_and_birth(player_id, int(birth_year), organizer=event.organizer_id)


def _find_people(text: str, event: Tournament, *, by: User) -> list[FoundPlayer]:
    """List at most MAX_FOUND matching people. Two queries.

    Those of the organizer's earlier events come first, then those on its list of players.
    """
    past_players = queries.find_players(text, by=by, event=event)
    return [*past_players, *find_known_players(text, by=by, event=event)][:MAX_FOUND]


@dataclass(frozen=True, kw_only=True)
class PlayerSearchPart:
    """Search results by name or Player ID.

    - `q`: search text.
    - `other`: person with this Player ID and birth year, if there are no other results.
    - `too_many`: whether there were too many attempts to find `other`.
    """

    q: str
    found: Sequence[FoundPlayer]
    other: Person | bool | None
    too_many: bool


def _search_part(request: SignedInRequest, event: Tournament) -> PlayerSearchPart:
    """Search people visible to the user by name or Player ID.

    Without results, search the organizer's people by Player ID and birth year.
    """
    search_text = request.GET.get("q", "").strip()
    people = _find_people(search_text, event, by=request.user) if search_text else []
    id_and_year = ID_AND_YEAR.fullmatch(search_text)
    exact_person = _find_by_id_and_year(request, event, id_and_year) if id_and_year and not people else None
    return PlayerSearchPart(q=search_text, found=people, other=exact_person, too_many=exact_person is False)


@dataclass(frozen=True, slots=True)
class OfferedPerson:
    """The person who already has the entered Player ID. `url`: form that adds them."""

    name: str
    url: str


@dataclass(frozen=True, kw_only=True)
class AddPlayerPage(PlayerSearchPart):
    """Context of the form for one player.

    - `known`: name of the person in the form, or "" for a new one.
    - `late`: divisions that have started, `late_all`: whether all have.
    - `late_offer`: seat in `late_round` for the player who was just added, `late_url`: URL that assigns it.
    - `offer`: person who already has the entered Player ID.
    """

    page: str
    board: Scoreboard
    form: AddPlayerForm
    known: str
    late: str
    late_all: bool
    late_offer: LateOffer | None
    late_round: str
    late_url: str
    offer: OfferedPerson | None


def _render_add_player(
    request: SignedInRequest, event: Tournament, form: AddPlayerForm, offer: OfferedPerson | None = None
) -> HttpResponse:
    started_divisions = [division for division in divisions_for_desk(event) if division.started_at]
    # Offer a late player who was just added a place in the open round.
    late_seat: LateOffer | None = None
    late_round = late_url = ""
    added_key = whole_number(request.GET.get("late", ""))
    entries = event.entries.select_related("division__tournament", "player")
    added_entry = entries.filter(pk=added_key).first() if added_key is not None else None
    if added_entry and (late_seat := manual_pairing.find_late_seat(added_entry)):
        round_ = late_seat.round
        args = [event.slug, round_.division_id, round_.number, late_seat.entry.pk]
        late_round, late_url = round_names.round_name(round_), reverse("pairings:seat_late", args=args)
    page = AddPlayerPage(
        **vars(_search_part(request, event)),
        page="players",
        board=scoreboard.scoreboard_of_event(event),
        form=form,
        known=form.person_name,
        late=", ".join(str(division) for division in started_divisions),
        late_all=len(started_divisions) == event.divisions.count(),
        late_offer=late_seat,
        late_round=late_round,
        late_url=late_url,
        offer=offer,
    )
    return render_page(request, "pairings/add_player.html", page)


@require_GET
@event_page("run")
def find_player(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show known people who match the text typed so far."""
    return render_page(request, "pairings/parts/found.html", _search_part(request, event))


@require_GET
@event_page("run")
def suggest_player(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show suggestions for the form's own fields, from a Player ID or at least three letters of a name."""
    search_text = request.GET.get("q", "").strip()
    people = _find_people(search_text, event, by=request.user) if len(search_text) >= MIN_LETTERS else []
    return render(request, "pairings/parts/suggested.html", {"found": people})
