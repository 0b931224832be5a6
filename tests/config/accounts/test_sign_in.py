"""All sign-ins use one check: attempts are limited, with or without Redis, and strangers lock no one out."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import Settings

from config.caches import cache_settings
from tests import build
from tests.html import markup
from tests.own_redis import OwnRedis, running
from tournaments.models import User

pytestmark = pytest.mark.django_db

LOGIN = "/account/login/"
TOO_MANY = "Too many wrong passwords"


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    cache.clear()
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
    cache.clear()


def user(name: str = "marta", **more: bool) -> User:
    return build.user(name, password=make_password("secret"), **more)


def guess(
    client: Client,
    password: str = "wrong",
    *,
    name: str = "marta",
    address: str = "198.51.100.1",
    **more: str,
):
    return client.post(LOGIN, {"login": name, "password": password}, REMOTE_ADDR=address, **more)


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


class TestAdministration:
    def test_its_sign_in_is_that_of_everybody(self, client: Client) -> None:
        user("marta", is_staff=True, is_superuser=True)
        answer = client.get("/admin/", follow=True)
        assert answer.redirect_chain[-1][0] == f"{LOGIN}?next=%2Fadmin%2F"
        assert client.post("/admin/login/", {"username": "marta", "password": "secret"}).status_code == 302
        assert not signed_in(client)
        answer = client.post(
            answer.redirect_chain[-1][0], {"login": "marta", "password": "secret", "next": "/admin/"}
        )
        assert answer["Location"] == "/admin/"
        assert client.get("/admin/").status_code == 200

    def test_guesses_end(self, client: Client) -> None:
        user("marta", is_staff=True, is_superuser=True)
        pages = [
            client.post(
                "/admin/login/?next=/admin/", {"login": "marta", "password": f"guess {n}"}, follow=True
            )
            for n in range(3)
        ] + [guess(client, f"guess {n}") for n in range(6)]
        assert TOO_MANY in pages[-1].text
        guess(client, "secret")
        assert not signed_in(client)

    def test_an_account_without_rights_is_told_so(self, client: Client) -> None:
        client.force_login(user("ana"))
        assert client.get("/admin/login/").status_code == 403


class TestStrangers:
    def test_wrong_passwords_from_other_addresses_keep_nobody_out(self, client: Client) -> None:
        user("marta")
        for number in range(60):
            guess(Client(), address=f"203.0.113.{number}")
        guess(client, "secret", address="198.51.100.7")
        assert signed_in(client)

    def test_one_address_ends_for_a_name_and_then_for_all(self, client: Client) -> None:
        user("marta")
        user("ana")
        pages = [guess(client) for _ in range(6)]
        assert [TOO_MANY in markup(page) for page in pages] == [False] * 5 + [True]
        assert TOO_MANY in guess(client, "secret").text
        assert TOO_MANY not in guess(client, name="ana").text
        pages = [guess(client, name=f"nobody{n}") for n in range(30)]
        assert TOO_MANY in pages[-1].text
        guess(client, "secret", name="ana")
        assert not signed_in(client)

    def test_a_machine_of_many_addresses_ends_for_a_name(self, settings: Any) -> None:
        user("marta")
        assert settings.ACCOUNT_RATE_LIMITS["sign_in_name"] == "300/h/key"
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"sign_in_name": "20/h/key"}
        for number in range(20):
            guess(Client(), address=f"10.1.0.{number}")
        assert TOO_MANY in guess(Client(), "secret", address="10.9.9.9").text

    def test_a_new_password_opens_the_name_however_it_is_typed(
        self, client: Client, settings: Any, mailoutbox: list[Any]
    ) -> None:
        User.objects.filter(pk=user("marta").pk).update(email="marta@example.org")
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"sign_in_name": "3/h/key"}
        for name in ("marta", "marta@example.org"):
            pages = [guess(Client(), name=name, address=f"10.1.0.{number}") for number in range(4)]
            assert TOO_MANY in pages[-1].text
        client.post(reverse("account_reset_password"), {"email": "marta@example.org"})
        link = re.search(r"/account/password/reset/key/\S+", mailoutbox[0].body)
        assert link
        form = client.get(link[0], follow=True).request["PATH_INFO"]
        client.post(form, {"password1": "Gengar-owns-9-hats", "password2": "Gengar-owns-9-hats"})
        for name in ("Marta", "marta@example.org"):
            phone = Client()
            guess(phone, "Gengar-owns-9-hats", name=name, address="10.9.9.9")
            assert signed_in(phone)

    @pytest.mark.parametrize("given", ["Marta", "marta@example.org"])
    def test_an_administrator_lifts_the_ceiling_of_a_name(
        self, client: Client, settings: Any, given: str, capsys: Any
    ) -> None:
        User.objects.filter(pk=user("marta").pk).update(email="marta@example.org")
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"sign_in_name": "3/h/key"}
        settings.CACHES = cache_settings("", shared_database=True)
        for number in range(3):
            guess(Client(), address=f"10.1.0.{number}")
        assert TOO_MANY in guess(client, "secret", address="10.9.9.9").text
        call_command("lift_sign_in_limit", given)
        assert "marta can sign in again." in capsys.readouterr().out
        guess(client, "secret", address="10.9.9.9")
        assert signed_in(client)

    def test_what_lifts_no_ceiling_is_said(self, settings: Any) -> None:
        settings.CACHES = cache_settings("", shared_database=False)
        with pytest.raises(CommandError, match="restart it"):
            call_command("lift_sign_in_limit", "marta")
        settings.CACHES = cache_settings("", shared_database=True)
        with pytest.raises(CommandError, match="no account marta"):
            call_command("lift_sign_in_limit", "marta")

    def test_the_right_password_from_a_known_device_passes(self, client: Client) -> None:
        user("marta")
        guess(client, "secret")
        client.post(reverse("account_logout"))
        assert not signed_in(client)
        for _ in range(8):
            page = guess(Client())
        assert TOO_MANY in markup(page)
        guess(client, "secret")
        assert signed_in(client)

    def test_a_known_device_is_no_door_for_guesses(self, client: Client) -> None:
        marta = user("marta")
        user("ana")
        guess(client, "secret")
        client.post(reverse("account_logout"))
        pages = [guess(client, f"guess {n}") for n in range(11)]
        assert [TOO_MANY in markup(page) for page in pages] == [False] * 10 + [True]
        pages = [guess(client, name="ana") for _ in range(6)]
        assert TOO_MANY in pages[-1].text, "known for one account, it is a stranger to others"
        marta.set_password("another")
        marta.save()
        cache.clear()
        pages = [guess(client) for _ in range(6)]
        assert TOO_MANY in pages[-1].text, "known by the old password"

    def test_a_cookie_of_ones_own_making_is_nobody(self, client: Client) -> None:
        user("marta")
        client.cookies["device"] = "abc.def:0:0"
        pages = [guess(client) for _ in range(6)]
        assert TOO_MANY in pages[-1].text


class TestProxy:
    def test_without_a_declared_proxy_the_header_is_nothing(self, client: Client) -> None:
        user("marta")
        pages = [guess(client, headers={"x-forwarded-for": f"203.0.113.{n}"}) for n in range(6)]
        assert TOO_MANY in pages[-1].text

    @override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1)
    def test_behind_one_each_has_an_address(self, client: Client) -> None:
        user("marta")
        for number in range(10):
            forged = f"203.0.113.{number}, 198.51.100.5"
            page = guess(Client(), address="127.0.0.1", headers={"x-forwarded-for": forged})
        assert TOO_MANY in markup(page), "only what the proxy itself wrote counts"
        guess(client, "secret", address="127.0.0.1", headers={"x-forwarded-for": "198.51.100.6"})
        assert signed_in(client)


@pytest.mark.redis
class TestWithoutRedis:
    @pytest.fixture
    def redis(self, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OwnRedis]:
        yield from running(monkeypatch, settings)

    def test_people_sign_in(self, client: Client, redis: OwnRedis) -> None:
        user("marta")
        redis.stop()
        guess(client, "secret")
        assert signed_in(client)

    def test_guesses_end_all_the_same(self, client: Client, redis: OwnRedis) -> None:
        user("marta")
        redis.stop()
        pages = [guess(client) for _ in range(6)]
        assert [TOO_MANY in markup(page) for page in pages] == [False] * 5 + [True]
        assert TOO_MANY in guess(client, "secret").text

    def test_people_sign_in_while_its_memory_is_full(self, client: Client, redis: OwnRedis) -> None:
        user("marta")
        redis.set(maxmemory_policy="noeviction", maxmemory="1")
        pages = [guess(Client()) for _ in range(6)]
        assert [TOO_MANY in markup(page) for page in pages] == [False] * 5 + [True], "the limits hold"
        guess(client, "secret", address="198.51.100.7")
        assert signed_in(client)

    def test_people_sign_in_while_it_refuses_to_write(self, client: Client, redis: OwnRedis) -> None:
        """A plain error, as on a full disk (MISCONF)."""
        user("marta")
        redis.set(min_replicas_to_write="1")
        guess(client, "secret")
        assert signed_in(client)
