"""Stadium on a home screen: what is installed, what it opens, and the service worker of the whole site."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image
from pytest_django import Settings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("wanted", "start"),
    [
        ("/my/abc", "/my/abc"),
        ("/e/cup/floor", "/e/cup/floor"),
        ("/e/cup/", "/e/cup/"),
        ("", "/"),
        ("/account/logout/", "/"),
        ("//evil.example/my/abc", "/"),
        ("https://evil.example/", "/"),
        ("my/abc", "/"),
    ],
)
def test_an_app_opens_with_a_page_of_its_own(client: Client, wanted: str, start: str) -> None:
    answer = client.get(reverse("core:manifest"), {"start": wanted})
    assert answer["Content-Type"] == "application/manifest+json"
    assert (answer.json()["start_url"], answer.json()["id"]) == (start, start)


def test_its_icons_are_as_large_as_it_says(client: Client, settings: Settings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    for icon in client.get(reverse("core:manifest")).json()["icons"]:
        picture = client.get(icon["src"])
        assert (picture.status_code, picture["Content-Type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert "{}x{}".format(*Image.open(BytesIO(picture.getvalue())).size) == icon["sizes"]


def test_the_worker_is_one_script_for_the_whole_site(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer.content.startswith(b"self.ADDRESSES = {")
    assert b'addEventListener("install"' in answer.content


def test_pages_name_their_app(client: Client) -> None:
    assert b'<link rel="manifest" href="/manifest.webmanifest?start=/">' in client.get("/").content
