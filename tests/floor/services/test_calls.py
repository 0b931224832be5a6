"""Judge calls, sectors, and actions that arrive twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import journal_text, refusal_text
from core.services import undo
from floor.models import JudgeCall, Sector
from floor.queries import floor_board
from floor.queries import sectors as current_sectors
from floor.queries.calls import CallFigures, call_figures, open_calls
from floor.services import calls, sectors
from pairings.engine.outcomes import Outcome
from pairings.models import Extension, Match
from pairings.services.reports import idempotency, results, time_extensions
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests import build as units
from tests.pairings import build
from tests.pairings.services.rounds.test_query_counts import spent
from tournaments.models import User

pytestmark = pytest.mark.django_db


def posted(players: int = 4, **fields: object) -> list[Match]:
    home = build.division(players, **({"round_minutes": 50} | fields))
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


def judge(match: Match, role: str = "judge") -> User:
    return units.staff(match.round.division.tournament, role)


def refusal(of, *given, **more) -> str:  # type: ignore[no-untyped-def]
    with pytest.raises(Refused) as refused:
        of(*given, **more)
    return refused.value.code


# Raised hands


def test_a_hand_is_up_once_however_often_it_is_tapped():
    match = posted()[0]
    first = calls.raise_hand(match, entry=match.left, reason="question")
    assert calls.raise_hand(match, entry=match.left) == first
    assert calls.raise_hand(match, entry=match.right) != first
    assert calls.raise_hand(match, by=judge(match)) == calls.raise_hand(match)
    lines = JournalEvent.objects.filter(kind="CallRaised").order_by("pk")
    assert len(lines) == 3
    assert journal_text("CallRaised", lines[0].facts).endswith("judge called (a question about the rules)")


def test_from_the_hand_to_the_answer():
    match = posted()[0]
    théo = judge(match)
    call = calls.claim_call(calls.raise_hand(match, entry=match.left), by=théo)
    assert call.claimed_by == théo
    call = calls.close_call(call, by=théo, note="Two Prize cards")
    assert (call.note, call.closed_by) == ("Two Prize cards", théo)
    assert refusal(calls.claim_call, call, by=théo) == "CALL_IS_CLOSED"
    assert open_calls(match.round.division.tournament) == []


def test_two_judges_do_not_go_to_one_table():
    match = posted()[0]
    call = calls.claim_call(calls.raise_hand(match), by=judge(match))
    assert refusal(calls.claim_call, call, by=judge(match, "scorekeeper")) == "CALL_IS_TAKEN"


def test_a_call_passed_on_is_claimed_by_the_head_judge():
    match = posted()[0]
    théo, kwame = judge(match), judge(match, "head_judge")
    call = calls.escalate_call(calls.claim_call(calls.raise_hand(match), by=théo), by=théo)
    call = calls.claim_call(call, by=kwame)
    assert call.claimed_by == kwame
    assert refusal(calls.claim_call, call, by=théo) == "CALL_IS_TAKEN"


def test_the_longest_wait_comes_first():
    matches = posted(8)
    now = timezone.now()
    for number, minutes in ((0, 1), (1, 9), (2, 4)):
        calls.raise_hand(matches[number], now=now - timedelta(minutes=minutes))
    up = open_calls(matches[0].round.division.tournament)
    assert [call.match_id for call in up] == [matches[number].pk for number in (1, 2, 0)]


def test_how_long_players_waited():
    matches, now = posted(8), timezone.now()
    for number, (went, closed) in enumerate(((60, 120), (180, 600))):
        call = calls.raise_hand(matches[number], now=now)
        calls.claim_call(
            call, by=judge(matches[0], "judge" if number else "head_judge"), now=now + timedelta(seconds=went)
        )
        calls.close_call(call, by=None, now=now + timedelta(seconds=closed))
    calls.withdraw_call(calls.raise_hand(matches[2], entry=matches[2].left))
    assert call_figures(matches[0].round.division.tournament) == CallFigures(2, 120, 360)


def test_every_step_of_a_call_goes_back():
    match = posted()[0]
    by = judge(match)
    call = calls.close_call(
        calls.escalate_call(calls.claim_call(calls.raise_hand(match), by=by), by=by), by=by, note="Fine"
    )
    states = []
    for kind in ("CallClosed", "CallEscalated", "CallClaimed", "CallRaised"):
        undo.undo_step(JournalEvent.objects.get(kind=kind), by=by)
        row = JudgeCall.objects.get(pk=call.pk)
        states.append((bool(row.closed_at), bool(row.escalated_at), bool(row.claimed_at)))
    assert states == [(False, True, True), (False, False, True), (False, False, False), (True, False, False)]


def test_a_closed_call_stays_closed_when_the_hand_went_up_again():
    match = posted()[0]
    calls.close_call(calls.raise_hand(match), by=None)
    calls.raise_hand(match)
    assert refusal(undo.undo_step, JournalEvent.objects.get(kind="CallClosed"), by=None) == "UNDO_OVERTAKEN"


def test_no_hand_goes_up_after_the_round():
    match = posted()[0]
    build.report_all(match.round)
    rounds.close_round(match.round, by=None)
    assert refusal(calls.raise_hand, match) == "ROUND_IS_CLOSED"


def test_a_hand_goes_up_too_late_in_a_final():
    final = build.play(build.division(2, structure="elimination"))
    match = final.matches.select_related("round__division", "round__stage").get()
    late = refusal_text(units.refusal(calls.raise_hand, match))
    assert late.startswith("Round 1 (Final) is closed.")


# Sectors


def test_judges_look_after_stretches_of_tables():
    match = posted()[0]
    event, by = match.round.division.tournament, judge(match)
    staff = event.staff.get(user=by)
    row = sectors.save_sector(
        event, name=" North ", table_from=1, table_to=20, judges=[staff.pk, 99_999], by=None
    )
    assert (row.name, list(row.judges.all())) == ("North", [staff])
    own = current_sectors.sectors_now(event).of_user(by)
    assert current_sectors.is_table_in_sectors(20, own)
    assert not current_sectors.is_table_in_sectors(21, own)
    other = {"table_from": 5, "table_to": 9, "judges": [], "by": None}
    assert refusal(sectors.save_sector, event, name="north", **other) == "SECTOR_NAME_TAKEN"
    assert refusal(sectors.save_sector, event, name="South", **(other | {"table_to": 4})) == "TABLES_REVERSED"
    sectors.save_sector(event, row, name="North", table_from=1, table_to=30, judges=[], by=None)
    sectors.remove_sector(Sector.objects.get(), by=None)
    assert not Sector.objects.exists()


# The judges' board


def state_of(match: Match, minutes: float = 1) -> str:
    assert match.round.posted_at is not None
    now = match.round.posted_at + timedelta(minutes=minutes)
    tables = floor_board.load_floor_tables(match.round.division.tournament, now).tables
    return next(one.state for one in tables if one.match == match.pk)


def test_what_a_table_can_be():
    match = posted(edition="2026")[0]
    match.round.refresh_from_db()
    assert [state_of(match, ended) for ended in (1, 51, 64, 66)] == [
        "playing",
        "extraturns",
        "extraturns",
        "missing",
    ]
    row = time_extensions.start_stopwatch(match, by=None, cause=Extension.Cause.DECK_CHECK)
    assert state_of(match) == "deckcheck"
    time_extensions.grant_stopwatch_time(row, seconds=240, by=None)
    assert [state_of(match, ended) for ended in (1, 53, 55)] == ["extension", "extension", "extraturns"]
    time_extensions.start_stopwatch(match, by=None)
    assert state_of(match) == "extension"
    call = calls.raise_hand(match)
    assert state_of(match) == "called"
    results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    assert state_of(match) == "called"
    calls.close_call(call, by=None)
    assert state_of(match) == "done"


def test_in_2017_a_result_is_missing_once_time_is_over():
    match = posted(edition="2017")[0]
    match.round.refresh_from_db()
    assert state_of(match, 53) == "missing"


def test_the_floor_costs_the_same_for_any_hall():
    found = []
    for players in (8, 512):
        matches = posted(players)
        event = matches[0].round.division.tournament
        for match in matches[:3]:
            calls.raise_hand(match)
            time_extensions.grant_extra_time(match, seconds=60, by=None)
        found.append(spent(lambda: floor_board.load_floor_tables(event, timezone.now())))  # noqa: B023
    assert found[0] == found[1] == (0, 7)


# Actions that arrive twice


def test_a_key_is_taken_once():
    assert [
        idempotency.store_new_idempotency_key("1:abc"),
        idempotency.store_new_idempotency_key("1:abc"),
        idempotency.store_new_idempotency_key("2:abc"),
    ] == [
        True,
        False,
        True,
    ]
