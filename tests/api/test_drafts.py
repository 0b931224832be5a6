"""Drafts, pods, pools and teams in the API: what each list has, how it is filtered, and that no card is in it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from api.engine.scopes import SCOPES
from decks.models import Draft
from drafts.models import DraftMove
from tests import build
from tests.api.hall import Hall, described_paths
from tests.drafts import drafts, tracked
from tests.drafts.pools import registered, sealed, seated, verified
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Entry, Tournament
from tournaments.services import team_entries

pytestmark = pytest.mark.django_db

SECRET = "Hidden Gem"
"""The beginning of every name of a card in the running draft."""


def hall_of(draft: Draft) -> Hall:
    return Hall(draft.division.tournament, draft.division)


@pytest.fixture
def running() -> Draft:
    """Create a tracked Booster Draft of 8 players after two secret picks of each."""
    draft = tracked.draft(players=8)
    tracked.open_packs(draft)
    for _turn in range(2):
        tracked.everybody_takes(draft, SECRET)
    assert SECRET in str(list(DraftMove.objects.filter(draft=draft).values()))
    return draft


def test_no_address_has_a_card_of_a_running_draft(running):
    """Neither publicly nor with a token of any role and every scope."""
    hall = hall_of(running)
    entry = Entry.objects.get(pk=running.seats[0][0]).pk
    for token in (None, hall.token("judge", *SCOPES), hall.token("organizer", *SCOPES)):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        for path in described_paths():
            answer = Client().get(path.format(slug=hall.event.slug, entry=entry), headers=headers)
            assert SECRET not in answer.content.decode(), path


def test_a_draft_is_planned_then_seated_then_begun():
    home = build.division(4, play_style="limited", published=True)
    hall = Hall(home.tournament, home)
    draft = drafts.draft(home, seats=False)
    (row,) = hall.get("/drafts").json()["items"]
    assert (row["kind"], row["way"], row["state"], row["round"]) == ("booster", "paper", "planned", 1)
    assert hall.get("/pods").json()["items"] == []
    other = tracked.draft()
    assert hall_of(other).get("/drafts").json()["items"][0]["state"] == "seated"
    tracked.open_packs(other)
    assert hall_of(other).get("/drafts").json()["items"][0]["state"] == "begun"
    assert hall.get("/drafts", division=home.pk).json()["items"][0]["id"] == draft.pk
    assert hall.get("/drafts", division=home.pk + 1000).json()["items"] == []


def test_pods_have_their_seats_and_come_in_pages():
    draft = tracked.draft("solomon", players=8)
    hall = hall_of(draft)
    first = hall.get("/pods", limit=3).json()
    rest = hall.get("/pods", limit=3, cursor=first["next"]).json()
    pods = [*first["items"], *rest["items"]]
    assert rest["next"] is None
    assert [[seat["entry"] for seat in pod["seats"]] for pod in pods] == draft.seats
    assert {pod["draft"] for pod in pods} == {draft.pk}
    assert hall.get("/pods", draft=draft.pk + 1).json()["items"] == []


def test_children_at_a_pod_go_by_first_name_and_initial():
    hall = hall_of(tracked.draft())
    Entry.objects.update(age_division="junior")
    text = hall.get("/pods").content.decode()
    assert not any(entry.last_name in text for entry in hall.event.entries.all())


def test_pools_need_the_scope_of_lists_and_have_no_cards(running):
    hall = hall_of(running)
    assert hall.get("/pools").status_code == 401
    assert hall.get("/pools", hall.token("judge", "players")).status_code == 403
    assert hall.get("/pools", hall.token("judge", "lists")).json() == {"items": [], "next": None}


def test_registered_pools_of_sealed_are_listed_without_their_cards():
    """One is registered, one is verified too; the pools that are only opened are not listed."""
    draft = sealed(4)
    hall = hall_of(draft)
    Entry.objects.update(age_division="junior")
    verified(draft, 1)
    registered(draft, 3)
    answer = hall.get("/pools", hall.token("judge", "lists"))
    rows = answer.json()["items"]
    assert [(row["draft"], row["opened_by"], row["total"]) for row in rows] == [
        (draft.pk, seated(draft, 1).pk, 6),
        (draft.pk, seated(draft, 3).pk, 6),
    ]
    assert [row["verified_at"] is not None for row in rows] == [True, False]
    assert all(row["registered_at"] for row in rows)
    assert [row["name"] for row in rows] == [Entry.objects.get(pk=row["entry"]).public_name for row in rows]
    text = answer.content.decode()
    assert not any(entry.last_name in text for entry in hall.event.entries.all())
    assert not any(card in text for card in ("Rowlet", "Dartrix", "Potion", "SUM"))
    tokens = [entry.link.token for entry in hall.event.entries.filter(link__isnull=False)]
    assert not any(token in text for token in tokens)
    assert hall.get("/pools", hall.token("scorekeeper", "lists"), draft=draft.pk + 1).json()["items"] == []


def test_no_address_has_a_card_of_an_opened_pool():
    draft = sealed(4)
    hall = hall_of(draft)
    for seat in range(1, 5):
        registered(draft, seat)
    for token in (None, hall.token("judge", *SCOPES), hall.token("organizer", *SCOPES)):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        for path in described_paths():
            answer = Client().get(path.format(slug=hall.event.slug, entry=draft.seats[0][0]), headers=headers)
            assert "Dartrix" not in answer.content.decode(), path


def crews(count: int) -> Hall:
    event: Tournament = build.event(kind="team_battle", published=True, name=f"Crews {count}")
    for number in range(1, count + 1):
        mates = (
            TeamEntryMember("A", "Ana", f"Alvarez{number}", f"{number}01"),
            TeamEntryMember("B", "Luis", f"Benitez{number}"),
        )
        team_entries.add_team_entry(event, TeamEntry(f"Crew {number}", mates), by=None)
    return Hall(event, event.divisions.select_related("tournament").get())


def test_teams_have_their_players_by_seat():
    hall = crews(9)
    first = hall.get("/teams", limit=8).json()
    assert len(first["items"]) == 8
    (last,) = hall.get("/teams", limit=8, cursor=first["next"]).json()["items"]
    assert (last["name"], last["dropped"], last["division"]) == ("Crew 9", False, hall.division.pk)
    assert last["members"] == [{"seat": "A", "name": "Ana Alvarez9"}, {"seat": "B", "name": "Luis Benitez9"}]
    assert "901" not in hall.get("/teams").content.decode()
    hall.event.entries.update(age_division="junior")
    assert hall.get("/teams").json()["items"][0]["members"][0]["name"] == "Ana A."
    assert hall.get("/teams", division=hall.division.pk + 1000).json()["items"] == []


@pytest.mark.parametrize("path", ["/drafts", "/pods", "/pools", "/teams"])
def test_the_number_of_queries_does_not_grow(path):
    counts = []
    if path == "/teams":
        halls = [crews(2), crews(6)]
    else:
        halls = [hall_of(tracked.draft("solomon", players=size)) for size in (4, 12)]
    for hall in halls:
        token = hall.token("organizer", *SCOPES)
        hall.get(path, token)
        with CaptureQueriesContext(connection) as queries:
            assert hall.get(path, token).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
