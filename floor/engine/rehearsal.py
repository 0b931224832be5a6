"""Events of a round of a rehearsal, by the minute: the same random numbers give the same hall."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

Kind = Literal["absent", "call", "check", "report", "differ", "drop", "late"]

LATE_BY = 12.0
"""Minutes after the start within which late players arrive."""


@dataclass(frozen=True, slots=True)
class Act:
    """One event at one table, `minute` minutes after the start. `table` counts from 0; None for a late player.

    absent: one seat stays empty, and the other player calls a judge. call: a hand is raised. check: a deck
    check. report: both report the same; differ: the reports disagree. drop: a player drops afterwards.
    """

    minute: float
    kind: Kind
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances from 0 to 1, per table. `late`: the chance of one more late player for each table."""

    absent: float = 0.03
    call: float = 0.12
    check: float = 0.05
    differ: float = 0.05
    drop: float = 0.03
    late: float = 0.03
    over: float = 0.12
    """Of a match still played when time is called."""


def acts(tables: int, minutes: int, chance: Random, habits: Habits | None = None) -> list[Act]:
    """All acts of one round of so many tables and minutes, in order."""
    habits = habits or Habits()
    acts = [act for table in range(tables) for act in acts_at(table, minutes, chance, habits)]
    return sorted(acts, key=lambda act: (act.minute, act.kind, act.table or 0))


def acts_at(table: int, minutes: int, chance: Random, habits: Habits) -> Iterator[Act]:
    """The acts at one table."""
    # All random numbers are drawn first, so that one habit does not change another.
    rolls = {name: chance.random() for name in ("absent", "call", "check", "differ", "drop", "late", "over")}
    middle, end, after = chance.uniform(0.1, 0.8), chance.uniform(0.35, 0.97), chance.uniform(1, 8)
    if rolls["late"] < habits.late:
        yield Act(middle * LATE_BY, "late")
    if rolls["absent"] < habits.absent:
        yield Act(5.0, "absent", table)
        return
    if rolls["call"] < habits.call:
        yield Act(middle * minutes, "call", table)
    if rolls["check"] < habits.check:
        yield Act(1.0, "check", table)
    over = minutes + after if rolls["over"] < habits.over else end * minutes
    yield Act(over, "differ" if rolls["differ"] < habits.differ else "report", table)
    if rolls["drop"] < habits.drop:
        yield Act(over + 1, "drop", table)
