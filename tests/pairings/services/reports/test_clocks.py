"""The clock of a round and the time extensions of tables (R-110 to R-113, M-061)."""

from datetime import datetime, timedelta

import pytest

from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import undo
from pairings.engine.clock import Kind
from pairings.models import Match, Round
from pairings.queries.reports import clocks as clocks_now
from pairings.services.reports import clocks, time_extensions
from pairings.services.rounds import rounds
from tests import build as units
from tests.pairings import build

pytestmark = pytest.mark.django_db


def posted(**fields: object) -> Round:
    home = build.division(4, **({"round_minutes": 50, "clock_delay": None} | fields))
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return Round.objects.select_related("division__tournament", "stage").get(pk=round_.pk)


def after(round_: Round, minutes: float) -> datetime:
    assert round_.posted_at is not None
    return round_.posted_at + timedelta(minutes=minutes)


def press(round_: Round, kind: str, minutes: float, **more: object) -> JournalEvent:
    return clocks.press_clock(round_, Kind(kind), by=None, now=after(round_, minutes), **more)  # type: ignore[arg-type]


def left(round_: Round, minutes: float) -> int:
    seen = clocks_now.read_round_clock(round_, after(round_, minutes))
    assert seen is not None
    return seen.left // 60


def phase(round_: Round, minutes: float) -> str:
    seen = clocks_now.read_round_clock(round_, after(round_, minutes))
    assert seen is not None
    return seen.phase.value


# The clock


def test_a_judge_starts_it_after_two_minutes_to_set_up():
    round_ = posted()
    assert phase(round_, 5) == "waiting"
    press(round_, "pregame", 5)
    assert phase(round_, 6) == "setup"
    assert left(round_, 8) == 49
    assert clocks_now.round_ends_at(round_) == after(round_, 57)


def test_it_runs_from_the_posting_or_some_minutes_after_it():
    assert left(posted(clock_delay=0), 10) == 40
    assert left(posted(clock_delay=4), 14) == 40


def test_an_untimed_round_has_no_clock():
    round_ = posted(round_minutes=0)
    assert clocks_now.read_round_clock(round_, after(round_, 1)) is None
    with pytest.raises(Refused) as refused:
        press(round_, "started", 1)
    assert refused.value.code == "CLOCK_UNTIMED"


def test_the_window_after_time_is_that_of_the_edition():
    """M-061: 15 minutes in 2026; the rules of 2017 name no window."""
    of_2026, of_2017 = posted(clock_delay=0, edition="2026"), posted(clock_delay=0, edition="2017")
    seen = [clocks_now.read_round_clock(one, after(one, 51)) for one in (of_2026, of_2017)]
    assert [one.window_left for one in seen if one] == [14 * 60, None]


@pytest.mark.parametrize(
    ("before", "kind", "code"),
    [
        ([], "paused", "CLOCK_NOT_STARTED"),
        ([], "resumed", "CLOCK_NOT_STARTED"),
        (["started"], "started", "CLOCK_RUNS"),
        (["started"], "pregame", "CLOCK_RUNS"),
        (["started"], "resumed", "CLOCK_RUNS"),
        (["started", "paused"], "paused", "CLOCK_STANDS"),
    ],
)
def test_a_second_tap_changes_nothing(before, kind, code):
    round_ = posted()
    for number, one in enumerate(before):
        press(round_, one, number)
    with pytest.raises(Refused) as refused:
        press(round_, kind, 5)
    assert refused.value.code == code
    assert round_.clock_marks.count() == len(before)


def test_a_clock_that_runs_can_be_started_again_with_the_full_time():
    round_ = posted(clock_delay=0)
    press(round_, "started", 6, restart=True)
    assert left(round_, 6) == 50


def test_an_official_round_is_not_shortened_below_the_rules_without_a_reason():
    """R-111, R-112."""
    round_ = posted(clock_delay=0, kind="league_cup", best_of=3, divisions=("all",))
    assert round_.division.tournament.official
    with pytest.raises(Refused) as refused:
        press(round_, "adjusted", 1, seconds=-300)
    assert (refused.value.code, refused.value.facts) == (
        "CLOCK_BELOW_MINIMUM",
        {"minutes": 45, "minimum": 50},
    )
    press(round_, "adjusted", 1, seconds=-300, why="The hall closes")
    assert left(round_, 1) == 44


@pytest.mark.parametrize("seconds", [0, 5 * 3600, -5 * 3600])
def test_a_change_that_is_none(seconds):
    with pytest.raises(Refused) as refused:
        press(posted(clock_delay=0), "adjusted", 1, seconds=seconds)
    assert refused.value.code == "CLOCK_CHANGE_ODD"


