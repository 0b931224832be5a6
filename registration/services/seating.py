"""Assign seats: confirm registrations, put them on the waiting list, end offers. Callers lock all divisions first."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from registration import hooks
from registration.engine import seats
from registration.engine.journal_kinds import (
    OfferExpired,
    OfRegistration,
    RegistrationConfirmed,
    RegistrationRequested,
    RegistrationWaiting,
    SeatOffered,
)
from registration.engine.refusals import RegistrationRefusal
from registration.engine.seats import QueuedRegistration, State
from registration.models import DivisionPlaces, Registration, RegistrationSettings
from registration.queries import registrations as queries
from tournaments.engine.person_fields import FIELDS
from tournaments.models import Division, Entry, Tournament, User
from tournaments.services import arrivals, entries, locks
from tournaments.services.arrivals import Arrival

LOG = logging.getLogger(__name__)

LINES: dict[State, type[OfRegistration]] = {
    State.REQUESTED: RegistrationRequested,
    State.WAITING: RegistrationWaiting,
    State.CONFIRMED: RegistrationConfirmed,
    State.EXPIRED: OfferExpired,
}


def lock_registrations(event: Tournament) -> list[Division]:
    """Lock all divisions of an event, in order, to serialize changes of its registrations."""
    return locks.lock_divisions(event)


def locked_registration(row: Registration) -> Registration:
    """Lock the event of a registration and return its current row, with the related rows.

    Refused: REGISTRATION_CHANGED if it was removed.
    """
    lock_registrations(row.tournament)
    stored = Registration.objects.select_related("tournament", "division__tournament", "entry").filter(
        pk=row.pk
    )
    current_row = stored.first()
    if current_row is None:
        raise Refused(RegistrationRefusal.REGISTRATION_CHANGED)
    return current_row


def require_unique_registration(row: Registration) -> None:
    """Require that the person has no other open registration, and the Player ID no other player.

    Only players who have not dropped count. The refusal contains no name.
    Refused: REGISTERED_TWICE, PLAYER_ID_REGISTERED (field).
    """
    others = row.tournament.registrations.filter(state__in=seats.OPEN_STATES).exclude(pk=row.pk)
    if others.filter(email_key=row.email_key, search_key=row.search_key).exists():
        raise Refused(RegistrationRefusal.REGISTERED_TWICE)
    if not row.player_id:
        return
    players = row.tournament.entries.filter(player_number=row.player_id, dropped_in=None)
    if row.entry_id is not None:
        players = players.exclude(pk=row.entry_id)
    if others.filter(player_id=row.player_id).exists() or players.exists():
        raise Refused(RegistrationRefusal.PLAYER_ID_REGISTERED, field="player_id")


def set_registration_state(
    row: Registration, state: State, line: OfRegistration | None, *, by: User | None, now: datetime
) -> None:
    """Save a new state with the time and `by`, write its journal line, and call the hooks.

    If `line` is None, a line of the state's default kind is written.
    """
    previous_state = row.state if row.pk else ""
    row.state, row.decided_at, row.decided_by = state, now, by
    row.save()
    if line is None:
        line = LINES[state](registration=row.pk, number=row.number, before=previous_state)
    journal.write_journal_line(row.tournament, line, by=by, at=now)
    for hook in hooks.state_changed:
        hook(row)


def player_limit_of_division(division: Division) -> int | None:
    """Return the limit of players in a division, or None if there is no limit."""
    return DivisionPlaces.objects.filter(division=division).values_list("places", flat=True).first()


def count_active_players(division: Division) -> int:
    """Count the players of a division who have neither dropped nor been disqualified."""
    return division.entries.filter(dropped_in=None, disqualified=False).count()


def set_first_registration_state(row: Registration, state: State, *, by: User | None, now: datetime) -> None:
    """Give a registration its first state, or its state after approval; CONFIRMED enters the player.

    Refused: whatever `confirm_registration` refuses.
    """
    if state == State.CONFIRMED:
        confirm_registration(row, by=by, now=now)
    else:
        set_registration_state(row, state, None, by=by, now=now)


def state_for_new_registration(division: Division, *, by_hand: bool, now: datetime) -> State:
    """Return the state that a new registration in a division would get at `now`.

    `by_hand` is True if the staff would have to approve it.
    """
    queue = queries.registration_queue_of_division(division)
    free = seats.free_seats(
        player_limit_of_division(division), players=count_active_players(division), queue=queue, now=now
    )
    someone_waits = any(queued.state == State.WAITING for queued in queue)
    return seats.first_registration_state(by_hand=by_hand, free=free, someone_waits=someone_waits)


def require_free_seat(division: Division, *, now: datetime) -> None:
    """Require a seat that is neither taken nor offered, whether or not others are waiting. Refused: NO_SEAT_FREE."""
    queue = queries.registration_queue_of_division(division)
    free = seats.free_seats(
        player_limit_of_division(division), players=count_active_players(division), queue=queue, now=now
    )
    if free == 0:
        raise Refused(RegistrationRefusal.NO_SEAT_FREE)


def confirm_registration(row: Registration, *, by: User | None, now: datetime) -> Entry:
    """Enter a registered player in the event, and confirm the registration.

    Without `by` a new record is created, whatever Player ID was typed, so that no player can take over another
    person's record; staff can merge the two records. If staff approve, people are matched as in a roster. The
    entry of a player who canceled before round 1 is replaced by a new one, so that typing another player's name
    and address gives no access to that player's deck list.
    Refused: whatever `entries.add_entry` refuses.
    """
    earlier = row.tournament.registrations.filter(
        email_key=row.email_key, search_key=row.search_key, state=State.CANCELLED
    )
    # If this were sorted by number, SQLite would read all registrations of the event to find one.
    for previous in earlier.select_related("entry").order_by():
        if previous.entry is not None and previous.entry.dropped_in == 0:
            entries.delete_unpaired_entry(previous.entry, by=by)
    facts = {field.key: getattr(row, field.key) for field in FIELDS if hasattr(row, field.key)}
    arrival = Arrival(
        **facts,
        age_division=row.age_division,
        division=row.division.age_division if row.division else None,
        newcomer=by is None,
        # Another player with the same name does not prevent the registration.
        namesake=True,
    )
    try:
        (entry,) = arrivals.enter_all_arrivals(row.tournament, [arrival], by=by)
    except Refused as refused:
        raise Refused(
            refused.code, **{name: fact for name, fact in refused.facts.items() if name != "row"}
        ) from refused
    entries.journal_added_entry(entry, by=by)
    row.entry = entry
    set_registration_state(row, State.CONFIRMED, None, by=by, now=now)
    return entry


def move_up_waiting_lists_of_divisions(
    event: Tournament, divisions: Iterable[Division], *, now: datetime
) -> None:
    """End expired offers and, until round 1 is paired, give free seats to the waiting lists.

    This concerns only `divisions`, which callers lock first. A seat is offered, or if `accept_hours` is 0
    confirmed immediately. In the whole event, confirmed registrations whose players were removed become canceled.
    """
    settings = queries.registration_settings_of_event(event)
    Registration.objects.filter(tournament=event, state=State.CONFIRMED, entry=None).update(
        state=State.CANCELLED
    )
    for division in divisions:
        queue = queries.registration_queue_of_division(division)
        if not queue:
            continue
        if division.started_at is None:
            _move_up_division(division, queue, settings, now=now)
        else:
            rows = Registration.objects.filter(pk__in=[row.key for row in queue if row.is_expired(now)])
            for row in rows.select_related("tournament").order_by("number"):
                set_registration_state(row, State.EXPIRED, None, by=None, now=now)


def _move_up_division(
    division: Division, queue: list[QueuedRegistration], settings: RegistrationSettings, *, now: datetime
) -> None:
    """End the expired offers of one division, and give its free seats to its waiting list."""
    moves = seats.pending_waiting_list_moves(
        queue, places=player_limit_of_division(division), players=count_active_players(division), now=now
    )
    keys = (*moves.expired, *moves.seated)
    if not keys:
        return
    rows = Registration.objects.select_related("tournament", "division").in_bulk(keys)
    for key in moves.expired:
        set_registration_state(rows[key], State.EXPIRED, None, by=None, now=now)
    for key in moves.seated:
        row = rows[key]
        if not settings.accept_hours:
            _confirm_or_refer_to_staff(row, now=now)
            continue
        row.offered_until = now + timedelta(hours=settings.accept_hours)
        line = SeatOffered(
            registration=row.pk, number=row.number, before=row.state, until=row.offered_until.isoformat()
        )
        set_registration_state(row, State.OFFERED, line, by=None, now=now)


def _confirm_or_refer_to_staff(row: Registration, *, now: datetime) -> None:
    """Confirm a waiting registration. If that is refused, it awaits approval, and the staff decide."""
    try:
        with transaction.atomic():
            confirm_registration(row, by=None, now=now)
    except Refused as refused:
        LOG.info("registration %s waits for the staff: %s", row.pk, refused.code)
        row.refresh_from_db()
        set_registration_state(row, State.REQUESTED, None, by=None, now=now)


@transaction.atomic
def update_waiting_lists(event: Tournament, *, now: datetime | None = None) -> None:
    """Lock an event's divisions and move up their waiting lists, as after a drop or an expired offer."""
    move_up_waiting_lists_of_divisions(event, lock_registrations(event), now=now or timezone.now())


