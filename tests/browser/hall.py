"""The hall in which every page is looked at, and the addresses of its events."""

from dataclasses import dataclass

from django.urls import reverse

from decks.models import DeckList
from pairings.models import Match, Round
from tournaments.models import Tournament


@dataclass(frozen=True)
class Hall:
    """The demo: a cup in round 4, a challenge that is over, a prerelease with a draft of round 1."""

    cup: Tournament
    over: Tournament
    coming: Tournament
    playing: Round
    drawn: Round
    match: Match
    deck: DeckList


def address(page: str, event: Tournament, query: str = "", **more: object) -> str:
    return reverse(page, kwargs={"slug": event.slug, **more}) + query
