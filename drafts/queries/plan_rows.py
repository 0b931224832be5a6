"""Rows of a draft plan, shared by the plan page and the run sheet."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from drafts.engine.draft_plan import DraftPlan, PlannedTable
from drafts.engine.procedures.booster import LEFT, RIGHT

AROUND = {
    2: (8, 4),
    3: (2, 5, 7),
    4: (2, 4, 6, 8),
    5: (2, 4, 5, 7, 8),
    6: (1, 3, 4, 5, 7, 8),
    7: (1, 2, 3, 4, 5, 7, 8),
    8: (1, 2, 3, 4, 5, 6, 7, 8),
}
"""Table size -> places of the seats, on a map of eight places numbered clockwise from the upper left."""


@dataclass(frozen=True, slots=True)
class TimeRow:
    """A part of the day with its clock times.

    `ends`: None if its length is not planned. `rule`: the rule that sets its length, "" if none does.
    """

    code: str
    starts: datetime.time
    ends: datetime.time | None
    minutes: int
    rule: str


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """One opening of packs, or in Solomon one group of cards turned over.

    `opens`: who opens the packs or turns over the group. `way`: pass direction. `order`: the seats in order of their
    picks.
    """

    number: int
    opens: str
    way: str
    cards: int
    order: str


def time_rows(plan: DraftPlan, starts: datetime.time) -> list[TimeRow]:
    """Return the parts of the day with their clock times, beginning at `starts`."""
    return [
        TimeRow(
            step.code,
            _time_after(starts, step.at),
            _time_after(starts, step.at + step.minutes) if step.minutes else None,
            step.minutes,
            step.rule,
        )
        for step in plan.steps
    ]


def opening_rows(table: PlannedTable, *, stacked: bool) -> list[OpeningRow]:
    """Return the openings of a table.

    `stacked`: whether the packs form one stack as in Solomon, where players 1 and 2 are named, not seats (R-094).
    """
    direction_texts = {0: "", LEFT: _("left, clockwise"), RIGHT: _("right, counterclockwise")}
    opener_text = _("player %(seat)d") if stacked else _("seat %(seat)d")
    return [
        OpeningRow(
            opening.number,
            opener_text % {"seat": opening.opener} if opening.opener else _("everyone"),
            direction_texts[opening.way],
            opening.cards,
            " ".join(map(str, opening.picks)),
        )
        for opening in table.openings
    ]


def seat_map(size: int) -> list[tuple[int, int]]:
    """Return each seat of a pod with its place on the map."""
    return list(enumerate(AROUND.get(size, ()), start=1))


def cards_per_seat(table: PlannedTable) -> str:
    """Return the number of cards per seat as text: "40", or "22 or 23" if seats have different numbers."""
    counts = sorted(set(table.cards.values()))
    return _(" or ").join(str(count) for count in counts)


def pods_of_table(plan: DraftPlan, table: PlannedTable) -> list[int]:
    """Return the numbers of the pods that draft at a table of this size."""
    return [number for number, size in numbered_pod_sizes(plan) if size == table.size]


def numbered_pod_sizes(plan: DraftPlan) -> Iterator[tuple[int, int]]:
    """Yield the number and size of every pod."""
    return enumerate(plan.pods, start=1)


def _time_after(start: datetime.time, minutes: int) -> datetime.time:
    """Return the time of day this many minutes after `start`, which may be past midnight."""
    return (
        datetime.datetime.combine(datetime.date(2000, 1, 1), start) + datetime.timedelta(minutes=minutes)
    ).time()
