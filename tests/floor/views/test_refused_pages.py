"""A page that shows a refused form is rendered after the transaction, so that no one waits for its lock."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse

from checks.services import deck_checks
from decks.services import lists
from pairings.models import IdempotencyKey, Match
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as play
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db(transaction=True)
KEY = {"idempotency_key": "0123456789abcdef"}
Post = Callable[[Client, Match], HttpResponse]


def _match(name: str, **typed: str) -> Post:
    def post(client: Client, match: Match) -> HttpResponse:
        round_ = match.round
        at = [round_.division.tournament.slug, round_.division_id, round_.number, match.pk]
        return client.post(reverse(name, args=at), KEY | typed)

    return post


def _desk(client: Client, match: Match) -> HttpResponse:
    at = [match.round.division.tournament.slug, match.round.division_id, match.round.number]
    return client.post(reverse("pairings:result", args=at), KEY | {"table": "999", "result": "1"})


def _tap(client: Client, match: Match) -> HttpResponse:
    at = [match.round.division.tournament.slug, match.round.division_id, match.round.number, match.pk]
    return client.post(reverse("floor:mark", args=at), KEY | {"tap": "?"}, headers={"HX-Request": "true"})


def _phone(name: str, **typed: str) -> Post:
    def post(client: Client, match: Match) -> HttpResponse:
        return client.post(reverse(name, args=[personal_links.ensure_link(match.left).token]), KEY | typed)

    return post


def _check(client: Client, match: Match) -> HttpResponse:
    check = deck_checks.pick_requested_deck(match.left, why="Marks", by=None)
    at = [match.round.division.tournament.slug, check.pk]
    return client.post(reverse("checks:check_end", args=at), KEY | {"outcome": "", "note": "Quick look"})


PAGES: dict[str, Post] = {
    "my table": _phone("floor:my_report", how=""),
    "leaving after a report": _phone("floor:my_report", how="won", leaves="on"),
    "leaving": _phone("floor:my_leave"),
    "match": _match("floor:match", outcome="?"),
    "desk": _desk,
    "tap at a table": _tap,
    "deck check": _check,
}


@pytest.mark.parametrize("name", PAGES)
def test_no_transaction_is_open_while_a_refusal_is_rendered(name: str) -> None:
    home = play.division(4)
    lists.collect_lists(home.tournament, by=None)
    posted = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, lists_reason="A test")
    client, within = Client(), list[bool]()
    client.force_login(build.staff(home.tournament, "head_judge"))

    def rendered(**_given: object) -> None:
        within.append(connection.in_atomic_block)

    template_rendered.connect(rendered)
    try:
        answer = PAGES[name](client, play.open_matches(posted)[0])
    finally:
        template_rendered.disconnect(rendered)
    assert answer.status_code in (200, 400, 422)
    assert within
    assert not any(within)
    assert not IdempotencyKey.objects.exists(), "the key stays free"
