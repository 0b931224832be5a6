"""Browsers do not store what staff see, but may store public pages."""

import pytest
from django.urls import reverse

from tests import build

pytestmark = pytest.mark.django_db

STAFF = (
    "tournaments:settings",
    "tournaments:players",
    "tournaments:journal",
    "tournaments:door",
    "pairings:files",
)
OPEN = ("tournaments:event", "pairings:standings", "pairings:pairings", "tournaments:schedule")


def may_be_cached(client, name, event):
    answer = client.get(reverse(name, args=[event.slug]))
    assert answer.status_code == 200
    return "no-store" not in answer.headers.get("Cache-Control", "")


@pytest.mark.parametrize("name", STAFF)
def test_pages_of_staff_are_kept_nowhere(client, name):
    event = build.event(published=True)
    client.force_login(event.staff.get().user)
    assert not may_be_cached(client, name, event)


@pytest.mark.parametrize("name", OPEN)
def test_a_public_page_may_be_kept_unless_staff_see_more_on_it(client, name):
    event = build.event(published=True)
    assert may_be_cached(client, name, event)
    client.force_login(event.staff.get().user)
    assert not may_be_cached(client, name, event)
