"""An event in play, with its cut, and tokens of its staff."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.test import Client

from api.services import tokens
from api.views.v1.api import api
from pairings.engine.outcomes import Outcome
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as play
from tournaments.models import Division, StaffMember, Tournament


@cache
def described_paths() -> dict[str, Any]:
    """Return each URL of the API description with its operations, which takes a second to build."""
    paths: dict[str, Any] = api.get_openapi_schema()["paths"]
    return paths


@dataclass(frozen=True)
class Hall:
    event: Tournament
    division: Division

    def url(self, path: str = "") -> str:
        return f"/api/v1/events/{self.event.slug}{path}"

    def get(self, path: str = "", token: str | None = None, **query: object):  # type: ignore[no-untyped-def]
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return Client().get(self.url(path), query, headers=headers)

    def token(self, role: str = "organizer", *scopes: str, days: int = 7) -> str:
        """Return the text of a new token of a new staff member."""
        user = build.staff(self.event, role)
        member = StaffMember.objects.get(user=user, tournament=self.event)
        return tokens.make_token(member, by=user, name="overlay", scopes=scopes, days=days)[1]


def hall(players: int = 8, *, played: int = 2, on: bool = True, **fields: object) -> Hall:
    """Create an event with `played` closed rounds; with `on`, also a posted one with one result."""
    home = play.division(players, **{"published": True} | fields)
    if played:
        play.play(home, played)
    if on:
        posted = rounds.post(rounds.pair_next_round(home, by=None, seed=9), by=None)
        results.enter_result(play.open_matches(posted)[0], MatchResult(Outcome.RIGHT), by=None)
    return Hall(home.tournament, home)
