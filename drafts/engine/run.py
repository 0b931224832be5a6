"""The steps of drafts on paper, and the current step, which follows from judges' taps (R-092–097).

The state is replayed from the marks, so neither a page reload nor a server restart changes it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from random import Random
from typing import Literal

from drafts.engine.draft_plan import BUILD_MINUTES, LOOK_MINUTES, PICK_SECONDS, DraftPlan, Opening, pick_times
from drafts.engine.pods import PAIR

TOGETHER = ("booster", "sealed")
"""Formats in which the whole field advances together; in the others, each pod advances separately."""

LOOK_SECONDS = {"booster": 20, "rochester": 30, "solomon": 60 * LOOK_MINUTES}
"""Default seconds to look at opened cards; not set by a rule."""

REARRANGE_SECONDS = 20
"""Seconds to rearrange cards after an opening in Rochester; not set by a rule."""

NOTHING = timedelta(0)
Kind = Literal["next", "back", "paused", "resumed", "clock", "hand", "wait", "over"]


@dataclass(frozen=True, slots=True)
class RunStep:
    """One step of a run.

    `opening`: number of the opening out of `openings`; `turn`: number of the turn out of `turns` in that opening.
    `seat`: the seat that acts, 0 for everyone. `order`: the seats of all turns of the opening. `way` as in `Opening`.
    `seconds`: the length of its timer, 0 for none.
    """

    code: str
    opening: int = 0
    openings: int = 0
    turn: int = 0
    turns: int = 0
    seat: int = 0
    order: tuple[int, ...] = ()
    way: int = 0
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class RunMark:
    """One tap.

    - `kind`: "clock" makes later timed steps advance automatically, "hand" makes them advance by taps.
    - `seat`: the winner of the coin flip, if the step requires it (R-094).
    - `step`: the recorded step before the tap, or None if it follows from the earlier taps.
    """

    kind: Kind
    at: datetime
    seat: int = 0
    step: int | None = None


@dataclass(frozen=True, slots=True)
class RunStanding:
    """The state of a run.

    `at`: the current step, counted from 0. At time `since` its timer had run for `spent`, and it has continued to run
    unless `paused`. `first`: the seat that won the coin flip, 0 before the flip; `flipped`: the step after the flip.
    `called`: whether the clock calls the timed steps.
    """

    at: int = 0
    since: datetime | None = None
    spent: timedelta = NOTHING
    paused: bool = False
    first: int = 0
    flipped: int = 0
    called: bool = False

    def seat_of(self, player: int, seats: int = PAIR) -> int:
        """Return the seat of a player in a pair or a group of three, or 0 before the coin flip.

        Player 1 won the flip, and the others follow clockwise (R-094, S13).
        """
        if not 1 <= player <= seats or not self.first:
            return 0
        return (self.first + player - 2) % seats + 1

    def seconds_left(self, seconds: int, now: datetime) -> int:
        """Return the whole seconds left on a timer, rounded up, at least 0."""
        return max(0, ceil((timedelta(seconds=seconds) - self.elapsed(now)).total_seconds()))

    def ends_at(self, seconds: int) -> datetime | None:
        """Return when the timer runs out, or None while it is stopped."""
        if self.since is None or self.paused:
            return None
        return self.since + timedelta(seconds=seconds) - self.spent

    def elapsed(self, now: datetime) -> timedelta:
        """Return how long the timer has run, without pauses."""
        if self.since is None or self.paused:
            return self.spent
        return self.spent + max(NOTHING, now - self.since)


def replay_run_marks(marks: Iterable[RunMark]) -> RunStanding:
    """Return the state after replaying marks, oldest first.

    Steps do not advance automatically here; see `pick_clock.run_standing_at`.
    """
    standing = RunStanding()
    for mark in marks:
        standing = standing_after(standing, mark)
    return standing


def standing_after(standing: RunStanding, mark: RunMark) -> RunStanding:
    """Return the state after one more mark."""
    if mark.kind == "next":
        step = standing.at + 1
        first, flipped = (mark.seat, step) if mark.seat else (standing.first, standing.flipped)
        return RunStanding(step, mark.at, first=first, flipped=flipped, called=standing.called)
    if mark.kind == "back":
        step = max(0, standing.at - 1)
        # Going back to a step before the flip clears its result.
        is_after_flip = step >= standing.flipped
        return RunStanding(
            step,
            mark.at,
            first=standing.first * is_after_flip,
            flipped=standing.flipped * is_after_flip,
            called=standing.called,
        )
    if mark.kind in ("clock", "hand"):
        called = mark.kind == "clock"
        return replace(standing, since=mark.at, spent=standing.elapsed(mark.at), paused=False, called=called)
    return replace(standing, since=mark.at, spent=standing.elapsed(mark.at), paused=mark.kind == "paused")


def track_numbers(plan: DraftPlan) -> tuple[int, ...]:
    """Return the numbers of the pods that advance separately, or (0,) if the whole field advances together."""
    return (0,) if plan.setup.subtype in TOGETHER else tuple(range(1, len(plan.pods) + 1))


def run_steps(
    plan: DraftPlan, size: int, *, pick_seconds: int | None, look_seconds: int | None
) -> tuple[RunStep, ...]:
    """Return every step of a pod of this size, from taking seats to submitting the list."""
    subtype = plan.setup.subtype
    table = next((table for table in plan.tables if table.size == size), plan.tables[0])
    pick_time = PICK_SECONDS[subtype] if pick_seconds is None else pick_seconds
    look_time = LOOK_SECONDS.get(subtype, 0) if look_seconds is None else look_seconds
    drafting: Iterable[RunStep] = (RunStep("SIGNAL", seconds=look_time), RunStep("REGISTER"))
    if subtype != "sealed":
        drafting = _drafting_steps(subtype, table.openings, pick_time, look_time, hurry=plan.setup.hurry)
    return (
        RunStep("SEATS"),
        *drafting,
        RunStep("BUILD", seconds=60 * BUILD_MINUTES),
        RunStep("HAND_IN"),
    )


def _drafting_steps(
    subtype: str, openings: Sequence[Opening], pick_seconds: int, look_seconds: int, *, hurry: bool
) -> Iterator[RunStep]:
    """Yield the steps from opening packs to the last pick, after the coin flip in Solomon."""
    if subtype == "solomon":
        yield RunStep("STACK", seconds=look_seconds)
        # In a group of three, `turns` is the number of players to choose from, as a coin has only two sides (S13).
        players = len(set(openings[0].picks)) if openings else PAIR
        yield RunStep("COIN", turns=players if players > PAIR else 0)
    for opening in openings:
        order = opening.picks
        step = RunStep("", opening=opening.number, openings=len(openings), way=opening.way)
        if subtype == "booster":
            yield replace(step, code="OPEN_OWN", seconds=look_seconds)
            times = pick_times(pick_seconds, len(order), hurry=hurry)
            pick_step = replace(step, code="PICK_OWN", turns=len(order))
            yield from (
                replace(pick_step, turn=turn, seconds=time) for turn, time in enumerate(times, start=1)
            )
        elif subtype == "rochester":
            yield replace(step, code="OPEN_TWO", seat=opening.opener, seconds=look_seconds)
            pick_step = replace(step, code="PICK_ONE", turns=len(order), order=order, seconds=pick_seconds)
            yield from (replace(pick_step, turn=turn, seat=seat) for turn, seat in enumerate(order, start=1))
            yield replace(step, code="REARRANGE", seconds=REARRANGE_SECONDS)
        else:
            yield replace(
                step, code="GROUP", seat=opening.opener, order=order, seconds=pick_seconds * len(order)
            )


def step_after_tap(steps: Sequence[RunStep], current: int) -> int:
    """Return the step that follows a tap on step `current`.

    It skips the pick of the last card of an opening, which is assigned without a tap (R-093).
    """
    following = current + 1
    step = steps[following] if following < len(steps) else None
    is_forced = step is not None and step.code == "PICK_ONE" and step.turn == step.turns
    return following + 1 if is_forced else following


def step_after_lap(steps: Sequence[RunStep], current: int) -> int:
    """Return the step after a lap: all picks in one direction, up to the seat that picks twice (R-093).

    The same as `step_after_tap` if no lap of several picks begins at step `current`.
    """
    step = steps[current]
    if step.code != "PICK_ONE":
        return step_after_tap(steps, current)
    order = step.order[step.turn - 1 :]
    double_picks = (index for index in range(1, len(order)) if order[index] == order[index - 1])
    picks = next(double_picks, len(order)) if len(set(order)) > 1 else len(order)
    return step_after_tap(steps, current + picks - 1)


def step_after_drafting(steps: Sequence[RunStep], current: int) -> int:
    """Return the step after the last opening, which is deck building.

    `current` is a step of an opening, or a step before the openings.
    """
    return max(index for index, step in enumerate(steps) if step.opening or index == current) + 1


def flip_coin_of_run(seed: int, pod: int, seats: int = PAIR) -> int:
    """Return the seat that wins the coin flip of a pair, or is drawn in a group of three, from the seed."""
    return Random(f"coin {seed} {pod}").randint(1, seats)
