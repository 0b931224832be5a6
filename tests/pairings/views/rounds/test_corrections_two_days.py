"""C.4: a correction of day 1 shows who would play on day 2 or, once day 2 has started, that no one is moved."""

import pytest
from django.test import Client

from pairings.models import Match, Qualifier
from pairings.services.rounds import day_two
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import Division
from tournaments.services import divisions

pytestmark = pytest.mark.django_db

STAYS = "It would have changed who plays on day 2, but day 2 has started, so nothing changes."


@pytest.fixture
def home() -> Division:
    """Create two rounds of eight players, of whom the two with six points advance."""
    of = build.division(8, structure="swiss_cut")
    divisions.change_division(
        of, by=None, rounds_planned=2, day_two_by="points", day_two_points=6, day_two_rounds=1, cut_size=2
    )
    return Division.objects.select_related("tournament").get(pk=of.pk)


@pytest.fixture
def client(home: Division) -> Client:
    signed_in = Client()
    signed_in.force_login(build.organizer(home))
    return signed_in


def of_the_leaders(home: Division) -> Match:
    """Return the first table of round 2, whose winner has six points."""
    match: Match = (
        home.rounds.get(number=2).matches.select_related("left__player", "right__player").get(table=1)
    )
    return match


def preview(client: Client, match: Match) -> str:
    return pages.text(client.post(pages.match(match), {"outcome": "right", "preview": "yes"}))


def test_before_day_two_it_is_told_who_would_play(client: Client, home: Division) -> None:
    build.play(home, 2)
    match = of_the_leaders(home)
    page = preview(client, match)
    assert f"{match.right} would play on day 2." in page
    assert f"{match.left} would not play on day 2." in page
    assert "of the top 2" not in page
    assert STAYS not in page


def test_once_it_has_begun_nobody_is_moved_and_both_pages_say_so(client: Client, home: Division) -> None:
    build.play(home, 2)
    stage = day_two.open_day_two(home, by=None)
    match = of_the_leaders(home)
    html = preview(client, match)
    assert STAYS in html
    assert f"{match.right} would have played on day 2." in html
    assert f"{match.left} would not have played on day 2." in html
    inside = set(Qualifier.objects.filter(stage=stage).values_list("entry", flat=True))
    page = client.post(pages.match(match), {"outcome": "right", "why": "slip misread"}, follow=True)
    assert any(STAYS in message for message in pages.messages(page))
    match.refresh_from_db()
    assert match.outcome == "right"
    assert set(Qualifier.objects.filter(stage=stage).values_list("entry", flat=True)) == inside


def test_a_correction_that_moves_nobody_says_nothing_of_it(client: Client, home: Division) -> None:
    build.play(home, 2)
    day_two.open_day_two(home, by=None)
    last = home.rounds.get(number=2).matches.order_by("-table").first()
    assert last is not None
    assert STAYS not in preview(client, last)
    page = client.post(pages.match(last), {"outcome": "right", "why": "slip misread"}, follow=True)
    assert not any(STAYS in message for message in pages.messages(page))


def test_a_match_of_day_two_has_no_say_in_who_plays_it(client: Client, home: Division) -> None:
    divisions.change_division(home, by=None, day_two_points=3)
    home.refresh_from_db()
    build.play(home, 2)
    day_two.open_day_two(home, by=None)
    match = build.play(home, 1).matches.select_related("left__player", "right__player").get(table=1)
    page = preview(client, match)
    assert STAYS not in page
    assert "play on day 2" not in page
