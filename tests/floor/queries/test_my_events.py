"""The number of queries of the page of all events depends on nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decks.services import lists
from floor.queries import my_events as queries
from registration.models import AccountRegistration
from tests import build
from tests.pairings.build import division, play
from tests.registration import signing_up as up
from tournaments.models import AccountLink, User
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


def queries_of(tokens: list[str], user: User) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        queries.load_my_events(tokens, user, timezone.now())
    return len(captured)


def test_ten_events_take_as_many_queries_as_two():
    user, tokens = build.user("mother"), []
    counts = []
    for number in range(10):
        home = division(4, name=f"Cup {number}")
        play(home, 2)
        lists.collect_lists(home.tournament, by=None)
        entry = home.entries.first()
        tokens.append(personal_links.ensure_link(entry).token)
        AccountLink.objects.create(user=user, link=personal_links.ensure_link(home.entries.last()))
        row = up.of_entry(entry)
        AccountRegistration.objects.create(user=user, registration=row)
        if number in (1, 9):
            counts.append(queries_of(tokens, user))
    assert counts[0] == counts[1]
    assert counts[0] <= 18


def test_a_reader_without_links_and_account_takes_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert queries.load_my_events([], None, timezone.now()).events == ()
