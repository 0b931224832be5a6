"""Two-step sign-in: set up with an app, asked at each sign-in, required if the installation says so."""

import re
from collections.abc import Iterator
from time import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from config.accounts import second_factor
from core.models import SignIn
from tests import build
from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db

LOGIN, SET_UP, CODE = "/account/login/", "/account/two-step/totp/activate/", "/account/two-step/authenticate/"


@pytest.fixture(autouse=True)
def nothing_counted(settings) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


def user(name: str = "marta", **more: bool) -> User:
    return build.user(name, password=make_password("secret"), **more)


def code_of(secret: str, later: int = 0) -> str:
    """Return the code that an app shows; `later` counts half minutes."""
    return format_hotp_value(hotp_value(secret, int(time()) // 30 + later))


def sign_in(client: Client, name: str = "marta"):
    return client.post(LOGIN, {"login": name, "password": "secret"})


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def set_up(client: Client) -> tuple[str, list[str]]:
    """Set it up, using only the pages; return its secret and the recovery codes."""
    page = markup(client.get(SET_UP))
    secret = re.search(r"<code>(\w+)</code>", page)
    assert secret
    assert "data:image/svg+xml;base64," in page
    page = markup(client.post(SET_UP, {"code": code_of(secret[1])}, follow=True))
    assert second_factor.has_second_factor(User.objects.get(username="marta"))
    return secret[1], re.findall(r"<code>(\d+)</code>", page)


def test_signing_in_takes_password_and_code(client: Client) -> None:
    user()
    sign_in(client)
    secret, codes = set_up(client)
    assert len(codes) == 10
    phone = Client()
    assert sign_in(phone)["Location"] == CODE
    assert not signed_in(phone)
    wrong = phone.post(CODE, {"code": "000000"})
    assert "This code is wrong or too old" in markup(wrong)
    assert not signed_in(phone)
    phone.post(CODE, {"code": code_of(secret, later=1)})
    assert signed_in(phone)
    assert set(SignIn.objects.values_list("outcome", flat=True)) == {"ok", "wrong_code"}


def test_a_recovery_code_counts_once(client: Client) -> None:
    user()
    sign_in(client)
    _secret, codes = set_up(client)
    first, second = Client(), Client()
    for phone in (first, second):
        sign_in(phone)
        phone.post(CODE, {"code": codes[0]})
    assert signed_in(first)
    assert not signed_in(second)


def test_codes_cannot_be_guessed(client: Client) -> None:
    """After ten attempts in ten minutes, by anyone, even the right code is refused."""
    user()
    sign_in(client)
    secret, _codes = set_up(client)
    thief = Client()
    sign_in(thief)
    for at in range(10):
        thief.post(CODE, {"code": f"{at:06}"})
    answer = thief.post(CODE, {"code": code_of(secret, later=1)})
    assert not signed_in(thief)
    assert "Too many" in markup(answer)


def guess(client: Client, times: int = 10) -> None:
    sign_in(client)
    for at in range(times):
        client.post(CODE, {"code": f"{at:06}"})


@pytest.mark.parametrize("by", ["app", "recovery code"])
@pytest.mark.parametrize("where", ["elsewhere", "on the owner’s own device"])
def test_wrong_codes_keep_the_owner_of_a_known_device_in(client: Client, where: str, by: str) -> None:
    user()
    sign_in(client)
    secret, codes = set_up(client)
    client.post(reverse("account_logout"))
    guess(Client() if where == "elsewhere" else client)
    sign_in(client)
    client.post(CODE, {"code": code_of(secret, later=1) if by == "app" else codes[0]})
    assert signed_in(client)


def test_a_recovery_code_opens_on_a_new_device_although_somebody_guessed(client: Client) -> None:
    user()
    sign_in(client)
    _secret, codes = set_up(client)
    guess(Client())
    phone = Client()
    sign_in(phone)
    phone.post(CODE, {"code": codes[0]})
    assert signed_in(phone)


@pytest.mark.parametrize("kind", ["app", "recovery code"])
def test_nobody_guesses_for_ever(client: Client, kind: str) -> None:
    """On a known device, twenty attempts in ten minutes; elsewhere, ten recovery codes."""
    user()
    sign_in(client)
    _secret, codes = set_up(client)
    thief = client if kind == "app" else Client()
    client.post(reverse("account_logout"))
    sign_in(thief)
    for at in range(20):
        thief.post(CODE, {"code": f"{at:06}" if kind == "app" else f"{at:08}"})
    last = "000000" if kind == "app" else codes[0]
    assert "Too many wrong codes" in markup(thief.post(CODE, {"code": last}))
    assert not signed_in(thief)


def test_sessions_of_the_password_alone_end(client: Client, django_capture_on_commit_callbacks) -> None:
    user()
    other = Client()
    sign_in(other)
    sign_in(client)
    with django_capture_on_commit_callbacks(execute=True):
        set_up(client)
    assert signed_in(client)
    assert other.get(reverse("security")).status_code == 302


def test_turning_it_off_asks_who_it_is(client: Client) -> None:
    """On an unattended laptop, it cannot be turned off once the password was entered more than five minutes ago."""
    user()
    sign_in(client)
    set_up(client)
    session = client.session
    session["account_authentication_methods"] = [
        one | {"at": time() - 3600} for one in session["account_authentication_methods"]
    ]
    session.save()
    answer = client.post("/account/two-step/totp/deactivate/")
    assert answer["Location"].startswith("/account/reauthenticate/")
    assert "Type your password once more" in markup(client.get(answer["Location"]))
    assert second_factor.has_second_factor(User.objects.get())
    client.post(answer["Location"], {"password": "secret"})
    client.post("/account/two-step/totp/deactivate/")
    assert not second_factor.has_second_factor(User.objects.get())


def test_an_administrator_removes_it(client: Client, capsys) -> None:
    user()
    sign_in(client)
    set_up(client)
    call_command("remove_second_factor", "marta")
    phone = Client()
    sign_in(phone)
    assert signed_in(phone)
    with pytest.raises(CommandError, match="no second factor"):
        call_command("remove_second_factor", "marta")
    with pytest.raises(CommandError, match="no account"):
        call_command("remove_second_factor", "nobody")


class TestRequired:
    @pytest.fixture(autouse=True)
    def required(self, settings) -> None:
        settings.SECOND_FACTOR = "required"
        settings.EVENT_CREATION = "allowed"

    @pytest.mark.parametrize("role", ["organizer", "head_judge", "scorekeeper", "judge"])
    def test_staff_are_led_to_it_before_any_page_of_theirs(self, client: Client, role: str) -> None:
        event = build.event()
        client.force_login(build.staff(event, role))
        for url in ("/", f"/e/{event.slug}/", f"/e/{event.slug}/players", f"/e/{event.slug}/journal"):
            assert client.get(url).headers.get("Location") == SET_UP, url
        assert client.post(f"/e/{event.slug}/players", {}).headers["Location"] == SET_UP

    def test_administrators_too(self, client: Client) -> None:
        client.force_login(user(is_staff=True, is_superuser=True))
        assert client.get("/admin/")["Location"] == SET_UP

    def test_set_up_opens_everything(self, client: Client) -> None:
        user(is_superuser=True)
        sign_in(client)
        set_up(client)
        assert client.get("/").status_code == 200

    def test_players_and_readers_are_left_alone(self, client: Client) -> None:
        assert client.get("/").status_code == 200
        client.force_login(user())
        assert client.get("/").status_code == 200

    @pytest.mark.parametrize("path", ["/my/x", "/l/x", "/account/security", "/manifest.webmanifest"])
    def test_what_needs_no_account_stays_open(self, client: Client, path: str) -> None:
        client.force_login(user(is_staff=True))
        assert client.get(path).headers.get("Location") != SET_UP
