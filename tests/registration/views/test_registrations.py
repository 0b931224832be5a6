"""The staff's list of registrations and its settings."""

import csv
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from registration.models import RegistrationSettings
from registration.queries.registrations import registration_settings_of_event
from registration.services import settings
from tests import build
from tests.build import refusal
from tests.registration import signing_up as up
from tournaments.engine.team_entries import KINDS

pytestmark = pytest.mark.django_db


def url(event, name, *keys):
    return reverse(f"registration:{name}", args=[event.slug, *keys])


@pytest.fixture
def desk(client: Client):
    def sign_in(event, role="organizer"):
        client.force_login(build.staff(event, role))
        return client

    return sign_in


def decide(client: Client, event, do: str, *rows):
    return client.post(url(event, "decide"), {"do": do, "row": [row.pk for row in rows]}, follow=True)


def test_an_organizer_opens_registration(desk):
    event = build.event(published=True)
    client, division = desk(event), event.divisions.get()
    typed = {
        "is_open": "on",
        "opens_at": "2026-10-01T08:00",
        "closes_at": "2026-11-20T20:00",
        "accept_hours": "12",
        "questions": ["birth_year", "player_id"],
        f"places_{division.pk}": "64",
    }
    assert client.post(url(event, "settings"), typed).status_code == 302
    row = registration_settings_of_event(event)
    assert (row.is_open, row.accept_hours, row.questions) == (True, 12, ["player_id", "birth_year"])
    assert division.registration_places.places == 64
    assert event.journal.latest("pk").kind == "RegistrationSettingsChanged"
    assert 'value="2026-10-01T08:00"' in client.get(url(event, "settings")).content.decode()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"opens_at": "2026-11-02T08:00", "closes_at": "2026-11-01T08:00"}, "closes before it opens"),
        ({"questions": ["guardian"]}, "Ask for the birth year too"),
        ({"questions": ["birth_year", "rules"]}, "Enter the rules that players accept."),
    ],
)
def test_settings_that_do_not_fit_are_refused_at_their_field(desk, typed, sentence):
    event = build.event(published=True)
    answer = desk(event).post(url(event, "settings"), {"is_open": "on", "accept_hours": "24"} | typed)
    assert sentence in answer.content.decode()
    assert not RegistrationSettings.objects.exists()


def test_teams_do_not_register_themselves():
    event = build.event(published=True)
    event.kind = sorted(KINDS)[0]
    refused = refusal(settings.change_registration_settings, event, by=None, is_open=True)
    assert refused.code == "TEAMS_ENTERED_BY_STAFF"


def test_the_code_is_not_in_the_journal():
    event = up.event(code="harbor-26")
    assert "harbor-26" not in str(list(event.journal.values_list("facts")))


def test_staff_approve_decline_and_cancel_many_at_once(desk):
    event = up.event(2, by_hand=True)
    rows = up.registered(event, 4)
    client = desk(event, "scorekeeper")
    text = decide(client, event, "approve", *rows[:3]).content.decode()
    assert "3 registrations approved. 1 of them is on the waiting list." in text
    decide(client, event, "decline", rows[3])
    decide(client, event, "cancel", rows[0])
    assert up.states(event) == ["cancelled", "confirmed", "offered", "declined"]


def test_one_decision_is_undone_from_its_message(desk):
    event = up.event(by_hand=True)
    client = desk(event)
    answer = decide(client, event, "decline", up.register(event))
    (message,) = answer.context["messages"]
    assert message.extra_tags.startswith("undo=")


def test_a_refusal_names_its_player(desk):
    event = up.event(1)
    _first, second = up.registered(event, 2)
    text = decide(desk(event), event, "approve", second).content.decode()
    assert f"{second}: No seat is free in this division." in text


def test_nothing_chosen_is_a_sentence(desk):
    event = up.event()
    assert "Choose at least one registration." in decide(desk(event), event, "approve").content.decode()
    row = up.register(event)
    assert "Choose what to do with them." in decide(desk(event), event, "²", row).content.decode()


def test_the_list_is_filtered(desk):
    event = up.event(1, questions=["player_id"], fee="5 €")
    first, second = up.registered(event, 2)
    client = desk(event)
    decide(client, event, "paid", first)
    for query, row in (
        ({"state": "waiting"}, second),
        ({"paid": "yes"}, first),
        ({"q": second.last_name}, second),
        ({"q": "2"}, second),
    ):
        page = client.get(url(event, "registrations"), query).context["list"]
        assert list(page.filter.qs) == [row]
    assert client.get(url(event, "registrations"), {"q": "²"}).status_code == 200
    assert client.get(url(event, "registration", second.pk)).status_code == 200


def test_payments_of_a_shop_are_marked_and_strange_rows_are_named(desk):
    event = up.event(fee="5 €")
    up.registered(event, 2)
    text = "Email\nplayer2@example.org\nstranger@example.org"
    answer = desk(event).post(url(event, "payments"), {"text": text})
    assert "Rows 3 have no number" in answer.content.decode()
    assert list(event.registrations.exclude(paid_at=None).values_list("number", flat=True)) == [2]
    answer = desk(event).post(url(event, "payments"), {"text": "Colour\nred"})
    assert "No column with a registration number" in answer.content.decode()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_list_is_a_spreadsheet(desk, kind):
    event = up.event(questions=["country"])
    up.register(event, country="PT")
    answer = desk(event).get(url(event, "export", kind))
    assert answer.status_code == 200
    if kind == "csv":
        (line,) = csv.DictReader(StringIO(answer.content.decode("utf-8-sig")))
        assert (line["Email address"], line["Country"]) == ("player1@example.org", "Portugal")


def test_the_list_takes_the_same_queries_with_more_registrations(desk):
    event = up.event(3)
    client = desk(event)
    up.registered(event, 5)
    counts = []
    for _ in range(2):
        client.get(url(event, "registrations"))
        with CaptureQueriesContext(connection) as queries:
            client.get(url(event, "registrations"))
        counts.append(len(queries))
        for number in range(10, 20):
            up.register(event, number)
    assert counts[0] == counts[1]


def test_judges_do_not_see_addresses(desk):
    event = up.event()
    assert desk(event, "judge").get(url(event, "registrations")).status_code == 403
