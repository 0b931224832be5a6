"""What is unfinished if a draft advances now: unregistered pools, building time, lists not submitted (R-055)."""

from collections.abc import Collection, Iterable
from datetime import datetime

from core.engine.refused import Refused
from decks.engine.building import FIELD, Clock
from decks.models import DeckList, Draft
from decks.queries.pools.pools import pool_rows
from drafts.engine.refusals import DraftRefusal
from drafts.queries.building import clocks_of
from drafts.queries.draft_runs import Track

NAMED = 12
"""Players named in a question; beyond that an ellipsis."""

CONFIRMABLE = (DraftRefusal.POOLS_NOT_IN, DraftRefusal.BUILD_NOT_OVER, DraftRefusal.BUILD_NOT_OVER_LISTS)
"""Refusals a person may confirm and override."""


def before_next(draft: Draft, track: Track, now: datetime) -> Refused | None:
    """What the next step of a run on paper would leave unfinished: POOLS_NOT_IN, or as `in_building`. Five queries."""
    if track.step.code == "REGISTER":
        return pools_missing(draft)
    if track.step.code != "BUILD":
        return None
    clocks = [clock for clock in clocks_of(draft) if track.pod in (FIELD, clock.pod) and not clock.by_hand]
    return in_building(draft, clocks, now)


def in_building(draft: Draft, clocks: Iterable[Clock], now: datetime) -> Refused | None:
    """What ending these building clocks would cut short; None if no time is left. One query.

    BUILD_NOT_OVER (left, as minutes and seconds) or BUILD_NOT_OVER_LISTS (left, missing, names).
    """
    running = [clock for clock in clocks if clock.building.runs(now)]
    left = max((clock.building.left(now) or 0 for clock in running), default=0)
    if not left:
        return None
    minutes = f"{left // 60}:{left % 60:02d}"
    names = [name for clock in running for name in without_list(draft, clock)]
    if not names:
        return Refused(DraftRefusal.BUILD_NOT_OVER, left=minutes)
    return Refused(DraftRefusal.BUILD_NOT_OVER_LISTS, left=minutes, missing=len(names), names=_some(names))


def pools_missing(draft: Draft, *, named: int | None = NAMED) -> Refused | None:
    """POOLS_NOT_IN (done, all, names) if pools are not registered and checked, else None.

    `named` players by name, None for all. Three queries, five where picks are tapped.
    """
    rows = [row for row in pool_rows(draft) if row.here]
    names = [row.name for row in rows if row.state != "done"]
    if not names:
        return None
    return Refused(
        DraftRefusal.POOLS_NOT_IN, done=len(rows) - len(names), all=len(rows), names=_some(names, named)
    )


def without_list(draft: Draft, clock: Clock) -> list[str]:
    """Who builds by this clock and has submitted nothing since it began. One query."""
    seated = [
        entry for pod, seats in enumerate(draft.seats, 1) if clock.pod in (FIELD, pod) for entry in seats
    ]
    rows = DeckList.objects.filter(entry__in=seated, entry__dropped_in=None, entry__disqualified=False)
    rows = rows.exclude(versions__at__gte=clock.building.first or clock.building.began)
    return [str(row.entry) for row in rows.select_related("entry__player").order_by("entry_id")]


def _some(names: Collection[str], most: int | None = NAMED) -> str:
    named = list(names)[:most]
    return ", ".join(named) + (" …" if len(names) > len(named) else "")
