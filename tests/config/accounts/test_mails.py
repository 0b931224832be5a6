"""E-mails about an account, worded by us in the reader's language, and the pages to which they link."""

import re
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from tests import build
from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db

RESET = "/account/password/reset/"
ADDRESS = "marta@stadium.example"
SECRET = "Long-and-own-5"


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def marta() -> User:
    user = build.user("marta", password="x")
    user.email = ADDRESS
    user.save()
    return user


@pytest.mark.parametrize(
    ("language", "subject", "asks"),
    [
        ("en", "New password", "Someone asked for a new password for the account marta at testserver."),
        (
            "es",
            "Contraseña nueva",
            "Alguien ha pedido una contraseña nueva para la cuenta marta de testserver.",
        ),
        ("fr", "Nouveau mot de passe", "Quelqu’un a demandé un nouveau mot de passe pour le compte marta"),
        ("pt-br", "Nova senha", "Alguém pediu uma nova senha para a conta marta em testserver."),
    ],
)
def test_a_new_password_comes_by_a_letter_whose_link_works_once(
    client: Client, marta: User, language: str, subject: str, asks: str
) -> None:
    client.post(RESET, {"email": ADDRESS}, headers={"Accept-Language": language})
    (letter,) = mail.outbox
    assert letter.subject == f"[testserver] {subject}"
    assert letter.body.startswith(asks)
    assert letter.body.endswith("\n\nStadium, testserver")
    link = re.findall(r"http://testserver(\S+)", letter.body)[0]
    page = client.get(link, follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": SECRET, "password2": SECRET})
    marta.refresh_from_db()
    assert marta.check_password(SECRET)
    assert "This link was already used" in markup(client.get(link, headers={"Accept-Language": "en"}))


def test_an_address_without_an_account_is_told_so(client: Client) -> None:
    client.post(RESET, {"email": "nobody@stadium.example"})
    (letter,) = mail.outbox
    assert "with this address, but no account has it" in letter.body


@override_settings(ACCOUNT_EMAIL_VERIFICATION="mandatory")
def test_an_address_is_confirmed_by_its_link(client: Client) -> None:
    typed = {"username": "marta", "email": ADDRESS, "password1": SECRET, "password2": SECRET}
    assert "We sent you a link." in markup(client.post("/account/signup/", typed, follow=True))
    (letter,) = mail.outbox
    assert letter.body.startswith("The account marta at testserver gave this address.")
    link = re.findall(r"http://testserver(\S+)", letter.body)[0]
    assert f"{ADDRESS} will be the address of the account marta." in markup(client.get(link))
    client.post(link)
    assert EmailAddress.objects.get(email=ADDRESS).verified
    assert "This link no longer works" in markup(client.get(reverse("account_confirm_email", args=["a:b:c"])))


def test_a_known_address_is_not_taken_twice(client: Client, marta: User) -> None:
    typed = {"username": "other", "email": ADDRESS, "password1": SECRET, "password2": SECRET}
    with override_settings(ACCOUNT_EMAIL_VERIFICATION="mandatory"):
        page = client.post("/account/signup/", typed, follow=True)
    (letter,) = mail.outbox
    assert letter.subject == "[testserver] You already have an account"
    assert "We sent you a link." in markup(page)
    assert not User.objects.filter(username="other").exists()


def test_a_disabled_account_says_who_enables_it(client: Client) -> None:
    assert "An administrator of this site can enable it again." in markup(client.get("/account/inactive/"))
