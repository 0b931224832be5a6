"""Several people act at once: one succeeds, the others get a message. Nothing is mocked; each thread has a
connection.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Qualifier, Report, Round, Seat, Stage
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, day_two, rounds
from tests import build
from tests.pairings.build import division, open_matches, play, report_all
from tournaments.models import Division

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 20
SOME = 6
"""SQLite allows one writer at a time, so fewer threads are enough there."""

WAITS = 60


def at_once(calls: list[Callable[[], object]]) -> list[str]:
    """Run calls at the same moment, each with its own connection; return "done" or the code of the refusal, sorted."""
    gate = Barrier(len(calls), timeout=WAITS)

    def one(call: Callable[[], object]) -> str:
        try:
            gate.wait()
            call()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(one, calls))


def crowd() -> int:
    return MANY if connection.vendor == "postgresql" else SOME


def posted(players: int = 8) -> Round:
    return rounds.post(rounds.pair_next_round(division(players), by=None, seed=1), by=None)


def fresh(round_: Round) -> Round:
    """Return the round as another request reads it."""
    return Round.objects.select_related("division__tournament", "stage").get(pk=round_.pk)


def match_of(round_: Round, table: int = 1) -> Match:
    return Match.objects.select_related("round__division", "round__stage").get(round=round_, table=table)


def only_one_round(of: Division, outcomes: list[str]) -> None:
    assert outcomes == ["ROUND_AWAITS_REVIEW"] * (len(outcomes) - 1) + ["done"]
    assert of.rounds.count() == 1
    assert Seat.objects.count() == of.entries.count()
    assert JournalEvent.objects.filter(kind="RoundPaired").count() == 1


@pytest.mark.postgres
def test_twenty_people_pair_at_once_and_one_round_is_drawn():
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: set DATABASE_URL")
    of = division(32)
    outcomes = at_once([lambda: rounds.pair_next_round(Division.objects.get(pk=of.pk), by=None)] * MANY)
    assert Counter(outcomes) == {"done": 1, "ROUND_AWAITS_REVIEW": MANY - 1}
    only_one_round(of, outcomes)


def test_a_crowd_pairs_at_once_and_one_round_is_drawn():
    of = division(16)
    only_one_round(
        of, at_once([lambda: rounds.pair_next_round(Division.objects.get(pk=of.pk), by=None)] * crowd())
    )


def test_a_later_round_is_drawn_once():
    of = division(16)
    play(of, 2)
    outcomes = at_once([lambda: rounds.pair_next_round(Division.objects.get(pk=of.pk), by=None)] * crowd())
    assert Counter(outcomes) == {"done": 1, "ROUND_AWAITS_REVIEW": crowd() - 1}
    assert of.rounds.count() == 3


def test_a_round_is_posted_once():
    drawn = rounds.pair_next_round(division(8), by=None)
    outcomes = at_once([lambda: rounds.post(fresh(drawn), by=None)] * crowd())
    assert Counter(outcomes) == {"done": 1, "ROUND_IS_POSTED": crowd() - 1}


def test_two_results_for_one_table_and_the_second_is_told():
    table = posted()
    outcomes = at_once(
        [
            lambda: results.enter_result(match_of(table), MatchResult(Outcome.LEFT), by=None),
            lambda: results.enter_result(match_of(table), MatchResult(Outcome.RIGHT), by=None),
        ]
    )
    assert outcomes == ["RESULT_ALREADY_THERE", "done"]
    match = match_of(table)
    assert match.outcome in (Outcome.LEFT, Outcome.RIGHT)
    assert [report.outcome for report in Report.objects.filter(match=match)] == [match.outcome]


def test_many_desks_enter_different_tables():
    table = posted(2 * crowd())
    calls = [
        lambda number=number: results.enter_result(match_of(table, number), MatchResult(Outcome.TIE), by=None)
        for number in range(1, crowd() + 1)
    ]
    assert set(at_once(calls)) == {"done"}
    assert not open_matches(table)


def test_a_round_is_closed_while_its_last_result_is_entered():
    """Either the result comes first and the round is closed, or closing is refused; the round is never closed and
    open.
    """
    table = posted()
    for match in open_matches(table)[1:]:
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    outcomes = at_once(
        [
            lambda: results.enter_result(match_of(table), MatchResult(Outcome.RIGHT), by=None),
            lambda: rounds.close_round(fresh(table), by=None),
        ]
    )
    assert outcomes in (["done", "done"], ["ROUND_HAS_OPEN_MATCHES", "done"])
    closed = fresh(table).state == Round.State.CLOSED
    assert closed == (outcomes == ["done", "done"])
    assert fresh(table).standings.count() == (8 if closed else 0)
    assert not open_matches(table)


def test_a_result_changes_while_the_round_is_closed():
    """The standings match the stored results."""
    table = posted()
    report_all(table)
    outcomes = at_once(
        [
            lambda: results.enter_result(
                match_of(table), MatchResult(Outcome.TIE), by=None, seen=Outcome.LEFT
            ),
            lambda: rounds.close_round(fresh(table), by=None),
        ]
    )
    assert outcomes in (["done", "done"], ["ROUND_IS_CLOSED", "done"])
    match = match_of(table)
    won = fresh(table).standings.get(entry=match.left_id)
    assert (won.wins, won.ties) == ((0, 1) if match.outcome == Outcome.TIE else (1, 0))


def test_somebody_leaves_while_the_round_is_drawn():
    """Either they are in the draft, which is outdated, or they are not; in both cases it can be posted or drawn
    again.
    """
    of = division(9)
    leaver = of.entries.order_by("id")[0]
    outcomes = at_once(
        [
            lambda: rounds.pair_next_round(Division.objects.get(pk=of.pk), by=None),
            lambda: attendance.drop_player(leaver, by=None),
        ]
    )
    assert outcomes == ["done", "done"]
    drawn = fresh(of.rounds.get())
    if drawn.seats.filter(entry=leaver).exists():
        drawn = rounds.pair_unposted_round_again(drawn, by=None)
    rounds.post(drawn, by=None)
    assert drawn.seats.count() == 8


def test_two_divisions_drawn_at_once_share_no_table():
    event = build.event(divisions=("junior", "senior", "masters"))
    build.add_players(event, 24, birth_years=(2018, 2012, 1990))
    homes = list(event.divisions.values_list("pk", flat=True))
    outcomes = at_once(
        [lambda pk=pk: rounds.pair_next_round(Division.objects.get(pk=pk), by=None) for pk in homes]
    )
    assert outcomes == ["done"] * 3
    tables = Match.objects.filter(round__division__tournament=event).values_list("table", flat=True)
    assert sorted(tables) == list(range(1, 13))


def test_a_step_is_undone_once():
    table = posted()
    results.enter_result(match_of(table), MatchResult(Outcome.LEFT), by=None)
    line = JournalEvent.objects.get(kind="ResultEntered")
    outcomes = at_once([lambda: undo.undo_step(JournalEvent.objects.get(pk=line.pk), by=None)] * crowd())
    assert Counter(outcomes) == {"done": 1, "UNDO_ALREADY_DONE": crowd() - 1}


def test_a_departure_is_undone_while_the_next_round_is_posted():
    """Either they are in the round, or they have dropped; they are never present without a seat."""
    of = division(9)
    play(of)
    leaver = attendance.drop_player(of.entries.order_by("id")[0], by=None)
    drawn = rounds.pair_next_round(of, by=None)
    line = JournalEvent.objects.get(kind="EntryDropped")
    outcomes = at_once([lambda: rounds.post(fresh(drawn), by=None), lambda: undo.undo_step(line, by=None)])
    assert outcomes in (["PAIRINGS_ARE_STALE", "done"], ["UNDO_NEXT_ROUND_FIRST", "done"])
    leaver.refresh_from_db()
    assert (leaver.dropped_in is None) == (fresh(drawn).state == Round.State.UNPOSTED)


def test_day_two_is_opened_once_whoever_clicks() -> None:
    home = division(16, structure="swiss_cut")
    usual = {"rounds_planned": 2, "day_two_by": "points", "day_two_points": 3, "day_two_rounds": 2}
    Division.objects.filter(pk=home.pk).update(**usual)
    play(home, 2)
    found = at_once([lambda: day_two.open_day_two(home, by=None)] * crowd())
    assert Counter(found) == {"done": 1, "DAY_TWO_HAS_STARTED": crowd() - 1}
    assert Stage.objects.filter(division=home, position=1).count() == 1
    assert Qualifier.objects.filter(stage__division=home).count() == 12
    assert JournalEvent.objects.filter(division=home, kind="DayTwoOpened").count() == 1


def test_somebody_leaves_while_day_two_is_opened() -> None:
    home = division(16, structure="swiss_cut")
    usual = {"rounds_planned": 1, "day_two_by": "place", "day_two_size": 4, "day_two_rounds": 1}
    Division.objects.filter(pk=home.pk).update(**usual)
    play(home, 1)
    first = home.entries.get(standings__place=1)
    calls = [lambda: day_two.open_day_two(home, by=None), lambda: attendance.drop_player(first, by=None)]
    assert at_once(calls) == ["done", "done"]
    inside = Qualifier.objects.filter(stage__division=home)
    assert inside.count() == 4
    left = JournalEvent.objects.get(division=home, kind="EntryDropped")
    opened = JournalEvent.objects.get(division=home, kind="DayTwoOpened")
    assert inside.filter(entry=first).exists() == (opened.pk < left.pk)
