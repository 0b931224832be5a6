"""The clock that advances the timed steps of a draft on paper (R-092 to R-094).

A timed step ends when its time is over, which is not recorded. Only taps are stored, each with its step and
time. The current step follows from the latest tap, the lengths of the steps and the current time, so the
result is the same for every reader and after any interruption of the server.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from drafts.engine.run import RunMark, RunStanding, RunStep, standing_after, step_after_tap

CALLED = ("OPEN_OWN", "PICK_OWN", "OPEN_TWO", "PICK_ONE", "REARRANGE", "GROUP")
"""Steps that the clock may begin. All other steps begin with a tap."""


def has_timed_steps(steps: Iterable[RunStep]) -> bool:
    """Return whether a run has timed steps that a clock can call; Sealed has none."""
    return any(step.code in CALLED and step.seconds for step in steps)


def run_standing_at(steps: Sequence[RunStep], marks: Iterable[RunMark], now: datetime) -> RunStanding:
    """Return the state of a run at a time, from its marks, oldest first.

    While the clock runs the steps, a step whose time is over advances to the next one. A mark is applied to the
    state at its time. If the recorded step differs because the steps were changed afterwards, the recorded step
    takes precedence.
    """
    standing = RunStanding()
    for mark in marks:
        standing = advance_timed_steps(standing, steps, mark.at)
        if mark.step is not None and mark.step != standing.at:
            standing = replace(standing, at=mark.step, since=mark.at, spent=timedelta())
        standing = _standing_after(standing, steps, mark)
    return advance_timed_steps(standing, steps, now)


def advance_timed_steps(standing: RunStanding, steps: Sequence[RunStep], now: datetime) -> RunStanding:
    """Return the state after the clock has advanced all steps whose time is over.

    Each step begins when the one before it ended.
    """
    while clock_begins_next_step(standing, steps):
        ends = standing.ends_at(steps[standing.at].seconds)
        if ends is None or ends > now:
            break
        standing = replace(standing, at=step_after_tap(steps, standing.at), since=ends, spent=timedelta())
    return standing


def clock_begins_next_step(standing: RunStanding, steps: Sequence[RunStep]) -> bool:
    """Return whether the clock will begin the next step without a tap, unless it is paused before."""
    following = step_after_tap(steps, standing.at)
    if not standing.called or not steps[standing.at].seconds or following >= len(steps):
        return False
    return steps[following].code in CALLED


def _standing_after(standing: RunStanding, steps: Sequence[RunStep], mark: RunMark) -> RunStanding:
    """Return the state after a mark; `standing` is the state at the time of the mark."""
    if mark.kind == "clock":
        # An overdue step ends now. Its time must not count toward the steps that follow.
        length = timedelta(seconds=steps[standing.at].seconds) if standing.at < len(steps) else timedelta()
        spent = min(standing.elapsed(mark.at), length)
        return replace(standing, since=mark.at, spent=spent, paused=False, called=True)
    after = standing_after(standing, mark)
    # A judge who goes back has something to clear up, so the clock stops until it is resumed.
    is_stopped = mark.kind == "back" and after.called and steps[after.at].code in CALLED
    return replace(after, paused=True) if is_stopped else after
