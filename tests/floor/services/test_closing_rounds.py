"""Closing a round: open entries at its tables are named and confirmed, its calls are closed, and nothing is lost."""

from datetime import timedelta

import pytest

from checks.services import deck_checks
from core.models import JournalEvent
from core.sentences import journal_text
from core.services import undo
from floor.models import JudgeCall
from floor.services import calls, penalties
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.models import Extension, Match, Round
from pairings.services.reports import time_extensions
from pairings.services.rounds import all_divisions, rounds
from tests import build
from tests.pairings import build as play
from tournaments.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    division = play.division(8, edition="2026", round_minutes=50)
    return rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)


def table(round_: Round, number: int = 1) -> Match:
    return round_.matches.select_related("round__division", "round__stage", "left", "right").get(table=number)


def judge(round_: Round) -> User:
    return build.staff(round_.division.tournament, "judge")


def open_kinds(round_: Round) -> list[tuple[str, int]]:
    return [(one.kind, one.table) for one in rounds.list_open_at_tables(round_)]


def test_everything_open_at_a_table_stops_the_closing_until_it_was_seen(round_):
    by = judge(round_)
    for number, level in ((1, "game_loss"), (2, "match_loss"), (3, "disqualification")):
        match = table(round_, number)
        penalties.give_penalty(match.left, infraction="late", level=level, match=match, by=by)
    calls.raise_hand(table(round_, 2), entry=table(round_, 2).left)
    time_extensions.start_stopwatch(table(round_, 3), by=by)
    deck_checks.pick_requested_deck(table(round_, 4).left, why="Marked", by=by)
    play.report_all(round_)
    assert open_kinds(round_) == [
        ("penalty", 1),
        ("call", 2),
        ("penalty", 2),
        ("extension", 3),
        ("penalty", 3),
        ("check", 4),
    ]
    refused = build.refusal(rounds.close_round, round_, by=None)
    assert (refused.code, refused.facts["open"]) == ("TABLES_ARE_BUSY", 6)
    seen = {one.key for one in rounds.list_open_at_tables(round_)}
    assert build.refusal(
        rounds.close_round, round_, by=None, seen=seen - {"call-1", *list(seen)[:1]}
    ).code == ("TABLES_ARE_BUSY")
    assert rounds.close_round(round_, by=None, seen=seen).state == "closed"
    assert round_.division.tournament.penalties.filter(confirmed_at=None).count() == 3


def test_a_penalty_given_meanwhile_is_asked_for(round_):
    play.report_all(round_)
    match = table(round_)
    penalties.give_penalty(match.right, infraction="late", level="game_loss", match=match, by=judge(round_))
    assert build.refusal(rounds.close_round, round_, by=None, seen={"penalty-0"}).code == "TABLES_ARE_BUSY"


def test_a_penalty_between_rounds_and_one_of_an_earlier_round_are_named_too(round_):
    play.report_all(round_)
    penalties.give_penalty(table(round_).left, infraction="late", level="game_loss", by=judge(round_))
    assert open_kinds(round_) == [("penalty", 0)]
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    following = rounds.post(rounds.pair_next_round(round_.division, by=None, seed=9), by=None)
    play.report_all(following)
    assert open_kinds(following) == [("penalty", 0)]


def test_a_light_or_confirmed_penalty_stops_nothing(round_):
    penalties.give_penalty(
        table(round_).left, infraction="late", level="warning", match=table(round_), by=None
    )
    penalties.give_penalty(
        table(round_).left, infraction="late", level="game_loss", match=table(round_), by=None, confirmed=True
    )
    play.report_all(round_)
    assert rounds.close_round(round_, by=None).state == "closed"


def test_all_divisions_close_but_the_one_with_something_open(round_):
    play.report_all(round_)
    division = round_.division
    calls.raise_hand(table(round_), entry=table(round_).left)
    became = all_divisions.close_all_divisions(division.tournament, {division.pk: 1}, by=None)
    assert [why.code for _home, why in became.refused] == ["TABLES_ARE_BUSY"]
    seen = {one.key for one in rounds.list_open_at_tables(round_)}
    assert (
        all_divisions.close_all_divisions(
            division.tournament, {division.pk: 1}, by=None, open_seen=seen
        ).refused
        == ()
    )


