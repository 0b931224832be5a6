"""The timer of a pick in a tracked draft, which follows from the stored taps of staff (R-092 to R-094)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from drafts.engine.run import NOTHING, RunMark, RunStanding, standing_after

MORE_SECONDS = 15
"""Seconds that a player gets when the time of a pick is over and a judge waits; not set by a rule."""


@dataclass(frozen=True, slots=True)
class PickTimer:
    """The timer of the current pick. `waits`: how often a judge has given it more time."""

    standing: RunStanding
    waits: int = 0


def pick_timer(since: datetime | None, marks: Iterable[RunMark]) -> PickTimer:
    """Return the timer of the pick that became possible at `since`; None means that there is no pick.

    `marks`: all taps of staff, oldest first. A pause that began in an earlier pick holds this one too, until it
    is resumed. After "wait" the timer starts once more, with `MORE_SECONDS`; "over" undoes the latest "wait".
    """
    if since is None:
        return PickTimer(RunStanding())
    counted: list[RunMark] = []
    for mark in marks:
        if mark.kind != "over":
            counted.append(mark)
        elif waits := [index for index, earlier in enumerate(counted) if earlier.kind == "wait"]:
            del counted[waits[-1]]
    timer = PickTimer(RunStanding(at=1, since=since))
    for mark in counted:
        if mark.at < since:
            is_held = mark.kind == "paused" or (mark.kind == "wait" and timer.standing.paused)
            timer = replace(timer, standing=replace(timer.standing, paused=is_held))
        elif mark.kind == "wait":
            standing = replace(timer.standing, since=mark.at, spent=NOTHING)
            timer = PickTimer(standing, timer.waits + 1)
        else:
            timer = replace(timer, standing=standing_after(timer.standing, mark))
    return timer
