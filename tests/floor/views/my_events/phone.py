"""Phones that open personal links, and the page of their events."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from registration.models import Registration
from tests import build
from tests.html import markup
from tests.registration import signing_up as up
from tournaments.models import Entry, Tournament, User
from tournaments.services import personal_links


def opened(client: Client, *players: Entry) -> list[str]:
    """Open the personal links of these players on a phone, and return their tokens."""
    tokens = [personal_links.ensure_link(entry).token for entry in players]
    for token in tokens:
        assert client.get(reverse("floor:my", args=[token])).status_code == 200
    return tokens


def page(client: Client) -> str:
    response = client.get(reverse("floor:my_events"))
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert "noindex" in response["X-Robots-Tag"]
    return markup(response)


def upcoming(name: str, players: int = 2, days: int = 5) -> Tournament:
    event = build.event(name=name, published=True, starts_at=timezone.now() + timedelta(days=days))
    build.add_players(event, players)
    return event


def open_event(places: int, **fields: Any) -> Tournament:
    """Create an event of next week with open registration."""
    event = up.event(places, **fields)
    Tournament.objects.filter(pk=event.pk).update(starts_at=timezone.now() + timedelta(days=7))
    return Tournament.objects.get(pk=event.pk)


def signed_in(name: str = "mother") -> tuple[Client, User]:
    user = build.user(name)
    client = Client()
    client.force_login(user)
    return client, user


def key(row: Entry | Registration) -> str:
    return f"{'e' if isinstance(row, Entry) else 'r'}{row.pk}"