def are_waiting_lists_behind(event: Tournament, *, now: datetime) -> bool:
    """Return whether an offer has expired or a player on a waiting list would get a seat now.

    Makes one query if the waiting lists are empty and no offer is open.
    """
    if not Registration.objects.filter(tournament=event, state__in=queries.IN_QUEUE).exists():
        return False
    expired_offer = Q(state=State.OFFERED, offered_until__lte=now)
    if Registration.objects.filter(expired_offer, tournament=event).exists():
        return True
    return any(
        seat.waiting and seat.free != 0 and seat.division.started_at is None
        for seat in queries.division_seats(event, now=now)
    )


def update_waiting_lists_if_behind(event: Tournament, *, now: datetime) -> None:
    """Move up an event's waiting lists if they are behind.

    Pages call this, so that the lists also move up on an installation without a worker.
    """
    if are_waiting_lists_behind(event, now=now):
        update_waiting_lists(event, now=now)


def update_all_waiting_lists(*, now: datetime) -> int:
    """Move up the waiting lists of every event where they are behind, and count these events."""
    rows = Registration.objects.filter(state__in=queries.IN_QUEUE).values("tournament")
    events = [
        event for event in Tournament.objects.filter(pk__in=rows) if are_waiting_lists_behind(event, now=now)
    ]
    for event in events:
        update_waiting_lists(event, now=now)
    return len(events)