def test_nothing_is_taken_after_time_was_called():
    with pytest.raises(Refused) as refused:
        press(posted(clock_delay=0), "adjusted", 51, seconds=-60)
    assert refused.value.code == "CLOCK_IS_OVER"


def test_every_press_can_be_undone_newest_first():
    round_ = posted()
    start, stop = press(round_, "started", 1), press(round_, "paused", 11)
    change = press(round_, "adjusted", 12, seconds=120)
    with pytest.raises(Refused) as refused:
        undo.undo_step(start, by=None)
    assert refused.value.code == "UNDO_OVERTAKEN"
    undo.undo_step(change, by=None)
    assert left(round_, 30) == 40
    undo.undo_step(stop, by=None)
    assert left(round_, 30) == 21
    undo.undo_step(start, by=None)
    assert phase(round_, 30) == "waiting"


def test_a_clock_begins_anew_when_the_round_is_posted_again():
    round_ = posted()
    press(round_, "started", 1)
    undo.undo_step(JournalEvent.objects.get(kind="RoundPosted"), by=None)
    again = rounds.post(Round.objects.select_related("division__tournament").get(), by=None)
    again.refresh_from_db()
    assert phase(again, 1) in ("waiting", "running")
    press(again, "started", 2, restart=True)
    assert left(again, 2) == 50


def test_a_closed_round_keeps_its_clock():
    round_ = posted(clock_delay=0)
    build.report_all(round_)
    rounds.close_round(round_, by=None)
    with pytest.raises(Refused) as refused:
        press(round_, "paused", 5)
    assert refused.value.code == "ROUND_IS_CLOSED"


def test_all_divisions_at_once_and_back():
    event = units.event(divisions=("senior", "masters"), clock_delay=None)
    units.add_players(event, 8, birth_years=(2012, 1990))
    playing = [rounds.post(rounds.pair_next_round(home, by=None), by=None) for home in event.divisions.all()]
    early = clocks.press_clock(playing[0], Kind.STARTED, by=None)
    lines = clocks.press_all_clocks(event, Kind.STARTED, by=None)
    assert [line.division_id for line in lines] == [playing[1].division_id]
    with pytest.raises(Refused) as refused:
        clocks.press_all_clocks(event, Kind.STARTED, by=None)
    assert refused.value.code == "CLOCK_RUNS"
    stops = clocks.press_all_clocks(event, Kind.PAUSED, by=None)
    undo.undo_steps_together(stops, by=None)
    assert all(clocks_now.round_ends_at(one) for one in playing)
    undo.undo_steps_together([early, *lines], by=None)
    assert not any(clocks_now.round_ends_at(one) for one in playing)


def test_no_clock_starts_while_a_division_waits_for_its_posting():
    event = units.event(divisions=("junior", "senior", "masters"), clock_delay=None)
    units.add_players(event, 12, birth_years=(2018, 2012, 1990))
    junior, senior, masters = [
        rounds.pair_next_round(home, by=None) for home in event.divisions.order_by("position")
    ]
    playing = [rounds.post(one, by=None) for one in (junior, masters)]
    with pytest.raises(clocks.NotAllClocks) as refused:
        clocks.press_all_clocks(event, Kind.STARTED, by=None)
    assert [(str(home), why.code) for home, why in refused.value.refused] == [("Seniors", "ROUND_NOT_POSTED")]
    assert refused.value.others == 2
    assert not any(clocks_now.round_ends_at(one) for one in playing)
    assert len(clocks.press_all_clocks(event, Kind.STARTED, by=None, skip_refused=True)) == 2
    rounds.post(senior, by=None)
    assert len(clocks.press_all_clocks(event, Kind.STARTED, by=None)) == 1


def test_no_clock_is_shortened_where_one_would_fall_below_the_minimum():
    event = units.event(divisions=("senior", "masters"), round_minutes=50, clock_delay=None)
    units.add_players(event, 8, birth_years=(2012, 1990))
    playing = [rounds.post(rounds.pair_next_round(home, by=None), by=None) for home in event.divisions.all()]
    clocks.press_all_clocks(event, Kind.STARTED, by=None)
    clocks.press_clock(playing[0], Kind.ADJUSTED, seconds=600, by=None)
    ends = [clocks_now.round_ends_at(one) for one in playing]
    with pytest.raises(clocks.NotAllClocks) as refused:
        clocks.press_all_clocks(event, Kind.ADJUSTED, seconds=-1500, by=None)
    assert [why.code for _home, why in refused.value.refused] == ["CLOCK_BELOW_MINIMUM"]
    assert [clocks_now.round_ends_at(one) for one in playing] == ends


