"""Players register, wait, accept and cancel."""

from datetime import timedelta

import pytest
from django.utils import timezone

from registration.models import Registration
from registration.services import registering, seating, settings
from tests import build
from tests.build import refusal
from tests.registration import signing_up as up
from tournaments.models import Entry, Player
from tournaments.services import entries

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def fresh(row: Registration) -> Registration:
    return Registration.objects.select_related("tournament").get(pk=row.pk)


def test_a_registered_player_is_in_the_event_with_the_answers():
    event = up.event(questions=["player_id", "country"])
    row = up.register(event, player_id=" 1000001 ", country="PT", birth_year=1990)
    entry = event.entries.get()
    assert (row.state, row.number, row.entry) == ("confirmed", 1, entry)
    assert (entry.player_number, entry.email, entry.birth_year) == ("1000001", "player1@example.org", None)
    assert (row.country, row.birth_year) == ("PT", None)
    kinds = list(event.journal.order_by("pk").values_list("kind", flat=True))
    assert kinds[-2:] == ["EntryAdded", "RegistrationConfirmed"]
    assert "example.org" not in str(list(event.journal.values_list("facts")))


def test_the_birth_year_decides_the_division():
    event = up.event(divisions=("junior", "senior", "masters"))
    rows = [up.register(event, number, birth_year=year) for number, year in ((1, 2016), (2, 2012), (3, 1990))]
    assert [row.entry.division.age_division for row in rows] == ["junior", "senior", "masters"]


def test_players_choose_a_division_where_no_birth_year_is_asked():
    event = up.event(divisions=("junior", "masters"), questions=[])
    assert refusal(up.register, event).code == "DIVISION_MISSING"
    division = event.divisions.get(age_division="junior")
    row = registering.register_player(event, up.answers(), division=division)
    assert (row.age_division, row.entry.division) == ("junior", division)


def test_a_double_click_registers_once_and_a_second_time_is_refused():
    event = up.event()
    assert up.register(event) == up.register(event)
    later = timezone.now() + HOUR
    assert refusal(up.register, event, now=later).code == "REGISTERED_TWICE"
    assert refusal(up.register, event, email="PLAYER1@example.org", now=later).code == "REGISTERED_TWICE"
    assert up.register(event, 2, email="player1@example.org").number == 2


def test_a_player_id_registers_once_and_names_nobody():
    event = up.event(questions=["player_id"])
    entries.add_entry(event, by=None, first_name="Greta", last_name="Holm", player_id="7")
    up.register(event, 1, player_id="8")
    for number in ("7", "8"):
        refused = refusal(up.register, event, 2, player_id=number)
        assert (refused.code, refused.facts) == ("PLAYER_ID_REGISTERED", {"field": "player_id"})


def test_a_stranger_who_types_a_known_player_id_gets_a_record_of_their_own():
    event = up.event(questions=["player_id", "birth_year"])
    known = build.known("Zoë", "Ångström", "77", 1990, team=event.organizer)
    row = up.register(event, first_name="Zoë", last_name="Ångström", player_id="77", birth_year=1990)
    assert row.entry.player != known
    assert Player.objects.get(pk=known.pk).email == ""


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"is_open": False}, "REGISTRATION_OFF"),
        ({"opens_at": timezone.now() + HOUR}, "REGISTRATION_NOT_YET"),
        ({"closes_at": timezone.now() - HOUR}, "REGISTRATION_OVER"),
        ({"code": "Harbor-26"}, "CODE_WRONG"),
    ],
)
def test_a_closed_registration_says_why(fields, code):
    event = up.event(**fields)
    assert refusal(up.register, event).code == code
    assert not event.registrations.exists()


def test_invited_players_enter_their_code():
    event = up.event(code="Harbor-26")
    assert registering.register_player(event, up.answers(), code=" harbor-26 ").state == "confirmed"


