"""A round that was undone with its results is restored exactly, with every row of the event that depends on it."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.services import undo
from floor.engine.table import PLAYERS, Kind, make_tap
from floor.models import JudgeCall, TableMark
from floor.services import calls, penalties
from floor.services import table_taps as tables
from pairings.engine.clock import Kind as Press
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Extension, Match, Report, Round, Standing
from pairings.models.match import Reason
from pairings.services.bracket import cuts
from pairings.services.reports import clocks, result_reports, results, time_extensions
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, round_undo, rounds
from tests import build
from tests.pairings.build import division, open_matches, play, report_all
from tests.pairings.event_rows import event_rows
from tournaments.models import Division
from tournaments.services import snapshots

pytestmark = pytest.mark.django_db


def busy(round_: Round, *, by: Any, random: Random) -> None:
    """Create calls, taps, extensions, disputes, reports, penalties, drops and a late entry in a posted round."""
    home = round_.division
    clocks.press_clock(round_, Press.PAUSED, by=by)
    matches = open_matches(round_)
    random.shuffle(matches)
    called, timed, notified, disputed, tapped, *_others = matches
    calls.raise_hand(called, by=by)
    time_extensions.grant_extra_time(timed, seconds=180, by=by)
    for match, outcomes in (
        (notified, (Outcome.LEFT, Outcome.LEFT)),
        (disputed, (Outcome.LEFT, Outcome.RIGHT)),
    ):
        for entry, outcome in zip((match.left, match.right), outcomes, strict=True):
            result_reports.submit_report(match, entry, result_reports.ResultReport(MatchResult(outcome)))
    tables.record_tap(tapped, make_tap(Kind.EMPTY, PLAYERS["left"]), by=by)
    penalties.give_penalty(tapped.left, infraction="pace", level="caution", match=tapped, by=by)
    attendance.drop_player(called.right, by=by)
    attendance.enter_player(home.tournament, by=by, first_name="Late", last_name="Comer", birth_year=1990)


def finish(round_: Round, *, by: Any, random: Random) -> None:
    for match in open_matches(round_):
        outcome = random.choice([Outcome.LEFT, Outcome.RIGHT, Outcome.TIE, Outcome.DOUBLE_LOSS])
        reason = Reason.NO_SHOW if outcome == Outcome.DOUBLE_LOSS else Reason.PLAYED
        change = Dispute.objects.filter(match=match, settled_at=None).exists()
        results.enter_result(match, MatchResult(outcome, reason), by=by, change=change)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("state", ["open", "full", "closed"])
@pytest.mark.parametrize("number", [1, 2])
def test_undoing_the_step_restores_every_row(seed: int, state: str, number: int) -> None:
    random, home = Random(seed), division(13)
    by = build.staff(home.tournament, "head_judge")
    if number == 2:
        play(home)
        attendance.drop_player(home.entries.order_by("pk")[seed], by=by)
    round_ = rounds.post(rounds.pair_next_round(home, by=by, seed=seed), by=by)
    busy(round_, by=by, random=random)
    if state != "open":
        finish(round_, by=by, random=random)
    if state == "closed":
        rounds.close_round(round_, by=by, seen=ALL_OPEN_ENTRIES)
    assert Extension.objects.exists()
    assert TableMark.objects.exists()
    assert Report.objects.exists()
    assert JudgeCall.objects.exists()
    before = event_rows()
    lines = JournalEvent.objects.count()
    line = round_undo.undo_round(round_, by=by)
    assert JournalEvent.objects.count() == lines + 1
    assert not home.rounds.filter(number=number).exists()
    assert not Match.objects.filter(round__number=number).exists()
    assert event_rows() != before
    assert undo.last_undoable_step(home) == line
    undo.undo_step(line, by=by)
    assert event_rows() == before


def test_a_round_of_the_cut_comes_back_with_its_bracket() -> None:
    home = division(8, structure="swiss_cut")
    play(home, 3)
    cuts.start_cut(home, by=None, sizes={"all": 4}, third_place=False, anyway=True)
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    report_all(round_)
    rounds.close_round(round_, by=None, seen=ALL_OPEN_ENTRIES)
    before = event_rows()
    line = round_undo.undo_round(round_, by=None)
    assert home.stages.count() == 2
    undo.undo_step(line, by=None)
    assert event_rows() == before
    final = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    assert final.matches.filter(outcome="pending").count() == 1


def test_the_round_can_be_paired_anew_and_then_nothing_comes_back_over_it() -> None:
    home = division(8)
    play(home)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=2), by=None)
    report_all(round_)
    line = round_undo.undo_round(round_, by=None)
    again = rounds.post(rounds.pair_next_round(home, by=None, seed=3), by=None)
    assert again.number == 2
    refused = build.refusal(undo.undo_step, line, by=None)
    assert (refused.code, refused.facts["round"]) == ("UNDO_NEXT_ROUND_FIRST", 2)
    round_undo.undo_round(again, by=None)
    undo.undo_step(undo.last_undoable_step(home), by=None)
    assert home.rounds.get(number=2).seed == 3


def test_only_the_newest_round_that_was_posted_is_undone() -> None:
    home = division(8)
    first = play(home)
    unposted = rounds.pair_next_round(home, by=None)
    assert build.refusal(round_undo.undo_round, first, by=None).code == "UNDO_NEXT_ROUND_FIRST"
    assert build.refusal(round_undo.undo_round, unposted, by=None).code == "ROUND_NOT_POSTED"


def test_who_came_late_for_the_round_plays_in_the_one_paired_instead() -> None:
    home = division(8)
    play(home)
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    late = attendance.enter_player(
        home.tournament, by=None, first_name="Late", last_name="Comer", birth_year=1990
    )
    dropped = attendance.drop_player(round_.matches.get(table=1).left, by=None)
    round_undo.undo_round(round_, by=None)
    again = rounds.pair_next_round(home, by=None)
    assert again.seats.filter(entry=late).exists()
    assert not again.seats.filter(entry=dropped).exists()


def test_who_came_since_has_missed_the_round_that_comes_back() -> None:
    home = division(8)
    play(home)
    round_ = rounds.post(rounds.pair_next_round(home, by=None), by=None)
    line = round_undo.undo_round(round_, by=None)
    late = attendance.enter_player(
        home.tournament, by=None, first_name="Late", last_name="Comer", birth_year=1990
    )
    undo.undo_step(line, by=None)
    losses = Match.objects.filter(left=late, outcome=Outcome.LATE_LOSS).order_by("round__number")
    assert list(losses.values_list("round__number", flat=True)) == [1, 2]


def test_a_restored_event_brings_the_round_back_too() -> None:
    random, home = Random(3), division(13)
    by = build.staff(home.tournament, "head_judge")
    play(home)
    round_ = rounds.post(rounds.pair_next_round(home, by=by, seed=3), by=by)
    busy(round_, by=by, random=random)
    finish(round_, by=by, random=random)
    rounds.close_round(round_, by=by, seen=ALL_OPEN_ENTRIES)
    line = round_undo.undo_round(round_, by=by)
    copy = snapshots.restore_event(
        snapshots.make_snapshot(home.tournament).data, by=by, trusted=True
    ).divisions.get()
    undo.undo_step(line, by=by)
    undo.undo_step(copy.journal.get(kind="RoundUndone"), by=by)
    assert wording(copy) == wording(home)
    assert copy.rounds.get(number=2).pk != round_.pk
    assert drawn(copy) == drawn(home)
    assert drawn(copy)["bye"]


def drawn(home: Division) -> dict[str, Any]:
    """Return the players paired in round 2, by tie-break number; a key of another event matches no one here."""
    number = dict(home.entries.values_list("pk", "tie_break_number"))
    draw = home.rounds.get(number=2).draw
    return {
        "bye": number.get(draw["bye"]),
        "pairs": [[number.get(key) for key in pair] for pair in draw["pairs"]],
        "examined": [number.get(key) for key in draw.get("examined", ())],
    }


def wording(home: Division) -> list[object]:
    """Return the seats of round 2, its reports and taps, and the standings after it."""
    played = Match.objects.filter(round__division=home, round__number=2).order_by("position")
    return [
        list(
            played.values_list(
                *("table", "left__last_name", "left__first_name", "right__last_name", "right__first_name"),
                *("outcome", "reason", "reported_at", "reported_by"),
            )
        ),
        list(
            Report.objects.filter(match__in=played)
            .order_by("at", "pk")
            .values_list("outcome", "at", "match__table")
        ),
        list(TableMark.objects.filter(match__in=played).values_list("match__table", "kind", "at")),
        list(Extension.objects.filter(match__in=played).values_list("match__table", "seconds", "began_at")),
        list(JudgeCall.objects.filter(match__in=played).values_list("match__table", "raised_at")),
        list(
            Standing.objects.filter(round__division=home, round__number=2)
            .order_by("place")
            .values_list("place", "entry__last_name", "entry__first_name", "points", "owp", "oowp")
        ),
    ]


def test_the_line_of_the_undo_does_not_repeat_the_rows() -> None:
    home = division(4)
    line = round_undo.undo_round(play(home), by=None)
    undone = undo.undo_step(line, by=None)
    assert "rows" not in undone.facts["facts"]
    assert undone.facts["facts"]["results"] == 2


def test_nothing_of_the_round_is_offered_for_undo_any_more() -> None:
    home = division(4)
    round_ = rounds.post(
        rounds.pair_next_round(home, by=None), by=None, now=timezone.now() - timedelta(minutes=5)
    )
    report_all(round_)
    line = round_undo.undo_round(round_, by=None)
    undo.undo_step(line, by=None)
    assert undo.last_undoable_step(home).kind == "ResultEntered"
    round_undo.undo_round(home.rounds.get(), by=None)
    again = rounds.pair_next_round(home, by=None)
    steps = []
    while (step := undo.last_undoable_step(home)) is not None and len(steps) < 5:
        steps.append(step.kind)
        undo.undo_step(step, by=None)
        if step.kind == "RoundUndone":
            break
    assert steps == ["RoundPaired", "RoundUndone"]
    assert home.rounds.get().pk == round_.pk != again.pk
