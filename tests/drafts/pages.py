"""Helpers for pages of drafts: signing in, URLs, and a draft as its form submits it."""

from django.test import Client
from django.urls import reverse

from tests import build
from tests.html import markup
from tournaments.models import Division

PLAN = {
    "subtype": "booster",
    "players": "15",
    "packs_each": "4",
    "pack_size": "10",
    "expansion": "EVO",
    "energy": "yes",
}


def url(of: Division, name: str = "drafts", *more: object) -> str:
    return reverse(f"drafts:{name}", args=[of.tournament.slug, *more])


def signed_in(home: Division, role: str = "judge") -> Client:
    client = Client()
    user = build.organizer(home) if role == "organizer" else build.staff(home.tournament, role)
    client.force_login(user)
    return client


def text(client: Client, address: str) -> str:
    return markup(client.get(address))
