"""Changes to an entry from any page, and their undo."""

import pytest
from django.http import HttpResponse
from django.test import Client

from pairings.services.rounds import attendance, rounds
from tests import build
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db

RUN = ["check_in", "check_out", "reinstate"]


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(5)
    client.force_login(pairings_build.organizer(division))
    return division


@pytest.fixture
def entry(home: Division) -> Entry:
    return home.entries.select_related("player", "division__tournament").first()


def do(client: Client, entry: Entry, name: str, **data: str) -> HttpResponse:
    page = client.post(pages.event(entry.division, name, entry.pk), data, follow=True)
    entry.refresh_from_db()
    return page


def undo_of(page: HttpResponse) -> str:
    return [message.extra_tags for message in page.context["messages"]][-1].removeprefix("undo=")


def test_check_out_and_in_undo_each_other(client: Client, entry: Entry) -> None:
    page = do(client, entry, "check_out")
    assert entry.checked_in_at is None
    client.post(undo_of(page))
    entry.refresh_from_db()
    assert entry.checked_in_at is not None
    assert do(client, entry, "check_in").status_code == 200


def test_coming_late_is_said(client: Client, entry: Entry, home: Division) -> None:
    attendance.check_out_unpaired_player(entry, by=None)
    pairings_build.play(home)
    page = do(client, entry, "check_in")
    assert "checked in late" in pages.messages(page)[0]
    assert entry.joined_round == 2


def test_coming_late_can_be_undone(client: Client, entry: Entry, home: Division) -> None:
    """The loss of the missed round is removed too, until the player has had an opponent."""
    attendance.check_out_unpaired_player(entry, by=None)
    pairings_build.play(home)
    page = do(client, entry, "check_in")
    assert home.rounds.get().seats.filter(entry=entry).exists()
    client.post(undo_of(page))
    entry.refresh_from_db()
    assert (entry.checked_in_at, entry.joined_round) == (None, 1)
    assert not home.rounds.get().seats.filter(entry=entry).exists()
    assert not home.rounds.get().standings.filter(entry=entry).exists()
    do(client, entry, "check_in")
    pairings_build.play(home)
    assert "has been paired" in pages.messages(do(client, entry, "check_out"))[0]


def test_everybody_at_once(client: Client, home: Division) -> None:
    home.entries.update(checked_in_at=None)
    html = pages.text(client.get(pages.event(home, "check_in_all"), {"division": home.pk}))
    assert "5 players are checked in: " in html
    assert "One undo reverses all of them" in html
    assert home.entries.filter(checked_in_at=None).count() == 5
    page = client.post(pages.event(home, "check_in_all"), {"division": home.pk}, follow=True)
    assert pages.messages(page) == ["5 players are checked in."]
    assert home.entries.filter(checked_in_at=None).count() == 0
    page = client.post(undo_of(page), follow=True)
    assert pages.messages(page) == ["Undone: Players checked in: 5."]
    assert home.entries.filter(checked_in_at=None).count() == 5


def test_leaving_can_be_undone(client: Client, entry: Entry) -> None:
    page = do(client, entry, "drop")
    assert entry.dropped_in == 0
    client.post(undo_of(page))
    entry.refresh_from_db()
    assert entry.dropped_in is None


def test_leaving_twice_is_told(client: Client, entry: Entry) -> None:
    do(client, entry, "drop")
    assert "already dropped" in pages.messages(do(client, entry, "drop"))[-1]


def test_coming_back(client: Client, entry: Entry) -> None:
    do(client, entry, "drop")
    do(client, entry, "reinstate")
    assert entry.dropped_in is None


def test_a_player_who_has_sat_stays_checked_in(client: Client, entry: Entry, home: Division) -> None:
    rounds.post(rounds.pair_next_round(home, by=None), by=None)
    assert "has been paired" in pages.messages(do(client, entry, "check_out"))[0]


@pytest.mark.parametrize(
    ("wanted", "goes"),
    [
        ("/e/there", "/e/there"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_the_way_back_stays_on_this_site(client: Client, entry: Entry, wanted: str, goes: str) -> None:
    answer = client.post(pages.event(entry.division, "drop", entry.pk), {"next": wanted})
    assert answer.url.startswith(goes)
    assert "evil" not in answer.url
    assert not answer.url.startswith("//")


def test_an_entry_of_another_event_is_not_found(client: Client, home: Division) -> None:
    other = pairings_build.division(1).entries.get()
    assert client.post(pages.event(home, "drop", other.pk)).status_code == 404


@pytest.mark.parametrize("name", [*RUN, "drop"])
def test_who_may(client: Client, entry: Entry, name: str) -> None:
    url = pages.event(entry.division, name, entry.pk)
    client.force_login(build.staff(entry.tournament, "judge"))
    assert client.post(url).status_code == (302 if name == "drop" else 403)
    client.force_login(build.user("stranger"))
    assert client.post(url).status_code == 403
    client.logout()
    assert "/account/login" in client.post(url).url


@pytest.mark.parametrize("name", ["check_in", "check_out", "drop", "reinstate", "lift"])
def test_actions_are_posted(client: Client, entry: Entry, name: str) -> None:
    assert client.get(pages.event(entry.division, name, entry.pk)).status_code == 405
