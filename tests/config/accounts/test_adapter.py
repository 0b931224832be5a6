"""Signing in by username or email address, as the form says, and signing up with a readable name."""

import re

import pytest
from django.test import Client, RequestFactory

from config.accounts.adapter import SignInForm
from tests import build
from tests.forms import form_with
from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db

LETTERS = ("\u3164", "\u115f\u1160", "\uffa0")
"""Fillers that count as letters, so that no other check refuses them."""

LONG = "a-long-one-of-mine"


def test_the_field_says_what_to_type() -> None:
    page = str(SignInForm(request=RequestFactory().get("/account/login/")))
    assert "Username or email" in page
    assert 'autocomplete="username"' in page
    assert "placeholder" not in page.split('name="login"')[1].split(">")[0]


def test_labels_have_one_capital_and_optional_is_said_once(client: Client) -> None:
    page = str(markup(client.get("/account/signup/")))
    assert "(optional)" not in page
    assert re.search(r"<label[^>]*>\s*Email\b", page)
    client.force_login(build.user("ana"))
    page = str(markup(client.get("/account/password/change/")))
    assert "Current password" in page
    assert "New password (again)" in page
    assert " Password" not in page


@pytest.mark.parametrize("login", ["marta", "marta@example.org", "Marta@Example.org"])
def test_both_sign_in(client: Client, login: str) -> None:
    build.user("marta")
    answer = client.post("/account/login/", {"login": login, "password": "secret"})
    assert answer.status_code == 302
    assert "_auth_user_id" in client.session


def signs_up(client: Client, name: str) -> str:
    """Return the response of the sign-up page to its form, filled in like this."""
    typed = form_with(client.get("/account/signup/"), "username")
    typed |= {"username": [name], "password1": [LONG], "password2": [LONG]}
    return markup(client.post("/account/signup/", typed, follow=True))


@pytest.mark.parametrize("unseen", [*LETTERS[1:], *build.UNSEEN])
def test_nobody_signs_up_under_a_name_that_cannot_be_seen(client: Client, unseen: str) -> None:
    page = signs_up(client, unseen)
    assert 'name="password2"' in page
    assert "Choose a name that others can read." in page or "valid username" in page
    assert "Choose a name that others can read." in page or unseen not in LETTERS
    assert not User.objects.exists()
    assert "_auth_user_id" not in client.session


def test_a_name_in_any_letters_signs_up(client: Client) -> None:
    assert "Hello, 아나" in signs_up(client, "아나")
    assert User.objects.get().username == "아나"
