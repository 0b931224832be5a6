"""Rules about seats: periods of registration, the waiting list and its offers. The current time is an argument.

A seat is either taken by a player in the division or reserved by an offer. A player who registers while others
wait is placed behind them. A free seat is offered to the first player on the waiting list. Each player gets only
one offer, even if it expires.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.engine.refused import Refused
from registration.engine.refusals import RegistrationRefusal


class State(StrEnum):
    """The state of a registration."""

    REQUESTED = "requested"
    WAITING = "waiting"
    OFFERED = "offered"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


OPEN_STATES = (State.REQUESTED, State.WAITING, State.OFFERED, State.CONFIRMED)
"""States of a registration that prevent the same player from registering again."""


class Phase(StrEnum):
    """The phases of registration."""

    OFF = "off"
    SOON = "soon"
    OPEN = "open"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class RegistrationPeriod:
    """When players can register and cancel. None means no limit."""

    is_open: bool
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    cancel_until: datetime | None = None

    def phase(self, now: datetime) -> Phase:
        if not self.is_open:
            return Phase.OFF
        if self.opens_at is not None and now < self.opens_at:
            return Phase.SOON
        return Phase.OVER if self.closes_at is not None and now >= self.closes_at else Phase.OPEN

    def require_open(self, now: datetime) -> None:
        """Require that players can register now.

        Refused: REGISTRATION_OFF, REGISTRATION_NOT_YET (opens), REGISTRATION_OVER.
        """
        phase = self.phase(now)
        if phase == Phase.OFF:
            raise Refused(RegistrationRefusal.REGISTRATION_OFF)
        if phase == Phase.SOON:
            raise Refused(RegistrationRefusal.REGISTRATION_NOT_YET, opens=self.opens_at)
        if phase == Phase.OVER:
            raise Refused(RegistrationRefusal.REGISTRATION_OVER)

    def may_cancel(self, now: datetime) -> bool:
        return self.cancel_until is None or now < self.cancel_until


@dataclass(frozen=True, slots=True)
class QueuedRegistration:
    """A registration on the waiting list or with an open offer.

    `key` is the key of its row, and `number` its place in the order of arrival.
    """

    key: int
    number: int
    state: State
    offered_until: datetime | None = None

    def is_expired(self, now: datetime) -> bool:
        return self.state == State.OFFERED and self.offered_until is not None and now >= self.offered_until


@dataclass(frozen=True, slots=True)
class Moves:
    """Pending changes to a waiting list, as keys of registrations in order.

    The offers of `expired` registrations end, and each `seated` registration gets a seat.
    """

    expired: tuple[int, ...] = ()
    seated: tuple[int, ...] = ()


def first_registration_state(*, by_hand: bool, free: int | None, someone_waits: bool) -> State:
    """Return the state of a new or just approved registration.

    `by_hand` is True for a new registration that the staff have to approve. `free` is the number of free seats,
    or None if there is no limit. `someone_waits` is True if others are on the waiting list.
    """
    if by_hand:
        return State.REQUESTED
    return State.WAITING if someone_waits or (free is not None and free < 1) else State.CONFIRMED


def free_seats(
    places: int | None, *, players: int, queue: Iterable[QueuedRegistration], now: datetime
) -> int | None:
    """Return the number of places neither taken nor reserved by an offer, or None if there is no limit."""
    if places is None:
        return None
    reserved_seats = sum(row.state == State.OFFERED and not row.is_expired(now) for row in queue)
    return max(0, places - players - reserved_seats)


def pending_waiting_list_moves(
    queue: Iterable[QueuedRegistration], *, places: int | None, players: int, now: datetime
) -> Moves:
    """Return which offers expire, and which waiting registrations get the free seats, lowest number first.

    `places` is None if there is no limit. `players` is the number of players in the division.
    """
    rows = sorted(queue, key=lambda row: row.number)
    free = free_seats(places, players=players, queue=rows, now=now)
    waiting = [row.key for row in rows if row.state == State.WAITING]
    return Moves(tuple(row.key for row in rows if row.is_expired(now)), tuple(waiting[:free]))


def place_in_line(queue: Iterable[QueuedRegistration], key: int) -> int | None:
    """Return the place of a registration on the waiting list, from 1, or None if it is not on the list."""
    waiting = sorted((row for row in queue if row.state == State.WAITING), key=lambda row: row.number)
    return next((place for place, row in enumerate(waiting, 1) if row.key == key), None)