def test_a_full_division_has_a_waiting_list_that_moves_up_in_order():
    event = up.event(2)
    first, _second, third, fourth = up.registered(event, 4)
    assert up.states(event) == ["confirmed", "confirmed", "waiting", "waiting"]
    registering.cancel_registration(first, by=None)
    assert up.states(event) == ["cancelled", "confirmed", "offered", "waiting"]
    assert registering.accept_seat(fresh(third)).state == "confirmed"
    assert refusal(registering.accept_seat, fresh(fourth)).code == "NOT_OFFERED"
    assert event.entries.filter(dropped_in=None).count() == 2


def test_an_offer_that_expires_goes_to_the_next_and_is_not_made_again():
    event = up.event(1, accept_hours=24)
    first, second, third = up.registered(event, 3)
    registering.cancel_registration(first, by=None)
    later = timezone.now() + 25 * HOUR
    assert refusal(registering.accept_seat, fresh(second), now=later).code == "OFFER_OVER"
    assert seating.update_all_waiting_lists(now=later) == 1
    assert up.states(event) == ["cancelled", "expired", "offered"]
    assert seating.update_all_waiting_lists(now=later) == 0
    assert registering.accept_seat(fresh(third), now=later).state == "confirmed"


def test_without_hours_to_accept_the_next_is_confirmed_at_once():
    event = up.event(1, accept_hours=0)
    first, _second, _third = up.registered(event, 3)
    registering.cancel_registration(first, by=None)
    assert up.states(event) == ["cancelled", "confirmed", "waiting"]


def test_a_player_whom_the_staff_drop_leaves_a_seat():
    event = up.event(1)
    up.registered(event, 2)
    entries.drop_entry(event.entries.get(), by=None, round_number=0)
    assert seating.are_waiting_lists_behind(event, now=timezone.now())
    seating.update_waiting_lists(event)
    assert up.states(event) == ["confirmed", "offered"]


def test_more_places_move_the_waiting_list_up():
    event = up.event(1)
    up.registered(event, 3)
    settings.change_registration_settings(event, by=None, places={event.divisions.get(): 2})
    assert up.states(event) == ["confirmed", "offered", "waiting"]


def test_after_round_1_is_paired_nobody_moves_up_or_registers():
    event = up.event(1)
    _first, second = up.registered(event, 2)
    event.divisions.update(started_at=timezone.now())
    event.entries.update(dropped_in=1)
    seating.update_waiting_lists(event)
    assert up.states(event) == ["confirmed", "waiting"]
    assert refusal(up.register, event, 3).code == "REGISTRATION_STARTED"
    assert registering.cancel_registration(fresh(second), by=None).state == "cancelled"


def test_players_cancel_until_a_set_time_and_staff_later_too():
    event = up.event(cancel_until=timezone.now() - HOUR)
    row = up.register(event)
    assert refusal(registering.cancel_registration, row, by=None).code == "CANCEL_TOO_LATE"
    assert registering.cancel_registration(row, by=build.staff(event, "scorekeeper")).state == "cancelled"
    assert event.entries.get().dropped_in == 0


def test_a_player_who_canceled_registers_again_without_the_deck_list_and_link_of_before():
    event = up.event(questions=["player_id"])
    before = up.register(event, player_id="7").entry
    registering.cancel_registration(event.registrations.get(), by=None)
    again = up.register(event, player_id="7")
    assert (again.number, again.state) == (2, "confirmed")
    assert Entry.objects.get(tournament=event) == again.entry != before


def test_answers_are_corrected_until_the_player_is_confirmed():
    event = up.event(1, questions=["player_id"])
    confirmed, waiting = up.registered(event, 2)
    assert registering.correct_answers(waiting, up.answers(2, player_id="12")).player_id == "12"
    line = event.journal.latest("pk")
    assert (line.kind, line.facts["fields"]) == ("RegistrationCorrected", ["player_id"])
    assert refusal(registering.correct_answers, waiting, up.answers(1)).code == "REGISTERED_TWICE"
    assert (
        refusal(registering.correct_answers, confirmed, up.answers(1, player_id="9")).code == "ANSWERS_CLOSED"
    )
