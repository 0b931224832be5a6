"""The privacy page: for everyone, with the choices of this installation."""

import pytest

from tests.html import markup

pytestmark = pytest.mark.django_db


def test_it_says_how_long_and_whom_to_ask(client, settings):
    settings.PERSONAL_DATA_DAYS, settings.CONTACT = 90, "Prof. Oak, oak@example.com"
    page = markup(client.get("/privacy"))
    assert "90 days after the end of an event, Player IDs" in page
    assert "ask Prof. Oak, oak@example.com." in page


def test_it_says_so_where_nothing_is_removed(client, settings):
    settings.PERSONAL_DATA_DAYS, settings.CONTACT = 0, ""
    page = markup(client.get("/privacy"))
    assert "This site removes nothing automatically." in page
    assert "ask an administrator of this site." in page


def test_each_page_leads_there(client):
    assert 'href="/privacy"' in client.get("/events").content.decode()
