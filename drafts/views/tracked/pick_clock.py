"""The clock of the current pick, as pages and their script show it."""

from dataclasses import dataclass
from datetime import datetime

from decks.views.lists.clock_marks import clock_mark_subject, clock_mark_value
from drafts.queries.seat_views import DraftSeatView

HURRY = 10
"""A pick becomes urgent this many seconds before its end, or half-way through if its time is short."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PickClock:
    """The timer of a pick.

    `left`, `soon`: the time left, and the time left at which it becomes urgent, in seconds. `word`: `left` as
    text. `ends`, `now`: milliseconds since 1970, for the clock's script. `phase`: "calm", "soon" or "over".
    `fact`, `fact_subject`: value and subject of the clock's mark (`clock_marks`).
    """

    id: str
    left: int
    word: str
    ends: int | None
    now: int
    paused: bool
    fact: str
    fact_subject: str
    phase: str
    soon: int


def pick_clock_context(seat_view: DraftSeatView, now: datetime) -> PickClock | None:
    """Build the context of the current pick's timer for the clock's script.

    Return None if no pick is in progress.
    """
    timer = seat_view.timer
    if timer is None:
        return None
    seconds, state = seat_view.seconds, seat_view.tracked.game.state
    seconds_left, ends, urgent_seconds = (
        timer.seconds_left(seconds, now),
        timer.ends_at(seconds),
        min(HURRY, seconds // 2),
    )
    return PickClock(
        id=f"draft-{seat_view.tracked.draft.pk}-{seat_view.tracked.pod}-{seat_view.tracked.pick_stamp}",
        left=seconds_left,
        word=f"{seconds_left // 60:02d}:{seconds_left % 60:02d}",
        ends=int(ends.timestamp() * 1000) if ends else None,
        now=int(now.timestamp() * 1000),
        paused=timer.paused,
        fact=clock_mark_value(ends, seconds_left),
        fact_subject=clock_mark_subject(
            seat_view.tracked.draft, seat_view.tracked.pod, state.opening, state.turn
        ),
        phase="over" if not seconds_left else "soon" if seconds_left <= urgent_seconds else "calm",
        soon=urgent_seconds,
    )
