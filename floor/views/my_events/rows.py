"""Rows of the reader's players, for the page of the reader's events and the card on the home page."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from core import phones
from floor.engine.next_acts import ListState
from floor.queries import my_events as queries
from floor.queries.my_events import MyEvent, MyEvents, MyPlayer
from floor.views.player_matches import WORDS
from floor.words import my_events_words as words
from pairings.queries.rounds.player_matches import PlayerMatch
from registration.engine.seats import State
from tournaments.access import signed_in_user_or_none


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPlayerRow:
    """A player on the page. `todo` is the next action, `todo_url` its address; `line` is the state in one sentence."""

    player: MyPlayer
    url: str
    line: str
    todo: str
    todo_url: str
    list_url: str
    registration_url: str
    rounds: Sequence[tuple[PlayerMatch, str, str, str | Promise]]

    @property
    def match(self) -> PlayerMatch | None:
        """The current match at a table, or None without an opponent or between rounds."""
        current = self.player.current
        return current if current is not None and current.opponent is not None else None


@dataclass(frozen=True, slots=True)
class EventGroup:
    """An event on the page with the reader's players."""

    event: MyEvent
    players: Sequence[MyPlayerRow]


def events_of_reader(request: HttpRequest) -> MyEvents:
    """Return the reader's events, from the links on this phone and from the account."""
    return queries.load_my_events(
        phones.opened_tokens(request), signed_in_user_or_none(request), timezone.now()
    )


def event_groups(events: Collection[MyEvent]) -> list[EventGroup]:
    """Return the events with their rows for the page. No queries."""
    return [EventGroup(event, [_player_row(event, player) for player in event.players]) for event in events]


def _player_row(event: MyEvent, player: MyPlayer) -> MyPlayerRow:
    registration = player.registration
    registration_url = reverse("registration:mine", args=[registration.token]) if registration else ""
    if player.token:
        url = reverse("floor:my", args=[player.token])
    elif player.entry is not None:
        url = reverse("floor:my_here", args=[event.row.slug])
    else:
        url = registration_url
    list_url = ""
    if player.token and player.list_state is not ListState.NONE:
        list_url = reverse("decks:mine", args=[player.token])
    todo, todo_url = _next_action(event, player, list_url, registration_url)
    return MyPlayerRow(
        player=player,
        url=url,
        line=words.player_status_text(event, player, timezone.now()),
        todo=todo,
        todo_url=todo_url,
        list_url=list_url,
        registration_url=registration_url,
        rounds=[(line, *WORDS[line.result]) for line in player.rounds],
    )


def _next_action(event: MyEvent, player: MyPlayer, list_url: str, registration_url: str) -> tuple[str, str]:
    """Return a player's next action and its address, or two empty strings if there is none."""
    registration = player.registration
    if player.entry is None:
        until = registration.offered_until if registration is not None else None
        is_offered = registration is not None and registration.state == State.OFFERED
        if is_offered and until is not None and timezone.now() < until:
            return _("Accept the seat"), registration_url
        return "", ""
    if event.phase == "past" or not list_url:
        return "", ""
    if player.list_state is ListState.FAULTY:
        return _("Fix the deck list"), list_url
    if player.list_state is not ListState.MISSING:
        return "", ""
    if player.list_until is None:
        return _("Hand in the deck list"), list_url
    return _("Hand in the deck list by %(at)s") % {
        "at": words.event_time_text(event, player.list_until)
    }, list_url


def player_names_text(players: Collection[MyPlayer]) -> str:
    """Return the names of players, without duplicates."""
    return ", ".join(dict.fromkeys(player.name for player in players))
