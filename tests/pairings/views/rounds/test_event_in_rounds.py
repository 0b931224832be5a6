"""What pages of the event say once rounds are paired and played."""

import pytest
from django.test import Client
from django.urls import reverse

from core.services import undo
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tests.tournaments.views.test_front_page import front
from tests.tournaments.views.test_journal import journal
from tests.tournaments.views.test_players import address, organizer
from tests.tournaments.views.test_settings import at, typed
from tournaments.models import Division
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db

LIMITS = {
    "team_battle": "have the rules of Team Battle; they are explained",
    "two_on_two": "have the rules of 2-on-2; they are explained",
}


@pytest.fixture
def division(client: Client) -> Division:
    """Create a division of four players, and sign in its organizer."""
    made = build.division(4)
    client.force_login(build.organizer(made))
    return made


@pytest.mark.parametrize("kind", LIMITS)
def test_a_kind_says_what_cannot_be_done_for_it_yet(client: Client, kind: str) -> None:
    """R-102, R-103, R-105: on the pages of players and of the staff."""
    home = build.division(4, kind=kind)
    event, marta = home.tournament, build.organizer(home)
    mine = personal_links.ensure_link(home.entries.earliest("pk")).token
    public = (
        f"/e/{event.slug}/",
        reverse("decks:about", args=[event.slug]),
        reverse("floor:my", args=[mine]),
    )
    staff = (reverse(name, args=[event.slug]) for name in ("tournaments:settings", "pairings:desk"))
    for page in public:
        assert LIMITS[kind] in markup(client.get(page)), page
    client.force_login(marta)
    for page in staff:
        assert LIMITS[kind] in markup(client.get(page)), page
    rounds.pair_next_round(home, by=None, seed=1)
    desk = reverse("pairings:desk", args=[event.slug])
    assert LIMITS[kind] in markup(client.get(desk, follow=True))


def test_pages_of_rounds_are_linked_once_they_run(division: Division) -> None:
    play.play(division)
    assert "Find my table" in front(Client(), division.tournament)


def test_only_the_newest_step_can_be_undone(client: Client, division: Division) -> None:
    play.play(division, 2)
    page = journal(client, division.tournament)
    assert page.count("Undo</button>") == 1
    closed = division.journal.filter(kind="RoundClosed").first()
    assert f"/undo/{closed.pk}" in page
    undo.undo_step(closed, by=None)
    page = journal(client, division.tournament)
    assert "Undone: Round 2 closed and ranked" in page
    assert page.count("Undo</button>") == 3  # two results and the posting


def test_filters(client: Client, division: Division) -> None:
    play.play(division)
    results = journal(client, division.tournament, show="results")
    assert "beats" in results
    assert "posted" not in results
    assert "Event created" in journal(client, division.tournament, show="event")
    assert "Event created" not in journal(client, division.tournament, show="people")
    assert "Event created" in journal(client, division.tournament, show="nonsense", division="x", before="y")
    for before in ("²", "9" * 40):
        assert "Journal" in journal(client, division.tournament, before=before)


def test_somebody_who_played_stays():
    division = build.division(4)
    play.play(division)
    event = division.tournament
    entry = event.entries.first()
    here = address("player", event, entry.pk)
    client = organizer(event)
    answer = client.post(
        address("player_remove", event, entry.pk),
        follow=True,
        headers={"Referer": f"http://testserver{here}"},
    )
    assert "has been paired" in markup(answer)
    assert event.entries.filter(pk=entry.pk).exists()


def test_what_is_fixed_once_started_says_why(client: Client, division: Division) -> None:
    event = division.tournament
    play.play(division)
    assert "Round 1 is posted, so this cannot change." in markup(client.get(at(event, "settings")))
    client.post(at(event, "settings"), typed(event, best_of=3, venue="Hall 3", round_minutes=50))
    event.refresh_from_db()
    assert (event.best_of, event.venue) == (1, "Hall 3")
