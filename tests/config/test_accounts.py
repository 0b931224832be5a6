"""Signing in: by user name or by e-mail address, and the form says so."""

import pytest
from django.test import Client, RequestFactory

from config.accounts import SignIn
from tests import build
from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db


def test_the_field_says_what_to_type() -> None:
    page = str(SignIn(request=RequestFactory().get("/account/login/")))
    assert "Name or e-mail" in page
    assert 'autocomplete="username"' in page
    assert "placeholder" not in page.split('name="login"')[1].split(">")[0]


@pytest.mark.parametrize("login", ["marta", "marta@example.org", "Marta@Example.org"])
def test_both_sign_in(client: Client, login: str) -> None:
    build.user("marta")
    answer = client.post("/account/login/", {"login": login, "password": "secret"})
    assert answer.status_code == 302
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("unseen", ["\u3164", "\u115f\u1160"])
def test_nobody_signs_up_under_a_name_that_cannot_be_seen(client: Client, unseen: str) -> None:
    typed = {"username": unseen, "password1": "a-long-one-of-mine", "password2": "a-long-one-of-mine"}
    answer = client.post("/account/signup/", typed)
    assert "Choose a name that others can read." in markup(answer)
    assert not User.objects.filter(username=unseen).exists()
