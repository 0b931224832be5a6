"""Sentences about players and expired links on the page of the reader's events."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from floor.queries.my_events import MyEvent, MyPlayer
from pairings.engine.outcomes import Result
from registration.engine.seats import State


def player_status_text(event: MyEvent, player: MyPlayer, now: datetime) -> str:
    """Return a player's current state, or how the event ended for the player, in one sentence."""
    entry = player.entry
    if entry is None:
        return registration_text(event, player, now)
    if entry.disqualified:
        return _("Disqualified")
    standing = player_place_text(event, player)
    if entry.dropped_in is not None:
        dropped = _("Dropped") if player.rounds else _("Dropped before round 1")
        return f"{dropped} · {standing}" if standing else dropped
    current = player.current
    if current is not None and current.opponent is None:
        return _("No opponent this round")
    if standing:
        return standing
    if event.phase == "past":
        return _("Did not play")
    return _("Checked in") if entry.checked_in_at is not None else _("On the list of players")


def player_place_text(event: MyEvent, player: MyPlayer) -> str:
    """Return a player's place with the record, or "" before the first round is closed.

    For a player in the top cut, the latest round of the cut replaces the place.
    """
    if player.place is None:
        return ""
    cut = player.last_cut_match
    if cut is not None:
        won = cut.result is Result.WIN
        top_cut = _("Top cut: %(round)s, won") if won else _("Top cut: %(round)s")
        return f"{top_cut % {'round': cut.cut_round}} · {player.record}"
    is_past = event.phase == "past"
    place = _("Place %(place)s of %(of)s") if is_past else _("Place %(place)s of %(of)s so far")
    return f"{place % {'place': player.place, 'of': player.of}} · {player.record}"


def registration_text(event: MyEvent, player: MyPlayer, now: datetime) -> str:
    """Return the state of the registration of a player without an entry, or "" without a registration.

    Times are in the event's time zone.
    """
    registration = player.registration
    if registration is None:
        return ""
    state = State(registration.state)
    until = registration.offered_until
    if state == State.WAITING:
        return _("On the waiting list, number %(number)s") % {"number": registration.ahead + 1}
    if state == State.OFFERED and until is not None and now < until:
        return _("A seat is free: accept it by %(at)s") % {"at": event_time_text(event, until)}
    texts = {
        State.REQUESTED: _("Awaiting the organizer’s approval"),
        State.OFFERED: _("The time to accept the seat is over"),
        State.EXPIRED: _("The time to accept the seat is over"),
        State.DECLINED: _("The organizer declined the registration"),
        State.CANCELLED: _("The registration is canceled"),
        State.CONFIRMED: _("The organizer removed this player from the event"),
    }
    return texts[state]


def event_time_text(event: MyEvent, moment: datetime) -> str:
    """Return a day and time in the time zone of an event, such as "Saturday 5 December, 18:00"."""
    return date_format(moment.astimezone(event.row.starts_at.tzinfo), "l j F, H:i")


def ended_links_texts(on_phone: int, in_account: int) -> list[str]:
    """Return sentences about the numbers of links on this phone and in the account that no longer work."""
    texts = []
    if on_phone:
        texts.append(
            ngettext(
                "%(n)s player is no longer on this phone: removed from the event, or given a new personal link. If it "
                "is a new link, get it at the desk and open it here.",
                "%(n)s players are no longer on this phone: removed from the event, or given new personal links. If "
                "it is a new link, get it at the desk and open it here.",
                on_phone,
            )
            % {"n": on_phone}
        )
    if in_account:
        texts.append(
            ngettext(
                "%(n)s player is no longer in your account: removed from the event, or given a new personal link.",
                "%(n)s players are no longer in your account: removed from the event, or given new personal links.",
                in_account,
            )
            % {"n": in_account}
        )
    return texts
