"""Events, divisions, rounds, pairings, results and standings as programs read them."""

from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build, databases
from tests.api.hall import Hall, hall
from tests.pairings import build as play
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import Entry
from tournaments.services import entries, team_entries

pytestmark = pytest.mark.django_db


built = databases.built_once(hall)


@pytest.fixture
def cup(built: Hall) -> Hall:
    return deepcopy(built)


def close(cup: Hall) -> None:
    """Enter all results of the current round and close it."""
    posted = cup.division.rounds.get(state="posted")
    play.report_all(posted)
    rounds.close_round(posted, by=None)


def everything(client, at: str, **query: object) -> list[dict]:
    """Return the rows of all pages of a list."""
    found, cursor = [], ""
    while True:
        page = client.get(at, {**query, "cursor": cursor}).json()
        found += page["items"]
        cursor = page["next"]
        if not cursor:
            return found


def test_events_are_those_that_are_public(cup, client):
    secret = build.event(name="Secret", published=False)
    found = client.get("/api/v1/events").json()
    assert [one["slug"] for one in found["items"]] == [cup.event.slug]
    assert client.get(f"/api/v1/events/{secret.slug}").status_code == 404
    assert client.get(f"/api/v1/events/{cup.event.slug}").json()["name"] == cup.event.name


def test_events_go_on_where_a_page_ends(cup, client):
    slugs = [build.event(name=f"Cup {n}", published=True).slug for n in range(5)]
    found = everything(client, "/api/v1/events", limit=2)
    assert [one["slug"] for one in found] == [*reversed(slugs), cup.event.slug]


def test_divisions_and_rounds(cup):
    (division,) = cup.get("/divisions").json()
    assert (division["id"], division["round"], division["round_state"]) == (cup.division.pk, 3, "posted")
    assert [one["number"] for one in cup.get("/rounds").json()] == [3, 2, 1]


def test_pairings_are_those_of_the_newest_posted_round(cup):
    found = cup.get("/pairings").json()
    assert {one["round"] for one in found["items"]} == {3}
    assert [one["table"] for one in found["items"]] == [1, 2, 3, 4]
    assert found["next"] is None
    assert len({side["player"]["entry"] for one in found["items"] for side in one["sides"]}) == 8
    assert {one["round"] for one in cup.get("/pairings", round=1).json()["items"]} == {1}
    assert cup.get("/pairings", division=cup.division.pk + 1).json()["items"] == []


def test_a_round_that_is_not_posted_is_not_there(cup):
    close(cup)
    rounds.pair_next_round(cup.division, by=None, seed=4, additional=True)
    assert {one["round"] for one in cup.get("/pairings").json()["items"]} == {3}
    assert cup.get("/pairings", round=4).json()["items"] == []
    assert [one["number"] for one in cup.get("/rounds").json()] == [3, 2, 1]
    assert cup.get("/divisions").json()[0]["round"] == 3


def test_results_are_the_matches_that_have_one(cup, client):
    found = everything(client, cup.url("/results"), limit=3)
    assert [one["round"] for one in found] == [1] * 4 + [2] * 4 + [3]
    assert all(one["done"] for one in found)
    assert [side["result"] for side in found[-1]["sides"]] == ["loss", "win"]
    assert {one["round"] for one in cup.get("/results", round=2).json()["items"]} == {2}


def test_standings_are_those_of_the_page(cup, client):
    table = standings_lists(cup.division, public=True)[0]
    found = cup.get("/standings").json()
    assert [one["place"] for one in found["items"]] == [row.place for row in table.rows]
    assert [one["player"]["name"] for one in found["items"]] == [row.person.name for row in table.rows]
    assert [one["oowp"] for one in found["items"]] == [row.tie_breaks["oowp"] for row in table.rows]
    assert found["after"] == 2
    assert cup.get("/standings", after=1).json()["after"] == 1
    assert everything(client, cup.url("/standings"), limit=3) == found["items"]


def test_a_cursor_of_standings_stays_with_its_round(cup):
    first = cup.get("/standings", limit=5).json()
    close(cup)
    rest = cup.get("/standings", limit=5, cursor=first["next"]).json()
    assert rest["after"] == 2
    assert len({one["player"]["entry"] for one in first["items"] + rest["items"]}) == 8
    assert cup.get("/standings").json()["after"] == 3


