"""A plan as rows shared by the page and the run sheet."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from drafts.engine.booster import LEFT
from drafts.engine.plan import Opening, Plan, Table

AROUND = {
    2: (8, 4),
    3: (2, 5, 7),
    4: (2, 4, 6, 8),
    5: (2, 4, 5, 7, 8),
    6: (1, 3, 4, 5, 7, 8),
    7: (1, 2, 3, 4, 5, 7, 8),
    8: (1, 2, 3, 4, 5, 6, 7, 8),
}
"""Where the seats of a table are on a map of eight places, clockwise from the upper left."""


@dataclass(frozen=True, slots=True)
class TimeRow:
    """A part of the day with its clock times; `rule` if one sets its length."""

    code: str
    starts: datetime.time
    ends: datetime.time | None
    minutes: int
    rule: str


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """One opening: who opens (in Solomon turns cards over), where packs go, who picks."""

    number: int
    opens: str
    way: str
    cards: int
    order: str


def time_rows(plan: Plan, starts: datetime.time) -> list[TimeRow]:
    """The parts of the day, from the start time."""
    return [
        TimeRow(
            step.code,
            _later(starts, step.at),
            _later(starts, step.at + step.minutes) if step.minutes else None,
            step.minutes,
            step.rule,
        )
        for step in plan.steps
    ]


def opening_rows(table: Table, *, stacked: bool) -> list[OpeningRow]:
    """The openings of a table. `stacked`: by players 1 and 2 of Solomon, wherever they sit (R-094)."""
    return [_row(opening, stacked=stacked) for opening in table.openings]


def seat_map(size: int) -> list[tuple[int, int]]:
    """Each seat of a pod with its place on the map."""
    return list(enumerate(AROUND.get(size, ()), start=1))


def spread(table: Table) -> str:
    """ "40", or "22 or 23" where seats end with different numbers of cards."""
    counts = sorted(set(table.cards.values()))
    return _(" or ").join(str(count) for count in counts)


def pods_at(plan: Plan, table: Table) -> list[int]:
    """The numbers of the pods that use this table."""
    return [number for number, size in pod_names(plan) if size == table.size]


def pod_names(plan: Plan) -> Iterator[tuple[int, int]]:
    """Every pod with its number and size."""
    return enumerate(plan.pods, start=1)


def _row(opening: Opening, *, stacked: bool) -> OpeningRow:
    way = (
        ""
        if not opening.way
        else _("left, clockwise")
        if opening.way == LEFT
        else _("right, counterclockwise")
    )
    who = _("player %(seat)d") if stacked else _("seat %(seat)d")
    opens = who % {"seat": opening.opener} if opening.opener else _("everyone")
    return OpeningRow(opening.number, opens, way, opening.cards, " ".join(map(str, opening.picks)))


def _later(start: datetime.time, minutes: int) -> datetime.time:
    """A clock time, possibly past midnight."""
    return (
        datetime.datetime.combine(datetime.date(2000, 1, 1), start) + datetime.timedelta(minutes=minutes)
    ).time()
