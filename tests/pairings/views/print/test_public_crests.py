"""Crests of decks beside names: only where the organizer publishes the list, and never without the deck's name."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from decks.models import ListRules
from pairings.services.bracket import cuts
from tests.html import markup
from tests.pairings.build import play
from tests.pairings.views.print.test_published_lists import played
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PAGES = (
    "tournaments:event",
    "pairings:standings",
    "pairings:pairings",
    "pairings:tables",
    "pairings:cut",
)
CREST = re.compile(r'class="crest(?: xl)?"')


def finished(visibility: str) -> Tournament:
    made = played(visibility, 2)
    cuts.start_cut(made.divisions.get(), by=None)
    play(made.divisions.get())
    return made


def crests(client: Client, made: Tournament, page: str) -> int:
    return len(CREST.findall(markup(client.get(reverse(page, args=[made.slug])))))


@pytest.mark.parametrize("page", PAGES)
def test_lists_that_nobody_may_read_give_no_crest(client, page):
    assert crests(client, finished("never"), page) == 0


def test_lists_of_everyone_give_crests_once_the_event_is_over(client):
    made = played("after", 2)
    assert [crests(client, made, page) for page in PAGES] == [0, 0, 0, 0, 0]

    cuts.start_cut(made.divisions.get(), by=None)
    play(made.divisions.get())

    # The poster and the line of the winning deck, three places of the podium, the final; four places; the two
    # finalists; the champion and the final.
    assert [crests(client, made, page) for page in PAGES] == [7, 4, 2, 2, 3]


def test_lists_of_the_cut_give_its_players_crests_as_soon_as_it_has_started(client):
    made = played("in_cut", 2)
    assert crests(client, made, "pairings:standings") == 0

    cuts.start_cut(made.divisions.get(), by=None)

    assert crests(client, made, "pairings:standings") == 2


@pytest.mark.parametrize("page", PAGES)
def test_a_crest_never_stands_without_the_name_of_the_deck(client, page):
    text = markup(client.get(reverse(page, args=[finished("after").slug])))
    pieces = CREST.split(text)[1:]
    assert pieces
    for after in pieces:
        assert re.search(r'lang="en">[^<]+<', after[:1500])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("page", PAGES[1:])
def test_crests_take_no_query_once_a_process_knows_them(page):
    made = finished("after")
    url = reverse(page, args=[made.slug])

    def queries() -> int:
        client = Client()
        client.get(url)
        with CaptureQueriesContext(
            connection,
        ) as taken:
            client.get(f"{url}?again")
        return len(taken)

    with_crests = queries()
    ListRules.objects.update(visibility="never")
    assert queries() == with_crests
