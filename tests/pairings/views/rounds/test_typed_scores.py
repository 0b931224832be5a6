"""Results typed at the desk as scores: read in a best of three, otherwise refused with a message."""

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.rounds import all_divisions, rounds
from tests import build as events
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def posted(client: Client) -> Round:
    home = build.division(8)
    client.force_login(build.organizer(home))
    return rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)


def first(round_: Round) -> Match:
    return build.open_matches(round_)[0]


def send(client: Client, round_: Round, **typed: object):  # type: ignore[no-untyped-def]
    return client.post(pages.of(round_, "result"), typed, follow=True)


@pytest.mark.parametrize("typed", ["20", "2-0", "2:0", "2 0"])
def test_a_score_of_a_best_of_three_saves_its_games(client: Client, posted: Round, typed: str) -> None:
    """Its last digit alone would be a tie."""
    match = of_three(posted)
    page = send(client, posted, table=match.table, result=typed)
    match.refresh_from_db()
    assert (match.outcome, match.games_left, match.games_right) == (Outcome.LEFT, 2, 0)
    sentence = f"{match.left} beats {match.right} (2-0)."
    assert pages.messages(page)[0] == f"Table {match.table} saved: {sentence}"


@pytest.mark.parametrize("typed", ["22", "30", "2-", "19", "2-0-0", "x", "3"])
def test_what_is_no_score_is_refused_and_stays_as_it_was_typed(
    client: Client, posted: Round, typed: str
) -> None:
    match = of_three(posted)
    page = send(client, posted, table=match.table, result=typed)
    assert f"Result {typed} is unknown" in pages.text(page)
    assert f'name="result" value="{typed}"' in pages.text(page)
    match.refresh_from_db()
    assert match.outcome == Outcome.PENDING


@pytest.mark.parametrize("typed", ["20", "10", "11", "12", "2-1"])
def test_a_single_game_has_no_score(client: Client, posted: Round, typed: str) -> None:
    page = send(client, posted, table=first(posted).table, result=typed)
    assert f"Result {typed} is unknown: 1 means Player 1 won" in pages.text(page)
    assert not posted.matches.exclude(outcome="pending").exists()


def test_the_score_of_a_saved_result_is_a_change_and_its_key_alone_is_none(
    client: Client, posted: Round
) -> None:
    match = of_three(posted)
    send(client, posted, table=match.table, result="21")
    seen = {"table": match.table, "seen": f"{match.pk}:left"}
    send(client, posted, result="1", **seen)
    match.refresh_from_db()
    assert (match.games_left, match.games_right) == (2, 1)
    refused = send(client, posted, result="20", **seen)
    assert f"You typed: {match.left} beats {match.right} (2-0)." in pages.text(refused)
    send(client, posted, result="20", change="yes", **seen)
    match.refresh_from_db()
    assert (match.games_left, match.games_right) == (2, 0)
    assert 'data-best="3"' in pages.text(client.get(pages.desk(posted.division)))


@pytest.mark.parametrize(
    ("typed", "result"),
    [("20", "left 2-0"), ("2-1", "left 2-1"), ("02", "right 0-2"), ("1-2", "right 1-2"), ("11", "tie 1-1")],
)
def test_the_desk_of_all_divisions_reads_the_same_scores(client: Client, typed: str, result: str) -> None:
    event, match = hall_of_three(client)
    page = client.post(hall_result(event), {"table": match.table, "result": typed}, follow=True)
    assert pages.messages(page)[0].startswith(f"Table {match.table} saved: ")
    match.refresh_from_db()
    assert f"{match.outcome} {match.games_left}-{match.games_right}" == result


def test_the_desk_of_all_divisions_refuses_what_is_no_score(client: Client) -> None:
    event, match = hall_of_three(client)
    page = client.post(hall_result(event), {"table": match.table, "result": "22"}, follow=True)
    assert "Result 22 is unknown" in pages.text(page)
    match.refresh_from_db()
    assert match.outcome == Outcome.PENDING


def hall_of_three(client: Client) -> tuple[Tournament, Match]:
    """Create two divisions in round 1 of a best of three, and return a match of the second."""
    event = events.event(divisions=("senior", "masters"), best_of=3)
    events.add_players(event, 8, birth_years=(2012, 1990))
    client.force_login(event.staff.select_related("user").get().user)
    coming = dict.fromkeys(event.divisions.values_list("pk", flat=True), 1)
    all_divisions.pair_all_divisions(event, coming, by=None)
    posted = all_divisions.post_all_divisions(event, coming, by=None).done
    return event, first(posted[-1])


def hall_result(event: Tournament) -> str:
    return pages.event(event.divisions.first(), "hall_result")


def of_three(round_: Round) -> Match:
    Tournament.objects.filter(pk=round_.division.tournament_id).update(best_of=3)
    return first(round_)
