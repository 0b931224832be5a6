"""Staff approve, decline and cancel registrations, and undo it."""

import pytest

from core.services import undo
from registration.models import Registration
from registration.services import decisions, payments, registering
from tests import build
from tests.build import refusal
from tests.registration import signing_up as up
from tournaments.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return up.event(2, by_hand=True)


@pytest.fixture
def by(event):
    return build.staff(event, "organizer")


def latest(event, kind):
    return event.journal.filter(kind=kind).latest("pk")


def test_approved_players_are_in_the_event_and_the_rest_wait(event, by):
    rows = up.registered(event, 3)
    assert up.states(event) == ["requested"] * 3
    done, refused = decisions.decide_registrations(event, [row.pk for row in rows], "approve", by=by)
    assert ([row.number for row in done], refused) == ([1, 2, 3], [])
    assert up.states(event) == ["confirmed", "confirmed", "waiting"]


def test_a_waiting_player_is_approved_ahead_of_others_as_soon_as_a_seat_is_free(event, by):
    first, _second, third, fourth = (
        decisions.approve_registration(row, by=by) for row in up.registered(event, 4)
    )
    assert refusal(decisions.approve_registration, fourth, by=by).code == "NO_SEAT_FREE"
    entries.drop_entry(first.entry, by=by, round_number=0)
    assert decisions.approve_registration(fourth, by=by).state == "confirmed"
    assert refusal(decisions.approve_registration, third, by=by).code == "NO_SEAT_FREE"
    assert up.states(event) == ["confirmed", "confirmed", "waiting", "confirmed"]


def test_a_declined_registration_gives_no_seat_and_may_come_again(event, by):
    row = decisions.decline_registration(up.register(event), by=by)
    assert (row.state, event.entries.count()) == ("declined", 0)
    assert up.register(event).number == 2


@pytest.mark.parametrize("decision", ["approve", "decline"])
def test_a_decision_is_undone(event, by, decision):
    row = up.register(event)
    decisions.decide_registrations(event, [row.pk], decision, by=by)
    kind = {"approve": "RegistrationConfirmed", "decline": "RegistrationDeclined"}[decision]
    undo.undo_step(latest(event, kind), by=by)
    assert (up.states(event), event.entries.count()) == (["requested"], 0)
    assert refusal(undo.undo_step, latest(event, kind), by=by).code == "UNDO_ALREADY_DONE"


def test_a_canceled_player_returns_with_the_same_entry(event, by):
    row = decisions.approve_registration(up.register(event), by=by)
    registering.cancel_registration(row, by=by)
    undo.undo_step(latest(event, "RegistrationCancelled"), by=by)
    assert up.states(event) == ["confirmed"]
    assert event.entries.get() == row.entry
    assert event.entries.get().dropped_in is None


def test_the_undo_of_a_cancellation_needs_a_free_seat(by, event):
    first, _second, third = (decisions.approve_registration(row, by=by) for row in up.registered(event, 3))
    registering.cancel_registration(first, by=by)
    registering.accept_seat(Registration.objects.get(pk=third.pk))
    assert refusal(undo.undo_step, latest(event, "RegistrationCancelled"), by=by).code == "NO_SEAT_FREE"


def test_what_a_player_did_is_not_the_staffs_to_undo(event, by):
    row = up.register(event)
    registering.cancel_registration(row, by=None)
    assert refusal(undo.undo_step, latest(event, "RegistrationCancelled"), by=by).code == "UNDO_OVERTAKEN"


def test_fees_are_marked_by_hand_and_from_a_shops_table(event, by):
    rows = up.registered(event, 3)
    assert payments.set_registrations_paid(event, [rows[0].pk], paid=True, by=by) == 1
    assert payments.set_registrations_paid(event, [rows[0].pk], paid=True, by=by) == 0
    table = b"Registration,Status\n1,paid\n2,paid\n3,open\n9,paid\n"
    done = payments.import_payments(event, table, "shop.csv", by=by)
    assert (done.marked, done.known, done.unknown_rows) == (1, 1, (5,))
    assert list(event.registrations.exclude(paid_at=None).values_list("number", flat=True)) == [1, 2]
    assert payments.set_registrations_paid(event, [rows[0].pk], paid=False, by=by) == 1
