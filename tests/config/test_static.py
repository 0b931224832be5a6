"""Styles, scripts, fonts and sounds come from the project itself, without a second server."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def found(settings: Settings) -> None:
    """As on a laptop: files are read where they lie."""
    settings.WHITENOISE_USE_FINDERS = True


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("css/stadium.css", "text/css"),
        ("js/stadium.js", "text/javascript"),
        ("fonts/web/archivo-latin.woff2", "font/woff2"),
        ("sounds/time.wav", "audio/wav"),
        ("icons/favicon.svg", "image/svg+xml"),
    ],
)
def test_a_file_is_served(client: Client, name: str, kind: str) -> None:
    page = client.get(static(name))
    assert (page.status_code, page.headers["Content-Type"].split(";")[0]) == (200, kind)
    assert page.getvalue() == Path(str(finders.find(name))).read_bytes()


@pytest.mark.parametrize("name", ["css/none.css", "../config/settings.py", "%2e%2e/manage.py"])
def test_there_is_nothing_else(client: Client, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404
