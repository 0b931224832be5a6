"""URLs of the round pages, and the messages of a page."""

from django.http import HttpResponse
from django.urls import reverse

from pairings.models import Match, Round
from tests.addresses import full_name
from tests.html import markup
from tournaments.models import Division


def desk(division: Division) -> str:
    return f"{reverse('pairings:desk', args=[division.tournament.slug])}?division={division.pk}"


def of(round_: Round, name: str = "round") -> str:
    division = round_.division
    return reverse(full_name(name), args=[division.tournament.slug, division.pk, round_.number])


def match(one: Match, name: str = "match") -> str:
    division = one.round.division
    return reverse(full_name(name), args=[division.tournament.slug, division.pk, one.round.number, one.pk])


def division(home: Division, name: str) -> str:
    return reverse(full_name(name), args=[home.tournament.slug, home.pk])


def event(home: Division, name: str, *args: object) -> str:
    return reverse(full_name(name), args=[home.tournament.slug, *args])


def text(page: HttpResponse) -> str:
    return markup(page)


def messages(page: HttpResponse) -> list[str]:
    """Return the messages of a page that a redirect led to."""
    return [str(message) for message in page.context["messages"]]
