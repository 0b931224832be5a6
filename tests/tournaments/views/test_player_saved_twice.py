"""Two staff members save a player at the same time: neither overwrites untouched fields, and no input is lost."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import build
from tests.forms import form_with
from tests.html import markup
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

Form = dict[str, list[str]]


@pytest.fixture
def entry() -> Entry:
    event = build.event(by=build.user("marta"))
    build.add_players(event, 1)
    return event.entries.get()


def staff(entry: Entry) -> Client:
    client = Client()
    client.force_login(build.staff(entry.tournament, "scorekeeper"))
    return client


def opened(client: Client, entry: Entry) -> Form:
    page = client.get(reverse("tournaments:player", args=[entry.tournament.slug, entry.pk]))
    return form_with(page, "awarded_byes")


def save(client: Client, entry: Entry, form: Form, **typed: str):  # type: ignore[no-untyped-def]
    sent = form | {name: [value] for name, value in typed.items()}
    return client.post(reverse("tournaments:player_save", args=[entry.tournament.slug, entry.pk]), sent)


TYPED = [
    ("first_name", "Ada"),
    ("last_name", "Holm"),
    ("player_id", "1234567"),
    ("birth_year", "1991"),
    ("awarded_byes", "2"),
    ("late", "on"),
    ("notes", "Needs a chair"),
]


@pytest.mark.parametrize(("name", "value"), TYPED)
def test_what_one_changed_is_left_alone_by_another_who_did_not_touch_it(entry, name, value):
    one, other = staff(entry), staff(entry)
    mine, theirs = opened(one, entry), opened(other, entry)
    assert save(one, entry, mine, **{name: value}).status_code == 302
    another = "notes" if name != "notes" else "first_name"
    assert save(other, entry, theirs, **{another: "By the other"}).status_code == 302
    now = opened(one, entry)
    assert (now[name], now[another]) == ([value], ["By the other"])


@pytest.mark.parametrize(("name", "value"), [row for row in TYPED if row[0] != "late"])
def test_a_field_that_both_changed_is_refused_once_and_stays_as_it_was_typed(entry, name, value):
    one, other = staff(entry), staff(entry)
    mine, theirs = opened(one, entry), opened(other, entry)
    assert save(one, entry, mine, **{name: value}).status_code == 302
    different = {"birth_year": "1992", "awarded_byes": "3", "player_id": "7654321"}.get(name, "Other")
    page = save(other, entry, theirs, **{name: different})
    assert f"This was changed to “{value}” after you opened the page." in markup(page)
    again = form_with(page, "awarded_byes")
    assert again[name] == [different]
    assert opened(one, entry)[name] == [value]
    assert save(other, entry, again).status_code == 302
    assert opened(one, entry)[name] == [different]


def test_both_typing_the_same_is_no_conflict(entry):
    one, other = staff(entry), staff(entry)
    mine, theirs = opened(one, entry), opened(other, entry)
    assert save(one, entry, mine, notes="Chair").status_code == 302
    assert save(other, entry, theirs, notes="Chair").status_code == 302