def test_no_division_plays():
    home = build.division(4)
    with pytest.raises(Refused) as refused:
        clocks.press_all_clocks(home.tournament, Kind.STARTED, by=None)
    assert refused.value.code == "NO_CLOCK"


# Time extensions


def table(round_: Round) -> Match:
    found = (
        round_.matches.select_related("round__division__tournament", "round__stage").order_by("table").first()
    )
    assert found is not None
    return found


def test_a_judge_at_the_table_stops_its_time_and_gives_it_back():
    """R-113: recorded with minutes, judge and reason."""
    round_ = posted(clock_delay=0)
    match, by = table(round_), build.organizer(round_.division)
    there = time_extensions.start_stopwatch(match, by=by, now=after(round_, 45), why="A question")
    assert clocks_now.table_ends_at(match) is None
    assert not clocks_now.is_time_called(match, after(round_, 52))
    time_extensions.grant_stopwatch_time(there, seconds=180, by=by, now=after(round_, 48))
    assert clocks_now.table_ends_at(match) == after(round_, 53)
    assert clocks_now.is_time_called(match, after(round_, 53))
    line = JournalEvent.objects.get(kind="ExtensionGiven")
    assert (line.by, line.facts["seconds"], line.facts["why"]) == (by, 180, "A question")


def test_a_second_tap_does_not_start_a_second_stopwatch():
    match = table(posted(clock_delay=0))
    assert time_extensions.start_stopwatch(match, by=None) == time_extensions.start_stopwatch(match, by=None)
    assert match.extensions.count() == 1


def test_two_judges_end_it_once():
    there = time_extensions.start_stopwatch(table(posted(clock_delay=0)), by=None)
    time_extensions.grant_stopwatch_time(there, seconds=60, by=None)
    with pytest.raises(Refused) as refused:
        time_extensions.grant_stopwatch_time(there, seconds=60, by=None)
    assert refused.value.code == "EXTENSION_HAS_ENDED"


def test_extra_times_of_a_table_add_up():
    match = table(posted(clock_delay=0))
    time_extensions.grant_extra_time(match, seconds=120, by=None)
    time_extensions.grant_extra_time(match, seconds=240, by=None, why="Fire alarm")
    assert clocks_now.table_ends_at(match) == after(match.round, 56)


@pytest.mark.parametrize("seconds", [-60, 0, 3 * 3600])
def test_extra_time_that_is_none(seconds):
    with pytest.raises(Refused) as refused:
        time_extensions.grant_extra_time(table(posted(clock_delay=0)), seconds=seconds, by=None)
    assert refused.value.code == "EXTENSION_ODD"


def test_each_step_of_extra_time_can_be_undone():
    match = table(posted(clock_delay=0))
    there = time_extensions.start_stopwatch(match, by=None, now=after(match.round, 10))
    time_extensions.grant_stopwatch_time(there, seconds=120, by=None, now=after(match.round, 12))
    time_extensions.withdraw_extension(there, by=None)
    assert clocks_now.clock_of_table(match).extra == timedelta()
    for kind, seconds in (("ExtensionWithdrawn", 120), ("ExtensionGiven", 0), ("ExtensionBegan", 0)):
        undo.undo_step(JournalEvent.objects.get(kind=kind), by=None)
        assert clocks_now.clock_of_table(match).extra == timedelta(seconds=seconds)
    assert not clocks_now.extensions_of(match)


def test_an_undo_does_not_make_two_stopwatches_run():
    match = table(posted(clock_delay=0))
    time_extensions.grant_stopwatch_time(time_extensions.start_stopwatch(match, by=None), seconds=60, by=None)
    time_extensions.start_stopwatch(match, by=None)
    with pytest.raises(Refused) as refused:
        undo.undo_step(JournalEvent.objects.get(kind="ExtensionGiven"), by=None)
    assert refused.value.code == "UNDO_OVERTAKEN"


def test_a_stop_of_the_clock_stops_every_table():
    match = table(posted(clock_delay=0))
    time_extensions.grant_extra_time(match, seconds=240, by=None)
    press(match.round, "paused", 20)
    assert clocks_now.table_ends_at(match) is None
    press(match.round, "resumed", 30)
    assert clocks_now.table_ends_at(match) == after(match.round, 64)
