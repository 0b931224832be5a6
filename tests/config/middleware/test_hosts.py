"""A Host with an invalid port is refused on every page."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests import build

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "host",
    ["localhost:abc", "localhost:99999", "localhost:８０", "[::1]:abc", "[::1", "127.0.0.1:80:9", "a b"],
)
def test_an_odd_port_is_a_bad_request_and_no_error(client: Client, settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client.force_login(build.user("root", is_superuser=True))
    client.raise_request_exception = False
    for name in ("tournaments:home", "core:phones", "account_login", "doctor"):
        assert client.get(reverse(name), headers={"host": host}).status_code == 400
    url = reverse("account_login")
    odd = {"origin": f"http://{host}", "referer": f"http://{host}/"}
    assert client.post(url, {"login": "a", "password": "b"}, headers=odd).status_code < 500


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "[::1]:8000", "LOCALHOST:65535"])
def test_a_port_that_there_is_opens(client: Client, settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "[::1]"]
    assert client.get(reverse("tournaments:home"), headers={"host": host}).status_code == 200
