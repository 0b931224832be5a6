"""The feed for broadcasters."""

import pytest
from django.utils import timezone

from decks.services import lists
from floor.engine.table import read_tap
from floor.models import HallScreen
from floor.services import table_taps as taps
from pairings.engine.outcomes import Outcome
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import feature_matches, options, rounds
from tests.api.hall import Hall, hall
from tests.decks import lists as deck_lists
from tests.pairings import build as play
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Hall:
    return hall()


def test_round_clock_and_the_first_table(cup):
    found = cup.get("/feed").json()
    (round_,) = found["rounds"]
    assert (round_["number"], round_["matches"], round_["open"], round_["state"]) == (3, 4, 3, "posted")
    assert [one["round"] for one in found["clocks"]] == [3]
    (match,) = found["features"]
    assert (match["table"], match["done"]) == (1, True)
    assert [side["won"] for side in match["sides"]] == [False, True]
    assert {side["record"] for side in match["sides"]} == {"2-0-0"}


def test_games_of_a_match_that_is_played_are_those_of_hall_screens_alone():
    cup = hall(best_of=3, edition="2026", round_minutes=50)
    match = cup.division.rounds.get(state="posted").matches.filter(outcome="pending").earliest("table")
    for tap in ("starter:right:1:", "won:left:1:"):
        taps.record_tap(match, read_tap(tap), by=None)

    def games() -> list[int | None]:
        (found,) = cup.get(f"/feed?table={match.table}").json()["features"]
        return [side["games"] for side in found["sides"]]

    assert games() == [None, None]
    screen = HallScreen.objects.create(tournament=cup.event, name="a", code="a", table=match.table)
    assert games() == [1, 0]
    screen.delete()
    results.enter_result(match, MatchResult(Outcome.LEFT, games=(2, 1)), by=None)
    assert games() == [2, 1]


def test_the_tables_of_hall_screens_and_those_that_are_named(cup):
    for code, table in (("a", 3), ("b", 2), ("c", None)):
        HallScreen.objects.create(tournament=cup.event, name=code, code=code, table=table)
    HallScreen.objects.create(tournament=cup.event, name="gone", code="d", table=1, removed_at=timezone.now())
    assert [one["table"] for one in cup.get("/feed").json()["features"]] == [2, 3]
    assert [one["table"] for one in cup.get("/feed?table=4&table=1").json()["features"]] == [4, 1]
    assert cup.get("/feed?table=99").json()["features"] == []
    assert cup.get("/feed?" + "table=1&" * 9).status_code == 422


def test_feature_tables_with_their_names_and_their_flag(cup):
    options.change_pairing_options(cup.division, by=None, feature_tables=[[101, "Stream"], [102, ""]])
    assert cup.get("/feed").json()["features"] == []
    round_ = cup.division.rounds.get(state="posted")
    match = round_.matches.filter(outcome="pending").earliest("table")
    feature_matches.move_to_feature_table(match, 101, by=None)
    (found,) = cup.get("/feed").json()["features"]
    assert (found["table"], found["table_name"]) == (101, "Stream")
    items = cup.get("/pairings").json()["items"]
    assert [one["table"] for one in items if one["feature"]] == [101]


def test_before_round_1_there_is_nothing_to_broadcast():
    found = hall(4, played=0, on=False).get("/feed").json()
    assert (found["rounds"], found["clocks"], found["features"]) == ([], [], [])


@pytest.fixture
def with_lists() -> Tournament:
    """Create four players with lists that are published with the cut of two."""
    event = deck_lists.event(
        players=4, rules={"deadline": None, "visibility": "in_cut"}, structure="swiss_cut", published=True
    )
    division = event.divisions.get()
    division.rounds_planned, division.cut_size = 1, 2
    division.save()
    for row in deck_lists.of(event):
        lists.submit_list(row, text=deck_lists.LEGAL)
    play.play(division)
    return event


def test_lists_are_read_once_they_are_published(with_lists, client):
    at = f"/api/v1/events/{with_lists.slug}"
    rows = deck_lists.of(with_lists)
    assert client.get(f"{at}/lists").json() == {"visibility": "in_cut", "lists": []}
    assert {client.get(f"{at}/lists/{row.entry_id}").status_code for row in rows} == {404}
    cuts.start_cut(with_lists.divisions.get(), by=None)
    found = client.get(f"{at}/lists").json()["lists"]
    assert len(found) == 2
    deck = client.get(f"{at}/lists/{found[0]['entry']}").json()
    assert (deck["total"], [one["count"] for one in deck["sections"]]) == (60, [8, 12, 40])
    assert deck["sections"][0]["cards"][0] == {
        "quantity": 4,
        "name": "Tapu Lele-GX",
        "number": "GRI 60",
        "language": "",
    }
    hidden = {row.entry_id for row in rows} - {one["entry"] for one in found}
    assert {client.get(f"{at}/lists/{entry}").status_code for entry in hidden} == {404}


def test_the_feed_says_whose_list_is_published(with_lists, client):
    division = with_lists.divisions.get()
    cuts.start_cut(division, by=None)
    rounds.post(rounds.pair_next_round(division, by=None, seed=2), by=None)
    (match,) = client.get(f"/api/v1/events/{with_lists.slug}/feed").json()["features"]
    assert [side["deck"] for side in match["sides"]] == [True, True]
    (bracket,) = client.get(f"/api/v1/events/{with_lists.slug}/brackets").json()
    assert (bracket["size"], bracket["champion"], len(bracket["rounds"])) == (2, None, 1)


def test_staff_read_lists_that_nobody_else_may(with_lists, client):
    at = f"/api/v1/events/{with_lists.slug}/deck-lists"
    home = Hall(with_lists, with_lists.divisions.get())
    token = {"authorization": f"Bearer {home.token('judge', 'lists')}"}
    rows = client.get(at, headers=token).json()["items"]
    assert {row["state"] for row in rows} == {"legal"}
    assert len(rows) == 4
    assert client.get(f"{at}/{rows[0]['entry']}", headers=token).json()["total"] == 60