def test_an_explanation_opens_the_figures(cup):
    leader = cup.get("/standings").json()["items"][0]
    found = cup.get(f"/standings/{leader['player']['entry']}").json()
    assert (found["place"], found["points"], found["owp"]) == (1, 6, leader["owp"])
    assert [one["round"] for one in found["rounds"]] == [1, 2]
    assert all(one["percentage"]["value"] >= 0.25 for one in found["rounds"])
    assert found["because"].startswith(leader["player"]["name"])
    assert found["next_below"]["place"] == 2
    assert cup.get("/standings/999999").status_code == 404


def test_children_go_by_first_name_and_initial(cup):
    Entry.objects.update(age_division="junior")
    for path in ("/pairings", "/results", "/standings"):
        text = cup.get(path).content.decode()
        assert not any(one.last_name in text for one in cup.event.entries.all()), path


def test_before_round_1_lists_are_empty():
    early = hall(4, played=0, on=False)
    assert early.get("/pairings").json() == {"items": [], "next": None}
    assert early.get("/standings").json()["items"] == []
    assert early.get("/brackets").json() == []
    assert early.get("/rounds").json() == []


@pytest.mark.parametrize(
    "path", ["/divisions", "/rounds", "/pairings", "/results", "/standings", "/brackets"]
)
def test_the_number_of_queries_does_not_grow(path):
    small, large = hall(4), hall(16, played=3)
    small.get(path)
    with CaptureQueriesContext(connection) as few:
        small.get(path)
    with CaptureQueriesContext(connection) as many:
        large.get(path)
    assert len(few) == len(many), [one["sql"] for one in many]


def test_teams_have_their_players_by_seat_wherever_they_are_named():
    """In pairings, results, standings, their figures and brackets; players outside of teams have none (R-103)."""
    event = build.event(kind="team_battle", published=True)
    for number in range(1, 5):
        mates = (
            TeamEntryMember("A", "Ana", f"Alvarez{number}"),
            TeamEntryMember("B", "Luis", f"Benitez{number}"),
        )
        entries.check_in_entry(
            team_entries.add_team_entry(event, TeamEntry(f"Crew {number}", mates), by=None), by=None
        )
    home = event.divisions.select_related("tournament").get()
    play.play(home)
    rounds.post(rounds.pair_next_round(home, by=None, seed=3), by=None)
    crews = Hall(event, home)
    first = crews.get("/standings").json()["items"][0]["player"]
    named = [
        *(side["player"] for row in crews.get("/pairings").json()["items"] for side in row["sides"]),
        *(side["player"] for row in crews.get("/results").json()["items"] for side in row["sides"]),
        *(row["player"] for row in crews.get("/standings").json()["items"]),
        crews.get(f"/standings/{first['entry']}").json()["player"],
    ]
    assert len(named) == 13
    for one in named:
        number = one["name"].removeprefix("Crew ")
        seats = [("A", f"Ana Alvarez{number}"), ("B", f"Luis Benitez{number}")]
        assert [(mate["seat"], mate["name"]) for mate in one["members"]] == seats
    close(crews)
    cuts.start_cut(home, by=None, sizes={"all": 4}, anyway=True)
    (bracket,) = crews.get("/brackets").json()
    drawn = [
        side["player"]
        for one in bracket["rounds"]
        for box in one["boxes"]
        for side in box["sides"]
        if side["player"]
    ]
    assert [[mate["name"].split()[0] for mate in one["members"]] for one in drawn] == [["Ana", "Luis"]] * 4
    staff = crews.get("/players", crews.token("judge", "players")).json()["items"]
    assert [mate["last_name"] for mate in staff[0]["members"]] == ["Alvarez1", "Benitez1"]
    event.entries.update(age_division="junior")
    assert crews.get("/standings").json()["items"][0]["player"]["members"][0]["name"] == "Ana A."
    alone = hall().get("/standings").json()["items"]
    assert {len(row["player"]["members"]) for row in alone} == {0}
