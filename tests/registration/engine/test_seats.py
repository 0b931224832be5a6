"""Who gets a seat, read like a rule book."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.refused import Refused
from registration.engine.seats import (
    Moves,
    Phase,
    QueuedRegistration,
    RegistrationPeriod,
    State,
    first_registration_state,
    free_seats,
    pending_waiting_list_moves,
    place_in_line,
)

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def waits(number: int) -> QueuedRegistration:
    return QueuedRegistration(number, number, State.WAITING)


def offered(number: int, until: datetime = NOW + DAY) -> QueuedRegistration:
    return QueuedRegistration(number, number, State.OFFERED, until)


@pytest.mark.parametrize(
    ("period", "phase", "code"),
    [
        (RegistrationPeriod(False), Phase.OFF, "REGISTRATION_OFF"),
        (RegistrationPeriod(False, NOW - DAY, NOW + DAY), Phase.OFF, "REGISTRATION_OFF"),
        (RegistrationPeriod(True, NOW + DAY), Phase.SOON, "REGISTRATION_NOT_YET"),
        (RegistrationPeriod(True, NOW, NOW + DAY), Phase.OPEN, ""),
        (RegistrationPeriod(True), Phase.OPEN, ""),
        (RegistrationPeriod(True, closes_at=NOW), Phase.OVER, "REGISTRATION_OVER"),
    ],
)
def test_players_register_between_two_moments(period: RegistrationPeriod, phase: Phase, code: str) -> None:
    assert period.phase(NOW) == phase
    if not code:
        period.require_open(NOW)
        return
    with pytest.raises(Refused) as refused:
        period.require_open(NOW)
    assert refused.value.code == code


def test_players_cancel_until_a_moment() -> None:
    assert RegistrationPeriod(True).may_cancel(NOW)
    assert RegistrationPeriod(True, cancel_until=NOW + DAY).may_cancel(NOW)
    assert not RegistrationPeriod(True, cancel_until=NOW).may_cancel(NOW)


def test_a_registration_is_confirmed_if_a_seat_is_free() -> None:
    assert first_registration_state(by_hand=False, free=1, someone_waits=False) == State.CONFIRMED
    assert first_registration_state(by_hand=False, free=None, someone_waits=False) == State.CONFIRMED


def test_in_a_full_division_one_waits_and_behind_others_too() -> None:
    assert first_registration_state(by_hand=False, free=0, someone_waits=False) == State.WAITING
    assert first_registration_state(by_hand=False, free=3, someone_waits=True) == State.WAITING


def test_with_approval_by_hand_everyone_waits_for_it() -> None:
    assert first_registration_state(by_hand=True, free=None, someone_waits=False) == State.REQUESTED


def test_an_offer_holds_its_seat_until_it_expires() -> None:
    queue = [offered(1), offered(2, NOW), waits(3)]
    assert free_seats(8, players=6, queue=queue, now=NOW) == 1
    assert free_seats(None, players=6, queue=queue, now=NOW) is None
    assert free_seats(2, players=6, queue=queue, now=NOW) == 0


def test_a_free_seat_goes_to_the_first_who_waits() -> None:
    queue = [waits(9), waits(7), offered(3)]
    assert pending_waiting_list_moves(queue, places=8, players=6, now=NOW) == Moves((), (7,))
    assert pending_waiting_list_moves(queue, places=8, players=7, now=NOW) == Moves()
    assert pending_waiting_list_moves(queue, places=None, players=7, now=NOW) == Moves((), (7, 9))


def test_an_expired_offer_goes_on_to_the_next_and_not_back() -> None:
    queue = [offered(3, NOW), waits(7), waits(9)]
    assert pending_waiting_list_moves(queue, places=8, players=7, now=NOW) == Moves((3,), (7,))


def test_the_place_in_line_counts_those_who_wait() -> None:
    queue = [offered(3), waits(9), waits(7)]
    assert [place_in_line(queue, key) for key in (3, 7, 9)] == [None, 1, 2]


class Hall:
    """A division whose players register, accept, cancel and let offers expire, by the rules of this room alone."""

    def __init__(self, places: int) -> None:
        self.places, self.now, self.players = places, NOW, set[int]()
        self.queue: dict[int, QueuedRegistration] = {}
        self.last = 0
        self.offers: list[int] = []

    def move_up(self) -> None:
        moved = pending_waiting_list_moves(
            self.queue.values(), places=self.places, players=len(self.players), now=self.now
        )
        for key in moved.expired:
            del self.queue[key]
        for key in moved.seated:
            assert not [row for row in self.queue.values() if row.state == State.WAITING and row.number < key]
            self.queue[key] = offered(key, self.now + DAY)
            self.offers.append(key)

    def register(self) -> None:
        self.last += 1
        free = free_seats(self.places, players=len(self.players), queue=self.queue.values(), now=self.now)
        someone_waits = any(row.state == State.WAITING for row in self.queue.values())
        if first_registration_state(by_hand=False, free=free, someone_waits=someone_waits) == State.CONFIRMED:
            self.players.add(self.last)
        else:
            self.queue[self.last] = waits(self.last)

    def accept(self, choice: int) -> None:
        offers = [
            row for row in self.queue.values() if row.state == State.OFFERED and not row.is_expired(self.now)
        ]
        if offers:
            row = offers[choice % len(offers)]
            del self.queue[row.key]
            self.players.add(row.key)

    def cancel(self, choice: int) -> None:
        people = sorted({*self.players, *self.queue})
        if people:
            key = people[choice % len(people)]
            self.players.discard(key)
            self.queue.pop(key, None)

    @property
    def seats_taken(self) -> int:
        held = sum(row.state == State.OFFERED and not row.is_expired(self.now) for row in self.queue.values())
        return len(self.players) + held


@given(
    places=st.integers(0, 5),
    steps=st.lists(st.tuples(st.sampled_from(("register", "accept", "cancel", "wait")), st.integers(0, 99))),
)
def test_no_order_of_steps_gives_one_seat_too_many_or_asks_anyone_twice(
    places: int, steps: list[tuple[str, int]]
) -> None:
    hall = Hall(places)
    for step, choice in steps:
        if step == "wait":
            hall.now += timedelta(hours=choice)
        elif step == "register":
            hall.register()
        else:
            getattr(hall, step)(choice)
        assert hall.seats_taken <= places
        hall.move_up()
        assert hall.seats_taken <= places
        if any(row.state == State.WAITING for row in hall.queue.values()):
            assert hall.seats_taken == places
    assert len(hall.offers) == len(set(hall.offers))
    assert hall.offers == sorted(hall.offers)
