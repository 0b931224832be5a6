"""No new account can have a name like an email address, however it is created; existing ones still work."""

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import build
from tournaments.services import staff_invitations

pytestmark = pytest.mark.django_db

NAME, PASSWORD = "paula@example.org", "correct horse battery"
TYPED = {"username": NAME, "password1": PASSWORD, "password2": PASSWORD}


def made() -> bool:
    return get_user_model().objects.filter(username=NAME).exists()


def by_sign_up(client: Client) -> None:
    client.post(reverse("account_signup"), TYPED)


def by_invitation(client: Client) -> None:
    marta = build.user()
    invitation = staff_invitations.create_staff_invitation(
        build.event(by=marta), by=marta, role="judge", hours=12
    )
    client.post(reverse("tournaments:join", args=[invitation.token]), TYPED)


def by_an_administrator(client: Client) -> None:
    client.force_login(build.user("root", is_staff=True, is_superuser=True))
    client.post(reverse("admin:tournaments_user_add"), TYPED | {"usable_password": "true"})


def by_command(_client: Client) -> None:
    with pytest.raises(CommandError, match="no @"):
        call_command("createsuperuser", interactive=False, username=NAME, email=NAME)


@pytest.mark.parametrize("way", [by_sign_up, by_invitation, by_an_administrator, by_command])
def test_no_new_account_is_called_like_an_address(client, settings, way):
    settings.SIGNUP_OPEN = True
    way(client)
    assert not made()


@pytest.mark.parametrize("way", [by_sign_up, by_invitation, by_an_administrator])
def test_a_name_without_one_is_taken(client, settings, monkeypatch, way):
    """This shows that the refusals above are caused by the name alone."""
    settings.SIGNUP_OPEN = True
    monkeypatch.setitem(TYPED, "username", "paula")
    way(client)
    assert get_user_model().objects.filter(username="paula").exists()


def test_an_account_that_is_called_so_goes_on(client):
    user = build.user(NAME, email=NAME)
    user.set_password(PASSWORD)
    user.save()
    assert client.post(reverse("account_login"), {"login": NAME, "password": PASSWORD}).status_code == 302
    user.full_clean()
