"""Decisions of staff about registrations: approve, decline, cancel. Each can be undone."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from registration.engine.journal_kinds import (
    RegistrationCancelled,
    RegistrationConfirmed,
    RegistrationDeclined,
    RegistrationWaiting,
)
from registration.engine.refusals import RegistrationRefusal
from registration.engine.seats import State
from registration.models import Registration
from registration.services import registering, seating
from tournaments.models import Tournament, User
from tournaments.services import entries

AFTER: dict[str, State] = {
    RegistrationCancelled.__name__: State.CANCELLED,
    RegistrationConfirmed.__name__: State.CONFIRMED,
    RegistrationDeclined.__name__: State.DECLINED,
    RegistrationWaiting.__name__: State.WAITING,
}
"""The state after a decision, by the kind of its journal line."""


@transaction.atomic
def approve_registration(row: Registration, *, by: User | None, now: datetime | None = None) -> Registration:
    """Approve a registration: confirm it, or else put it on the waiting list.

    A requested registration is confirmed if a seat is free and the waiting list is empty; otherwise it joins the list.
    A waiting, declined or expired one is confirmed if a seat is free, ahead of others on the list. An offered one takes
    its seat. A confirmed one is returned unchanged. Refused: NO_SEAT_FREE, REGISTRATION_ENDED if it was canceled or its
    division removed, REGISTRATION_STARTED, REGISTRATION_CHANGED, REGISTERED_TWICE, PLAYER_ID_REGISTERED (field), and
    whatever `seating.confirm_registration` refuses.
    """
    now = now or timezone.now()
    row = seating.locked_registration(row)
    if row.state == State.CONFIRMED:
        return row
    if row.state == State.CANCELLED or row.division is None:
        raise Refused(RegistrationRefusal.REGISTRATION_ENDED)
    if row.division.started_at is not None:
        raise Refused(RegistrationRefusal.REGISTRATION_STARTED)
    seating.require_unique_registration(row)
    state = State.CONFIRMED
    if row.state == State.REQUESTED:
        state = seating.state_for_new_registration(row.division, by_hand=False, now=now)
    elif row.state != State.OFFERED:
        seating.require_free_seat(row.division, now=now)
    seating.set_first_registration_state(row, state, by=by, now=now)
    return row


@transaction.atomic
def decline_registration(row: Registration, *, by: User | None, now: datetime | None = None) -> Registration:
    """Decline a registration that is not confirmed, and move up the waiting list.

    Repeating this changes nothing.
    Refused: REGISTRATION_ENDED, REGISTRATION_CHANGED.
    """
    now = now or timezone.now()
    row = seating.locked_registration(row)
    if row.state == State.DECLINED:
        return row
    if row.state not in (State.REQUESTED, State.WAITING, State.OFFERED):
        raise Refused(RegistrationRefusal.REGISTRATION_ENDED)
    line = RegistrationDeclined(registration=row.pk, number=row.number, before=row.state)
    seating.set_registration_state(row, State.DECLINED, line, by=by, now=now)
    seating.move_up_waiting_lists_of_divisions(
        row.tournament, row.tournament.divisions.order_by("pk"), now=now
    )
    return row


DECISIONS: dict[str, Callable[..., Registration]] = {
    "approve": approve_registration,
    "decline": decline_registration,
    "cancel": registering.cancel_registration,
}


def decide_registrations(
    event: Tournament, keys: Sequence[int], decision: str, *, by: User
) -> tuple[list[Registration], list[tuple[Registration, Refused]]]:
    """Apply a decision to several registrations.

    Return the changed registrations, and the refused ones, each with its refusal. `decision` is a key of
    DECISIONS.
    """
    changed_rows, refusals = [], []
    for row in event.registrations.filter(pk__in=keys).select_related("tournament").order_by("number"):
        try:
            changed_rows.append(DECISIONS[decision](row, by=by))
        except Refused as refused:
            refusals.append((row, refused))
    return changed_rows, refusals


def undo_registration_decision(line: JournalEvent) -> None:
    """Undo a decision about a registration, and move up the waiting list.

    The entry of a confirmed player is removed, and a canceled player is reinstated. A registration that had a seat or
    an offer only gets it back if a seat is free, but ahead of the waiting list. Refused: UNDO_OVERTAKEN if it was
    decided again or removed, REGISTRATION_CHANGED if it is removed at this moment, NO_SEAT_FREE, REGISTRATION_STARTED,
    REGISTERED_TWICE, PLAYER_ID_REGISTERED (field), and whatever `entries.delete_unpaired_entry` and
    `entries.reinstate_entry` refuse.
    """
    row = Registration.objects.select_related("tournament").filter(pk=line.facts["registration"]).first()
    if row is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row, now = seating.locked_registration(row), timezone.now()
    previous_state = State(line.facts["before"])
    if row.state != AFTER[line.kind] or is_registration_decision_final(line):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if row.division is not None and row.division.started_at is not None:
        raise Refused(RegistrationRefusal.REGISTRATION_STARTED)
    seating.require_unique_registration(row)
    entry = row.entry
    if line.kind == RegistrationConfirmed.__name__ and entry is not None:
        row.entry = None
        row.state, row.decided_at, row.decided_by = previous_state, now, None
        row.save()
        entries.delete_unpaired_entry(entry, by=None)
    else:
        # The player lost the seat by mistake, and so gets it ahead of the waiting list.
        if row.division is not None and previous_state in (State.CONFIRMED, State.OFFERED):
            seating.require_free_seat(row.division, now=now)
        row.state, row.decided_at, row.decided_by = previous_state, now, None
        row.save()
        if previous_state == State.CONFIRMED and entry is not None and entry.dropped_in is not None:
            entries.reinstate_entry(entry, by=None)
    seating.move_up_waiting_lists_of_divisions(
        row.tournament, row.tournament.divisions.order_by("pk"), now=now
    )


def is_registration_decision_final(line: JournalEvent) -> bool:
    """Return whether a decision can no longer be undone.

    That is so if staff did not make it, if it was the registration's first state, or if a later decision
    followed.
    """
    later = JournalEvent.objects.filter(
        tournament=line.tournament_id,
        pk__gt=line.pk,
        facts__registration=line.facts["registration"],
        facts__has_key="before",
        undone_by=None,
    )
    return line.by_id is None or not line.facts["before"] or later.exists()


add_undo(
    undo_registration_decision,
    RegistrationCancelled,
    RegistrationConfirmed,
    RegistrationDeclined,
    RegistrationWaiting,
    is_past=is_registration_decision_final,
)