def test_calls_end_with_their_round_and_the_journal_names_them(round_):
    match = table(round_)
    calls.claim_call(calls.raise_hand(match, entry=match.left), by=judge(round_))
    calls.raise_hand(table(round_, 2))
    play.report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    assert not JudgeCall.objects.filter(closed_at=None).exists()
    line = JournalEvent.objects.get(kind="CallsEnded")
    text = journal_text("CallsEnded", line.facts)
    assert text == f"Round 1: calls ended with the round, tables 1 ({match.left}), 2"


def test_a_reopened_round_has_its_calls_again(round_):
    match, by = table(round_), judge(round_)
    answered = calls.raise_hand(table(round_, 2))
    calls.close_call(answered, by=by, note="Two Prize cards")
    call = calls.claim_call(calls.raise_hand(match, entry=match.left), by=by)
    play.report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    undo.undo_step(JournalEvent.objects.get(kind="RoundClosed"), by=None)
    assert list(JudgeCall.objects.filter(closed_at=None)) == [call]
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    call.refresh_from_db()
    assert call.closed_at is not None


def test_an_extension_brings_the_judge_to_the_table_and_its_end_ends_the_call(round_):
    match, by = table(round_), judge(round_)
    call = calls.raise_hand(match, entry=match.left)
    row = time_extensions.start_stopwatch(match, by=by)
    call.refresh_from_db()
    assert (call.claimed_by, call.arrived_at) == (by, row.began_at)
    time_extensions.grant_stopwatch_time(row, seconds=240, by=by)
    call.refresh_from_db()
    assert (call.closed_at is not None, call.closed_by) == (True, by)


def test_undoing_an_extension_gives_back_its_calls(round_):
    match, by = table(round_), judge(round_)
    call = calls.raise_hand(match, entry=match.left)
    time_extensions.grant_stopwatch_time(time_extensions.start_stopwatch(match, by=by), seconds=240, by=by)
    states = []
    for kind in ("ExtensionGiven", "ExtensionBegan"):
        undo.undo_step(JournalEvent.objects.get(kind=kind), by=by)
        call.refresh_from_db()
        states.append((bool(call.closed_at), bool(call.arrived_at), bool(call.claimed_at)))
    assert states == [(False, True, True), (False, False, False)]


def test_a_deck_check_and_a_call_for_the_head_judge_are_answered_by_no_stopwatch(round_):
    match, by = table(round_), judge(round_)
    calls.escalate_call(calls.claim_call(calls.raise_hand(match), by=by), by=by)
    other = calls.raise_hand(match, entry=match.left)
    check = time_extensions.start_stopwatch(match, by=by, cause=Extension.Cause.DECK_CHECK)
    time_extensions.grant_stopwatch_time(check, seconds=0, by=by)
    other.refresh_from_db()
    assert (other.arrived_at, JudgeCall.objects.filter(closed_at=None).count()) == (None, 2)
    time_extensions.grant_stopwatch_time(time_extensions.start_stopwatch(match, by=by), seconds=0, by=by)
    assert JudgeCall.objects.filter(closed_at=None).count() == 1


def test_minutes_given_at_once_say_that_their_judge_is_there(round_):
    match, by = table(round_), judge(round_)
    call = calls.claim_call(calls.raise_hand(match), by=by)
    time_extensions.grant_extra_time(
        match, seconds=60, by=build.staff(round_.division.tournament, "scorekeeper")
    )
    call.refresh_from_db()
    assert call.arrived_at is None
    time_extensions.grant_extra_time(match, seconds=60, by=by, now=call.claimed_at + timedelta(minutes=2))
    call.refresh_from_db()
    assert (call.arrived_at is not None, call.closed_at) == (True, None)
