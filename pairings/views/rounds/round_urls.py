"""URLs of a round's pages."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.urls import reverse

from core.requests import HomeRequest
from pairings.models import Match, Round
from tournaments.models import Division, Tournament


def undo_step_url(event: Tournament, pk: int) -> str:
    return reverse("pairings:undo", args=[event.slug, pk])


def desk_url(division: Division) -> str:
    return f"{reverse('pairings:desk', args=[division.tournament.slug])}?division={division.pk}"


def desk_or_tables_url(request: HomeRequest, division: Division) -> str:
    """Return the URL of a division's desk, or of its tables for users without access to the desk."""
    if request.can["run"]:
        return desk_url(division)
    return f"{reverse('pairings:tables', args=[division.tournament.slug])}?division={division.pk}"


def round_url(round_: Round, name: str = "pairings:round") -> str:
    division = round_.division
    return reverse(name, args=[division.tournament.slug, division.pk, round_.number])


def review_or_desk_url(round_: Round) -> str:
    """Return the URL of the review of an unposted round, otherwise of the round's desk."""
    if round_.state == Round.State.UNPOSTED:
        return round_url(round_, "pairings:review")
    return desk_url(round_.division)


def sheets_url(round_: Round) -> str:
    """Return the URL of a single file with all sheets of a round."""
    query = urlencode({"division": round_.division_id, "round": round_.number})
    return f"{reverse('pairings:sheet', args=[round_.division.tournament.slug, 'round'])}?{query}"


def match_url(match: Match) -> str:
    division = match.round.division
    return reverse("floor:match", args=[division.tournament.slug, division.pk, match.round.number, match.pk])


def match_urls(round_: Round, keys: Iterable[int]) -> list[str]:
    """Return the URLs of matches of one round. This resolves the pattern once, since a desk lists hundreds."""
    division = round_.division
    url = reverse("floor:match", args=[division.tournament.slug, division.pk, round_.number, 0])
    path = url.removesuffix("0")
    return [f"{path}{key}" for key in keys]


def tables_url(round_: Round) -> str:
    """Return the URL of the pairings by table of a round."""
    page = reverse("pairings:tables", args=[round_.division.tournament.slug])
    return f"{page}?division={round_.division_id}&round={round_.number}"
