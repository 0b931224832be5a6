"""The figures that other pages load, and the rehearsal."""

import pytest
from django.test import Client

from pairings.queries.reports import clocks
from pairings.queries.rounds.event_progress import event_finished_at, progress_of_divisions
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db


def state(division: Division, *, unposted: bool = True) -> str:
    return progress_of_divisions(division.tournament, unposted=unposted)[0].state


def figures(client: Client, event: Tournament) -> str:
    answer = client.get(f"/e/{event.slug}/panel", headers={"HX-Request": "true"})
    return " ".join(markup(answer).split())


def test_a_division_from_check_in_to_the_last_round() -> None:
    division = play.division(4, structure="swiss")
    assert state(division) == "waiting"
    drawn = rounds.pair_next_round(division, by=None, seed=1)
    assert (state(division), state(division, unposted=False)) == ("unposted", "waiting")
    rounds.post(drawn, by=None)
    (now,) = progress_of_divisions(division.tournament, unposted=False)
    assert (now.state, now.results, now.tables, now.number, now.planned) == ("posted", 0, 2, 1, 3)
    assert now.round is not None
    assert clocks.round_ends_at(now.round) is not None
    play.report_all(drawn)
    rounds.close_round(drawn, by=None)
    assert state(division) == "closed"
    play.play(division, 2)
    rows = progress_of_divisions(division.tournament, unposted=False)
    assert rows[0].state == "over"
    assert event_finished_at(rows) == rows[0].closed_at


@pytest.mark.parametrize(("players", "after"), [(8, "over"), (9, "cut_next")])
def test_the_cut_follows_where_the_table_has_one(players: int, after: str) -> None:
    """M-013: no cut up to 8 players, top 4 from 9 on."""
    division = play.division(players, kind="league_cup", structure="swiss_cut", attendance_table="league_cup")
    play.play(division, 3 if players == 8 else 4)
    assert state(division) == after


def test_the_cut_to_its_final() -> None:
    division = play.division(9, kind="league_cup", structure="swiss_cut", attendance_table="league_cup")
    play.play(division, 4)
    cuts.start_cut(division, by=None)
    play.play(division)
    (now,) = progress_of_divisions(division.tournament, unposted=True)
    assert (now.state, now.cut, now.number, now.planned) == ("closed", True, 1, 2)
    play.play(division)
    assert state(division) == "over"


def test_an_event_is_finished_with_its_last_division() -> None:
    event = build.event(divisions=("junior", "masters"), structure="swiss")
    build.add_players(event, 8, birth_years=(1990, 2018))
    junior, masters = event.divisions.all()
    play.play(junior, 3)
    assert event_finished_at(progress_of_divisions(event, unposted=True)) is None
    play.play(masters, 3)
    assert event_finished_at(progress_of_divisions(event, unposted=True)) is not None


def test_organizers_are_reminded_of_the_report(client: Client) -> None:
    """R-099."""
    division = play.division(4, structure="swiss")
    play.play(division, 3)
    assert "Send the results" not in figures(client, division.tournament)
    client.force_login(play.organizer(division))
    assert "Send the results" in figures(client, division.tournament)


def test_it_is_a_page_without_script(client: Client) -> None:
    event = play.division(4).tournament
    assert "<html" in markup(client.get(f"/e/{event.slug}/panel"))
    assert "<html" not in figures(client, event)
    assert "4 of 4" in figures(client, event)


def test_drafts_are_not_public(client: Client) -> None:
    division = play.division(4)
    rounds.pair_next_round(division, by=None, seed=1)
    assert "waiting for review" not in figures(client, division.tournament)
    client.force_login(build.staff(division.tournament, "judge"))
    assert "waiting for review" in figures(client, division.tournament)


@pytest.mark.parametrize("divisions", [("all",), ("junior", "senior", "masters")])
def test_four_queries_for_any_number_of_players(divisions, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    event = build.event(divisions=divisions)
    build.add_players(event, 60, birth_years=(1990, 2013, 2018))
    for division in event.divisions.all():
        play.play(division)
    with django_assert_num_queries(4):
        progress_of_divisions(event, unposted=True)


def test_a_rehearsal_is_yours_and_not_public(client: Client) -> None:
    marta = build.user()
    client.force_login(marta)
    assert client.get("/rehearse").status_code == 405
    address = client.post("/rehearse")["Location"]
    event = Tournament.objects.get()
    assert (event.published, event.official, event.entries.count()) == (False, False, 64)
    assert client.get(address).status_code == 200
    client.logout()
    assert client.get(f"/e/{event.slug}/").status_code == 404
    assert client.post("/rehearse")["Location"].startswith("/account/login")
