"""A round clock: any sequence of marks, and what the rules require of it (R-110 to R-113, M-061)."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.clock import (
    ClockReading,
    Kind,
    Mark,
    Phase,
    Plan,
    RoundClock,
    TableClock,
    proposed_extension_minutes,
    read_clock,
    replay_clock,
)

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def plan(delay: float | None = None, window: float | None = None, length: float = 50) -> Plan:
    return Plan(
        minutes(length),
        NOON,
        None if delay is None else minutes(delay),
        window=None if window is None else minutes(window),
    )


def mark(kind: str, when: float, change: float = 0) -> Mark:
    return Mark(Kind(kind), at(when), minutes(change))


def reading_at(now: float, *marks: Mark, of: Plan | None = None) -> ClockReading:
    return read_clock(replay_clock(of or plan(), marks), at(now))


# Starting


def test_a_judge_starts_the_clock():
    waiting, running = reading_at(5), reading_at(6, mark("started", 5))
    assert (waiting.phase, waiting.left, waiting.ends_at) == (Phase.WAITING, 50 * 60, None)
    assert (running.phase, running.left, running.ends_at) == (Phase.RUNNING, 49 * 60, at(55))
    assert not waiting.stopped
    assert not running.stopped


def test_two_minutes_to_set_up_then_it_starts_by_itself():
    """R-110: the round clock starts only after that."""
    pressed = mark("pregame", 5)
    setting_up, playing = reading_at(6, pressed), reading_at(8, pressed)
    assert (setting_up.phase, setting_up.setup_left, setting_up.left) == (Phase.SETUP, 60, 50 * 60)
    assert (setting_up.starts_at, setting_up.ends_at) == (at(7), at(57))
    assert (playing.phase, playing.left, playing.ends_at) == (Phase.RUNNING, 49 * 60, at(57))


def test_a_start_cuts_the_setting_up_short():
    assert reading_at(7, mark("pregame", 5), mark("started", 6)).ends_at == at(56)


def test_the_clock_runs_from_the_posting():
    assert reading_at(10, of=plan(delay=0)).ends_at == at(50)


def test_some_minutes_after_the_posting():
    before, after = reading_at(2, of=plan(delay=5)), reading_at(6, of=plan(delay=5))
    assert (before.phase, before.setup_left, before.starts_at) == (Phase.SETUP, 180, at(5))
    assert (after.phase, after.left) == (Phase.RUNNING, 49 * 60)


def test_a_second_start_begins_anew_with_the_full_time():
    late = reading_at(9, mark("adjusted", 3, -10), mark("started", 8), of=plan(delay=0))
    assert (late.phase, late.left) == (Phase.RUNNING, 49 * 60)


def test_minutes_given_before_the_start_stay():
    assert reading_at(9, mark("adjusted", 3, 10), mark("started", 8)).left == 59 * 60


def test_marks_of_an_earlier_posting_count_for_nothing():
    assert reading_at(1, mark("started", -30)).phase is Phase.WAITING


# Stopping


def test_a_stopped_clock_stands_and_goes_on_where_it_stood():
    stop = mark("paused", 10), mark("resumed", 25)
    standing, going = reading_at(20, stop[0], of=plan(0)), reading_at(30, *stop, of=plan(0))
    assert (standing.phase, standing.left, standing.ends_at) == (Phase.STOPPED, 40 * 60, None)
    assert (going.phase, going.left, going.ends_at) == (Phase.RUNNING, 35 * 60, at(65))


def test_the_setting_up_can_be_stopped_too():
    held = reading_at(9, mark("pregame", 5), mark("paused", 6))
    assert (held.phase, held.setup_left, held.starts_at) == (Phase.STOPPED, 60, None)


# Minutes more or less


def test_minutes_more_and_less():
    assert reading_at(10, mark("adjusted", 5, 3), of=plan(0)).ends_at == at(53)
    assert reading_at(10, mark("adjusted", 5, -3), of=plan(0)).ends_at == at(47)


def test_more_taken_than_there_is_calls_time_at_once():
    over = reading_at(31, mark("adjusted", 30, -40), of=plan(0))
    assert (over.phase, over.left, over.ends_at) == (Phase.OVER, 0, at(30))


def test_minutes_given_after_time_count_from_now():
    assert reading_at(54, mark("adjusted", 53, 5), of=plan(0)).ends_at == at(58)


def test_after_time_nothing_can_be_taken():
    assert reading_at(54, mark("adjusted", 53, -5), of=plan(0)).ends_at == at(50)


# After time


def test_time_is_called():
    over = reading_at(51, of=plan(0))
    assert (over.phase, over.left, over.ends_at, over.window_left) == (Phase.OVER, 0, at(50), None)


def test_the_window_of_fifteen_minutes():
    """M-061: after time, 15 minutes for the current turn and three more."""
    over, after_end = reading_at(53, of=plan(0, 15)), reading_at(90, of=plan(0, 15))
    assert (over.window_left, over.window_ends_at) == (12 * 60, at(65))
    assert after_end.window_left == 0
    assert reading_at(40, of=plan(0, 15)).window_left is None


def test_an_alarm_in_the_window_stops_it():
    stop = mark("paused", 55), mark("resumed", 75)
    standing, going = reading_at(60, stop[0], of=plan(0, 15)), reading_at(76, *stop, of=plan(0, 15))
    assert (standing.phase, standing.stopped, standing.window_left) == (Phase.OVER, True, 600)
    assert (going.window_left, going.ends_at, going.window_ends_at) == (540, at(50), at(85))


# Time extensions of tables


def clock(*marks: Mark, of: Plan | None = None) -> RoundClock:
    return replay_clock(of or plan(0), marks)


def test_a_table_with_extra_time_ends_later():
    """R-113."""
    table = TableClock(clock(), minutes(4))
    assert table.ends_at() == at(54)
    assert not table.called(at(53))
    assert table.called(at(54))


def test_a_stop_moves_the_end_of_a_table_too():
    assert TableClock(clock(mark("paused", 10), mark("resumed", 15)), minutes(4)).ends_at() == at(59)
    assert TableClock(clock(mark("paused", 10)), minutes(4)).ends_at() is None


def test_while_a_judge_is_at_the_table_its_time_stands():
    table = TableClock(clock(), held_since=at(45))
    assert table.ends_at() is None
    assert not table.called(at(70))


def test_a_judge_who_came_after_time_gives_nothing_back():
    assert TableClock(clock(), held_since=at(52)).called(at(60))


def test_nobody_is_out_of_time_before_the_start():
    assert not TableClock(clock(of=plan())).called(at(500))


def test_minutes_proposed_are_rounded_up():
    assert [proposed_extension_minutes(NOON, at(minute)) for minute in (0, 0.5, 2, 2.02)] == [1, 1, 2, 3]


# Any sequence


MARKS = st.lists(
    st.builds(
        mark,
        st.sampled_from([kind.value for kind in Kind]),
        st.floats(0, 120, allow_nan=False),
        st.integers(-60, 60),
    ),
    max_size=12,
).map(lambda marks: sorted(marks, key=lambda one: one.at))
PLANS = st.builds(plan, st.sampled_from([None, 0, 3]), st.sampled_from([None, 15]), st.integers(1, 90))
MOMENTS = st.floats(0, 300, allow_nan=False)


@given(PLANS, MARKS, MOMENTS)
def test_time_is_never_negative(of, marks, now):
    seen = reading_at(now, *marks, of=of)
    assert min(seen.left, seen.setup_left, seen.window_left or 0) >= 0
    assert (seen.left == 0) >= (seen.phase is Phase.OVER)


@given(PLANS, MARKS, MOMENTS, st.floats(0, 100))
def test_a_stopped_clock_does_not_move(of, marks, gap, later):
    last = max((one.at for one in marks), default=NOON)
    stopped = replay_clock(of, [*marks, Mark(Kind.PAUSED, last + minutes(gap))])
    first, then = read_clock(stopped, last + minutes(gap)), read_clock(stopped, last + minutes(gap + later))
    assert first == then


@given(PLANS, MARKS, MOMENTS)
def test_stopping_and_going_on_at_the_same_moment_changes_nothing(of, marks, now):
    last = max((one.at for one in marks), default=NOON)
    before = replay_clock(of, marks)
    both = replay_clock(of, [*marks, Mark(Kind.PAUSED, last), Mark(Kind.RESUMED, last)])
    if before.runs:
        assert read_clock(both, last + minutes(now)) == read_clock(before, last + minutes(now))


@given(PLANS, MARKS, st.lists(MOMENTS, max_size=4), MOMENTS)
def test_what_it_shows_is_what_the_marks_come_to(of, marks, looks, now):
    """Only marks are stored, so neither looking at a clock nor a restart of the server in between changes anything."""
    end = at(max([now, 300]))
    reading = read_clock(replay_clock(of, marks), end)
    for look in looks:
        upto = [one for one in marks if one.at <= at(look)]
        read_clock(replay_clock(of, upto), at(look))
    assert read_clock(replay_clock(of, tuple(marks)), end) == reading
    watched = replay_clock(of, [])
    for one in marks:
        watched = watched.moved_to(one.at - (one.at - watched.since) / 2).after(one)
    assert read_clock(watched, end) == reading


@given(PLANS, MARKS, MOMENTS)
def test_the_end_it_tells_is_when_time_is_called(of, marks, later):
    """The device counts down to `ends_at`, so only a mark may move it."""
    last = max((one.at for one in marks), default=NOON)
    clock_ = replay_clock(of, marks)
    now, then = read_clock(clock_, last), read_clock(clock_, last + minutes(later))
    if now.ends_at is not None:
        assert then.ends_at == now.ends_at
        assert (then.phase is Phase.OVER) == (last + minutes(later) >= now.ends_at)


@given(PLANS, MARKS, MOMENTS, st.integers(1, 30))
def test_extra_time_is_added_whole(of, marks, now, extra):
    clock_ = replay_clock(of, marks)
    plain, more = clock_.ends_at(), clock_.ends_at(minutes(extra))
    running = clock_.runs and clock_.called_at is None
    if running:
        assert plain is not None
        assert more == plain + minutes(extra)
