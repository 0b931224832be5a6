"""Requesting a page as various users."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import build
from tournaments.models import Tournament, User

ROLES = ("organizer", "head_judge", "scorekeeper", "judge")
RUNNERS = ("organizer", "head_judge", "scorekeeper")


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def organizer(event: Tournament) -> Client:
    return as_(event.staff.select_related("user").filter(role="organizer").earliest("pk").user)


def answers(url: str, event: Tournament, *, method: str = "get") -> dict[str, int]:
    """Return the status for each role, for a user who is not staff, and for an anonymous visitor."""
    people = {role: as_(build.staff(event, role)) for role in ROLES}
    people |= {"stranger": as_(build.user("stranger")), "nobody": Client()}
    return {who: getattr(client, method)(url).status_code for who, client in people.items()}


def only(*allowed: str, status: int = 200) -> dict[str, int]:
    """Return what `answers` gives if only the `allowed` roles may see the page."""
    who = dict.fromkeys(ROLES, 403) | {"stranger": 403, "nobody": 302}
    return who | dict.fromkeys(allowed, status)


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url).status_code == 200
    return len(seen)
