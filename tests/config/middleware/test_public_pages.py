"""Public pages are rendered once for everyone: never older than the event, and never for one person."""

import gzip
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver, reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from config.middleware import public_pages
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.html import words
from tests.pairings.build import open_matches
from tournaments.models import Division, Entry, Tournament
from tournaments.services import personal_links

PAGES = [
    "tournaments:event",
    "tournaments:announcements",
    "tournaments:schedule",
    "pairings:pairings",
    "pairings:tables",
    "pairings:standings",
    "pairings:bubble",
    "pairings:day_two_list",
    "pairings:cut",
]

NUMBERS = re.compile(r"\d+")
"""The times of the two pages differ."""


@pytest.fixture(autouse=True)
def division(transactional_db: None) -> Division:
    public_pages._pages.clear()
    made = build.division(8)
    Tournament.objects.update(published=True)
    rounds.post(rounds.pair_next_round(made, by=None, seed=1), by=None)
    return made


def address(name: str) -> str:
    return reverse(name, args=[Tournament.objects.get().slug])


def enter(match: Match, outcome: Outcome = Outcome.LEFT) -> None:
    results.enter_result(match, MatchResult(outcome), by=None)


@pytest.mark.parametrize("name", PAGES)
def test_made_once_for_everybody(name: str, django_assert_num_queries):
    at = address(name)
    first = Client().get(at)
    with django_assert_num_queries(0):
        again = Client().get(at)
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    assert first["ETag"] == again["ETag"]
    assert again["Cache-Control"] == "no-cache"
    assert "Content-Security-Policy" in again
    assert not again.cookies


@pytest.mark.parametrize("name", PAGES)
def test_a_browser_that_has_it_is_told_so(name: str, django_assert_num_queries):
    at = address(name)
    etag = Client().get(at)["ETag"]
    with django_assert_num_queries(0):
        answer = Client().get(at, headers={"If-None-Match": f'"x", W/{etag}'})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer["ETag"] == etag


def test_compressed_for_who_takes_it():
    packed = Client().get(address("pairings:pairings"), headers={"Accept-Encoding": "gzip, br"})
    plain = Client().get(address("pairings:pairings"))
    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert NUMBERS.sub("", gzip.decompress(packed.content).decode()) == NUMBERS.sub(
        "", plain.content.decode()
    )
    assert {"Accept-Encoding", "Cookie", "Accept-Language"} <= set(re.split(", *", packed["Vary"]))


def test_each_language_and_each_part_for_itself():
    at = address("pairings:pairings")
    english = Client().get(at)
    french = Client().get(at, headers={"Accept-Language": "fr"})
    part = Client().get(at, headers={"HX-Request": "true"})
    assert len({english.content, french.content, part.content}) >= 2
    assert b'lang="fr"' in french.content
    assert Client().get(at).content == english.content


@pytest.mark.parametrize(
    "change",
    [
        lambda match: enter(match),
        lambda match: Entry.objects.filter(pk=match.left_id).update(last_name="Changed"),
        lambda match: attendance.drop_player(match.left, by=None),
    ],
    ids=["result", "name", "drop"],
)
def test_a_change_of_what_a_page_shows_makes_the_next_page_a_new_one(change: Callable[[Match], object]):
    match = open_matches(Match.objects.first().round)[0]  # type: ignore[union-attr]
    at = address("pairings:tables")
    Client().get(at)
    change(match)
    with CaptureQueriesContext(connection) as queries:
        Client().get(at)
    assert len(queries) > 0


def test_an_event_that_is_hidden_again_is_shown_to_nobody():
    assert Client().get(address("pairings:pairings")).status_code == 200
    Tournament.objects.update(published=False)
    assert Client().get(address("pairings:pairings")).status_code == 404


def phone(entry: Entry) -> Client:
    """Return a phone that has opened a personal link and reported a result from there."""
    client = Client()
    client.get(reverse("floor:my", args=[personal_links.ensure_link(entry).token]))
    client.cookies["csrftoken"] = "secretofonephone"
    return client


