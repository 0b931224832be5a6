"""Who may read lists: never, of the cut, after the event (M-051); children are shown by first name and initial."""

from datetime import date

import pytest
from django.urls import reverse

from core.tables import long_lists
from decks.models import ListRules
from decks.services import lists
from pairings.services.bracket import cuts
from tests import build
from tests.decks.lists import LEGAL, event, of
from tests.html import markup, words
from tests.pairings.build import play
from tournaments.models import Tournament
from tournaments.services import players

pytestmark = pytest.mark.django_db


def played(visibility: str, rounds: int, **more: object) -> Tournament:
    """Create four players with lists, and play this many rounds."""
    rules = {"deadline": None, "visibility": visibility}
    made = event(players=4, rules=rules, structure="swiss_cut", **more)
    division = made.divisions.get()
    division.rounds_planned, division.cut_size = 2, 2
    division.save()
    for row in of(made):
        lists.submit_list(row, text=LEGAL)
    if rounds:
        play(division, rounds)
    return made


def pages(client, made: Tournament) -> list[int]:
    """Return the status of the page of lists and of every list."""
    addresses = [reverse("pairings:decks", args=[made.slug])]
    addresses += [reverse("pairings:deck", args=[made.slug, row.entry_id]) for row in of(made)]
    return [client.get(address).status_code for address in addresses]


@pytest.mark.parametrize("rounds", [0, 2])
def test_never_is_never(client, rounds):
    assert pages(client, played("never", rounds)) == [404] * 5


def test_after_the_event_and_not_a_moment_before(client):
    made = played("after", 2)
    assert pages(client, made) == [200, 404, 404, 404, 404]
    division = made.divisions.get()
    cuts.start_cut(division, by=None)
    play(division)
    assert pages(client, made) == [200] * 5


def test_in_the_cut_only_the_lists_of_the_cut(client):
    made = played("in_cut", 2)
    assert pages(client, made) == [200, 404, 404, 404, 404]
    cuts.start_cut(made.divisions.get(), by=None)
    assert sorted(pages(client, made)) == [200, 200, 200, 404, 404]


def test_an_event_that_is_not_public_shows_nothing(client):
    made = played("after", 2)
    Tournament.objects.update(published=False)
    assert pages(client, made) == [404] * 5


def test_the_cards_alone_are_public(client):
    made = played("in_cut", 2)
    cuts.start_cut(made.divisions.get(), by=None)
    for row in of(made):
        row.entry.age_division = "junior"
        row.entry.save()
        players.set_birth_date(row.entry, by=None, birth_date=date(1990, 5, 6))
        page = markup(client.get(reverse("pairings:deck", args=[made.slug, row.entry_id])))
        assert row.token not in page
        assert row.entry.player.player_id not in page
        assert str(row.entry.player) not in page
        assert str(row.entry.player.birth_year) not in words(page)
        assert "6 May" not in page
        assert "05-06" not in page
    assert ListRules.objects.get().visibility == "in_cut"


def test_the_front_page_says_how_lists_are_handed_in(client):
    made = event(players=1, rules={"deadline": None})
    address = reverse("decks:front", args=[made.slug])
    assert "Hand yours in before round 1." in markup(client.get(address))
    assert of(made)[0].token not in markup(client.get(address))
    assert client.get(address, headers={"HX-Request": "true"}).content.startswith(b"<section")
    other = build.event()
    assert (
        client.get(reverse("decks:front", args=[other.slug]), headers={"HX-Request": "true"}).content.strip()
        == b""
    )


def test_a_long_list_comes_in_pages_and_the_search_knows_all(client, monkeypatch):
    made = played("in_cut", 2)
    cuts.start_cut(made.divisions.get(), by=None)
    monkeypatch.setattr(long_lists, "ONE_PAGE", 1)
    monkeypatch.setattr(long_lists, "PAGE_SIZE", 1)
    url = reverse("pairings:decks", args=[made.slug])
    decks = [client.get(url, {"page": str(page)}).context["decks"] for page in (1, 2)]
    assert [[deck.number for deck in page] for page in decks] == [[1], [2]]
    rows = client.get(url, {"index": "1"}).json()["rows"]
    assert [row[0] for row in rows] == [page[0].name for page in decks]
    assert client.get(url, {"name": rows[1][0]}).context["decks"][-1].name == rows[1][0]
    assert 'rel="next"' in markup(client.get(url))
