"""A draft on paper, step by step: what comes next, and the current step by judges' taps (R-092–097).

The state is the replay of the marks, so neither a reload nor a server restart changes it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from random import Random
from typing import Literal

from drafts.engine.plan import BUILD_MINUTES, LOOK_MINUTES, PICK_SECONDS, Opening, Plan, pick_times
from drafts.engine.pods import PAIR

TOGETHER = ("booster", "sealed")
"""Formats whose whole field advances together; in the others each pod advances on its own."""

LOOK_SECONDS = {"booster": 20, "rochester": 30, "solomon": 60 * LOOK_MINUTES}
"""Default seconds to look; no rule sets them."""

NOTHING = timedelta(0)
Kind = Literal["next", "back", "paused", "resumed"]


@dataclass(frozen=True, slots=True)
class RunStep:
    """One step. `opening` of `openings`; `turn` of `turns` within it.

    `seat` acts, 0: everyone. `order`: the seats of all turns of the opening. `way` as in `Opening`. `seconds` of its
    timer, 0: none.
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
    """One tap; `seat` won the coin flip, where the step asks for it (R-094)."""

    kind: Kind
    at: datetime
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a run: at step `at` (from 0), whose timer ran `spent` until `since` and continues unless `paused`.

    `first`: the seat that won the coin flip, 0 before; `flipped`: the step after the flip.
    """

    at: int = 0
    since: datetime | None = None
    spent: timedelta = NOTHING
    paused: bool = False
    first: int = 0
    flipped: int = 0

    def seat_of(self, player: int) -> int:
        """The seat of player 1 or 2 of the rules: player 1 won the coin flip (R-094). 0 before the flip."""
        if player not in (1, PAIR) or not self.first:
            return 0
        return self.first if player == 1 else PAIR + 1 - self.first

    def left(self, seconds: int, now: datetime) -> int:
        """Whole seconds left on a timer, rounded up, never below zero."""
        return max(0, ceil((timedelta(seconds=seconds) - self._passed(now)).total_seconds()))

    def ends_at(self, seconds: int) -> datetime | None:
        """When the timer runs out; None while it is stopped."""
        if self.since is None or self.paused:
            return None
        return self.since + timedelta(seconds=seconds) - self.spent

    def _passed(self, now: datetime) -> timedelta:
        if self.since is None or self.paused:
            return self.spent
        return self.spent + max(NOTHING, now - self.since)


def replayed(marks: Iterable[RunMark]) -> Standing:
    """The state after these marks, oldest first."""
    run = Standing()
    for mark in marks:
        if mark.kind == "next":
            at = run.at + 1
            first, flipped = (mark.seat, at) if mark.seat else (run.first, run.flipped)
            run = Standing(at, mark.at, first=first, flipped=flipped)
        elif mark.kind == "back":
            at = max(0, run.at - 1)
            counts = at >= run.flipped
            run = Standing(at, mark.at, first=run.first * counts, flipped=run.flipped * counts)
        else:
            run = replace(run, since=mark.at, spent=run._passed(mark.at), paused=mark.kind == "paused")
    return run


def tracks(plan: Plan) -> tuple[int, ...]:
    """The numbers of the pods run separately; 0 is the whole field together."""
    return (0,) if plan.setup.subtype in TOGETHER else tuple(range(1, len(plan.pods) + 1))


def run_steps(
    plan: Plan, size: int, *, pick_seconds: int | None, look_seconds: int | None
) -> tuple[RunStep, ...]:
    """Every step of a pod of this size, from taking seats to submitting the list."""
    subtype = plan.setup.subtype
    table = next((table for table in plan.tables if table.size == size), plan.tables[0])
    pick = PICK_SECONDS[subtype] if pick_seconds is None else pick_seconds
    look = LOOK_SECONDS.get(subtype, 0) if look_seconds is None else look_seconds
    drafting: Iterable[RunStep] = (RunStep("SIGNAL", seconds=look), RunStep("REGISTER"))
    if subtype != "sealed":
        drafting = _drafting(subtype, table.openings, pick, look, hurry=plan.setup.hurry)
    return (
        RunStep("SEATS"),
        *drafting,
        RunStep("BUILD", seconds=60 * BUILD_MINUTES),
        RunStep("HAND_IN"),
    )


def _drafting(
    subtype: str, openings: Sequence[Opening], pick: int, look: int, *, hurry: bool
) -> Iterator[RunStep]:
    if subtype == "solomon":
        yield RunStep("STACK", seconds=look)
        yield RunStep("COIN")
    for opening in openings:
        order = opening.picks
        step = RunStep("", opening=opening.number, openings=len(openings), way=opening.way)
        if subtype == "booster":
            yield replace(step, code="OPEN_OWN", seconds=look)
            times = pick_times(pick, len(order), hurry=hurry)
            picks = replace(step, code="PICK_OWN", turns=len(order))
            yield from (replace(picks, turn=turn, seconds=time) for turn, time in enumerate(times, start=1))
        elif subtype == "rochester":
            yield replace(step, code="OPEN_TWO", seat=opening.opener, seconds=look)
            picks = replace(step, code="PICK_ONE", turns=len(order), order=order, seconds=pick)
            yield from (replace(picks, turn=turn, seat=seat) for turn, seat in enumerate(order, start=1))
            yield replace(step, code="REARRANGE")
        else:
            yield replace(step, code="GROUP", seat=opening.opener, order=order, seconds=pick * len(order))


def next_choice(steps: Sequence[RunStep], at: int) -> int:
    """The step after one tap on step `at`.

    The next one, skipping the last card of an opening, which is assigned without a tap (R-093).
    """
    following = at + 1
    step = steps[following] if following < len(steps) else None
    forced = step is not None and step.code == "PICK_ONE" and step.turn == step.turns
    return following + 1 if forced else following


def lap_end(steps: Sequence[RunStep], at: int) -> int:
    """The step after all picks of a lap.

    The picks from step `at` on, in one direction round the table, up to the seat that picks twice (R-093). As
    `next_choice` if no lap of several picks begins.
    """
    step = steps[at]
    if step.code != "PICK_ONE":
        return next_choice(steps, at)
    order = step.order[step.turn - 1 :]
    turning = (place for place in range(1, len(order)) if order[place] == order[place - 1])
    picks = next(turning, len(order)) if len(set(order)) > 1 else len(order)
    return next_choice(steps, at + picks - 1)


def flip(seed: int, pod: int) -> int:
    """The seat of a pair that wins the coin flip if the system flips it; determined by the seed."""
    return Random(f"coin {seed} {pod}").randint(1, PAIR)