def test_phones_with_a_personal_link_share_pages_too(
    division: Division, django_assert_num_queries: DjangoAssertNumQueries
):
    first, second, *_rest = [phone(entry) for entry in division.entries.all()]
    for name in PAGES:
        at = address(name)
        anybody, mine = Client().get(at).content, first.get(at).content
        assert reverse("floor:my_here", args=[division.tournament.slug]).encode() in mine
        assert reverse("floor:my_here", args=[division.tournament.slug]).encode() not in anybody
        with django_assert_num_queries(0):
            theirs = second.get(at)
            assert theirs.content == mine
            assert Client().get(at).content == anybody
        assert not theirs.cookies


def test_the_polls_of_waiting_pages_are_answered_so_too(django_assert_num_queries: DjangoAssertNumQueries):
    poll = {"HX-Request": "true"}
    at = address("pairings:pairings")
    seen = re.findall(r"\?seen=([\w-]+)", Client().get(at).content.decode())[0]
    for known, status in ((seen, 204), ("old", 200)):
        first = Client().get(f"{at}?seen={known}", headers=poll)
        with django_assert_num_queries(0):
            again = Client().get(f"{at}?seen={known}", headers=poll)
        assert (first.status_code, again.status_code) == (status, status)
        assert first.headers.get("HX-Refresh") == again.headers.get("HX-Refresh")


def test_the_index_of_names_is_held_and_known_by_its_content(
    django_assert_num_queries: DjangoAssertNumQueries,
):
    at = f"{address('pairings:pairings')}?index=1"
    packed = {"Accept-Encoding": "gzip"}
    first = Client().get(at, headers=packed)
    with django_assert_num_queries(0):
        known = Client().get(at, headers={**packed, "If-None-Match": first["ETag"]})
    assert known.status_code == 304
    public_pages._pages.clear()
    assert Client().get(at, headers=packed)["ETag"] == first["ETag"]


def test_nothing_of_a_person_is_held(division: Division):
    Entry.objects.filter(pk__in=list(division.entries.values_list("pk", flat=True))[::2]).update(
        age_division="junior"
    )
    enter(open_matches(division.rounds.get())[0])
    organizer, players = Client(), list(division.entries.select_related("player"))
    organizer.force_login(build.user("olga", is_superuser=True))
    phones = [phone(entry) for entry in players]
    addresses = [address(name) for name in PAGES]
    addresses += [f"{one}?index=1" for one in addresses[3:6]]
    addresses += [
        f"{addresses[3]}?name={players[0].first_name}",
        f"{addresses[3]}?seen=old",
        f"{addresses[3]}?page=all",
    ]
    for at in addresses:
        organizer.get(at)
    assert len(public_pages._pages) == 0
    for client in (*phones, Client(), Client(headers={"Accept-Encoding": "gzip"})):
        for at in addresses:
            client.get(at)
    assert len(public_pages._pages) == 3 * len(addresses)
    secrets = ["csrfmiddlewaretoken", "secretofonephone", "olga"]
    years = {f"{entry.player.birth_year}" for entry in players}
    for entry in players:
        secrets += [personal_links.ensure_link(entry).token, entry.player.player_id]
        secrets += [str(entry)] if entry.age_division == "junior" else []
    for page in public_pages._pages.values():
        packed = page.headers.get("Content-Encoding") == "gzip"
        content = (gzip.decompress(page.content) if packed else page.content).decode()
        assert not [secret for secret in secrets if secret in content]
        assert not years & words(content)
        assert "Set-Cookie" not in page.headers


def test_what_is_made_for_all_sets_no_cookie_and_asks_for_none(division: Division):
    """A page with a form would store the token of the first visitor."""
    routes = [one for one in get_resolver().url_patterns if getattr(one, "url_patterns", None)]
    named = {
        f"{route.app_name}:{one.name}"
        for route in routes
        for one in route.url_patterns
        if isinstance(one, URLPattern) and getattr(one.callback, "as_bytes", False)
    }
    with_more = {"pairings:explain", "pairings:decks", "pairings:deck"}
    assert named == {*PAGES, *with_more}


def test_a_page_that_sets_a_cookie_is_held_for_nobody():
    answer = Client().get(reverse("account_login"))
    assert answer.cookies
    assert len(public_pages._pages) == 0


@pytest.mark.parametrize("page", ["screen", "screen?show=clock", "clock.json"])
def test_what_the_time_changes_is_made_each_time(page: str):
    at = f"/e/{Tournament.objects.get().slug}/{page}"
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(at).status_code == 200
        assert len(queries) > 0
    assert len(public_pages._pages) == 0
