"""Simulate the events of a rehearsal round at random, minute by minute.

The same random numbers give the same events.
"""

from dataclasses import dataclass
from random import Random
from typing import Literal

Kind = Literal["absent", "call", "check", "report", "differ", "drop", "late"]

MAX_LATE_MINUTES = 12.0
"""Minutes after the start within which late players arrive."""


@dataclass(frozen=True, slots=True)
class Act:
    """A simulated event at one table, `minute` minutes after the start of the round.

    `table` counts from 0. It is None for a late player.

    - absent: one seat stays empty, and the other player calls a judge.
    - call: a player calls a judge.
    - check: a deck check.
    - report: both players report the same result.
    - differ: their reports disagree.
    - drop: a player drops after the match.
    - late: a late player arrives.
    """

    minute: float
    kind: Kind
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Habits:
    """Probabilities of simulated events at each table, from 0 to 1.

    `late` is the probability, for each table, that another late player arrives.
    """

    absent: float = 0.03
    call: float = 0.12
    check: float = 0.05
    differ: float = 0.05
    drop: float = 0.03
    late: float = 0.03
    over: float = 0.12
    """Chance that a match is still being played when time is called."""


def simulate_acts(tables: int, minutes: int, chance: Random, habits: Habits | None = None) -> list[Act]:
    """Return random events for a round, in order of time.

    `tables` is the number of tables, and `minutes` the length of the round. A table with an absent player has no
    call, check, report or drop.
    """
    habits = habits or Habits()
    acts = []
    for table in range(tables):
        # All random numbers are drawn first, so that changing one habit does not change the other acts.
        kinds = ("absent", "call", "check", "differ", "drop", "late", "over")
        rolls = {name: chance.random() for name in kinds}
        middle_share, end_share, overtime = (
            chance.uniform(0.1, 0.8),
            chance.uniform(0.35, 0.97),
            chance.uniform(1, 8),
        )
        if rolls["late"] < habits.late:
            acts.append(Act(middle_share * MAX_LATE_MINUTES, "late"))
        if rolls["absent"] < habits.absent:
            # A judge is called five minutes into the round.
            acts.append(Act(5.0, "absent", table))
            continue
        if rolls["call"] < habits.call:
            acts.append(Act(middle_share * minutes, "call", table))
        if rolls["check"] < habits.check:
            acts.append(Act(1.0, "check", table))
        finished = minutes + overtime if rolls["over"] < habits.over else end_share * minutes
        acts.append(Act(finished, "differ" if rolls["differ"] < habits.differ else "report", table))
        if rolls["drop"] < habits.drop:
            acts.append(Act(finished + 1, "drop", table))
    return sorted(acts, key=lambda act: (act.minute, act.kind, act.table or 0))
