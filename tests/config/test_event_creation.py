"""The installation chooses who may create events."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import get_resolver, reverse

from config import env
from tests import build
from tests.html import markup
from tests.pairings import tom_files as tf
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TYPED = {"kind": "league_challenge", "name": "Cup", "starts_at": "2026-11-21T12:00"}


@pytest.fixture
def client(settings, client: Client) -> Client:
    settings.EVENT_CREATION = "allowed"
    build.permission("add_card")
    client.force_login(build.user("ana"))
    return client


def makers() -> dict[str, object]:
    """Return each URL whose page creates an event, with its form data."""
    named = {}
    for resolver in get_resolver().url_patterns:
        for one in getattr(resolver, "url_patterns", ()):
            if getattr(getattr(one, "callback", None), "creates_homes", False):
                named[f"{resolver.app_name}:{one.name}"] = {}
    return named


def test_every_page_that_makes_events_asks(client):
    expected = {"tournaments:new", "tournaments:restore", "floor:rehearse", "pairings:take_over"}
    assert set(makers()) == expected
    build.user("marta", is_superuser=True)
    for name in makers():
        answer = client.post(reverse(name), TYPED | {"file": tf.swiss(3).decode()})
        assert answer.status_code == 403
        assert "Ask an administrator of this site" in markup(answer)
        assert "<b>ana</b>" in markup(answer)
    assert not Tournament.objects.exists()


def test_the_page_says_whom_to_ask(client, settings):
    settings.CONTACT = "league@example.org"
    for url in ("/", reverse("tournaments:new")):
        page = markup(client.get(url))
        assert "Ask league@example.org to allow it" in page
        assert "Create event" not in page
        assert "Run a rehearsal" not in page


def test_an_administrator_allows_and_forbids_accounts(client, settings):
    admin, ana = Client(), build.User.objects.get(username="ana")
    admin.force_login(build.user("root", is_superuser=True, is_staff=True))
    users = reverse("admin:tournaments_user_changelist")
    chosen = {"_selected_action": [ana.pk]}
    admin.post(users, chosen | {"action": "allow_events"})
    assert client.get(reverse("tournaments:new")).status_code == 200
    client.post(reverse("floor:rehearse"))
    assert Tournament.objects.count() == 1
    admin.post(users, chosen | {"action": "forbid_events"})
    assert client.get(reverse("tournaments:new")).status_code == 403


def test_a_group_allows_too_and_administrators_always_may(client):
    group = Group.objects.create(name="Organizers")
    group.permissions.add(Permission.objects.get(codename="add_tournament"))
    build.User.objects.get(username="ana").groups.add(group)
    assert client.get(reverse("tournaments:new")).status_code == 200
    client.force_login(build.user("root", is_superuser=True))
    assert client.get(reverse("tournaments:new")).status_code == 200


def test_every_account_may_where_it_is_open(client, settings):
    settings.EVENT_CREATION = "open"
    assert client.get(reverse("tournaments:new")).status_code == 200
    client.logout()
    assert reverse("account_login") in client.get(reverse("tournaments:new")).url


@pytest.mark.parametrize(
    ("given", "server", "chosen"),
    [("", False, "open"), ("", True, "allowed"), ("open", True, "open"), ("allowed", False, "allowed")],
)
def test_a_server_lets_allowed_accounts_a_laptop_everybody(monkeypatch, given, server, chosen):
    monkeypatch.setenv("EVENT_CREATION", given)
    assert env.event_creation_setting(server=server) == chosen


def test_a_choice_that_makes_no_sense_stops_the_start(monkeypatch):
    monkeypatch.setenv("EVENT_CREATION", "nobody")
    with pytest.raises(ImproperlyConfigured, match="EVENT_CREATION takes"):
        env.event_creation_setting(server=True)
