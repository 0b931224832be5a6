"""The schedule of the day, and the actual times of its rounds (R-116)."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypedDict, Unpack

from django.db import transaction

from core.engine.people import is_visible
from core.engine.refused import Refused
from core.services import journal
from tournaments.engine import schedule as engine
from tournaments.engine.journal_kinds import ScheduleChanged, SchedulePlanned
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import ScheduleItem, Tournament, User
from tournaments.services import locks

MOST_ROUNDS = 40


class PlanFields(TypedDict, total=False):
    """Lengths in minutes and positions of items around the rounds; see `engine.schedule.Plan`."""

    turnaround: int
    check_in: int
    meeting: int
    lunch_after: int | None
    lunch: int
    cut_rounds: int
    later_rounds: int
    later_start: datetime | None


class ItemFields(TypedDict, total=False):
    """The editable fields of a schedule item."""

    title: str
    planned_start: datetime
    planned_minutes: int


@transaction.atomic
def plan(
    event: Tournament, *, by: User | None, first_start: datetime, rounds: int, **around: Unpack[PlanFields]
) -> list[ScheduleItem]:
    """Plan the day again from the start of round 1; actual times of rounds stay.

    Refused: ROUNDS_IMPOSSIBLE (rounds, most).
    """
    held = locks.event(event)
    wish = engine.Plan(rounds, held.round_minutes, cut_round_minutes=held.cut_round_minutes)
    wish = replace(wish, **around)
    rounds_of_both = wish.rounds + wish.later_rounds
    if not 1 <= rounds_of_both + wish.cut_rounds <= MOST_ROUNDS:
        raise Refused(
            TournamentRefusal.ROUNDS_IMPOSSIBLE, rounds=rounds_of_both + wish.cut_rounds, most=MOST_ROUNDS
        )
    real = {item.round_number: item for item in held.schedule.exclude(round_number=None)}
    held.schedule.all().delete()
    items = []
    for point in engine.points(first_start, wish):
        played = real.get(point.round_number) if point.round_number else None
        item = ScheduleItem(
            tournament=held,
            title=point.title,
            round_number=point.round_number,
            planned_start=point.start,
            planned_minutes=point.minutes,
            started_at=played.started_at if played else None,
            ended_at=played.ended_at if played else None,
        )
        items.append(item)
    ScheduleItem.objects.bulk_create(items)
    journal.write(held, SchedulePlanned(count=len(items)), by=by)
    return items


@transaction.atomic
def add(
    event: Tournament, *, by: User | None, title: str, planned_start: datetime, planned_minutes: int = 0
) -> ScheduleItem:
    """Add an item; one that is there already is not added again. Refused: TITLE_MISSING."""
    held = locks.event(event)
    item = ScheduleItem(
        tournament=held, title=title.strip(), planned_start=planned_start, planned_minutes=planned_minutes
    )
    _check(item)
    there = held.schedule.filter(
        title=item.title, planned_start=planned_start, planned_minutes=planned_minutes, round_number=None
    ).first()
    if there is not None:
        return there
    item.save()
    journal.write(held, ScheduleChanged(title=item.title, round=item.round_number), by=by)
    return item


@transaction.atomic
def change(
    item: ScheduleItem, *, by: User | None, shift_following: bool = False, **fields: Unpack[ItemFields]
) -> ScheduleItem:
    """Change an item; with `shift_following` all later items move by as much as its end.

    Refused: TITLE_MISSING, CHANGED_MEANWHILE.
    """
    row = locks.schedule_item(item)
    old_start, old_end = row.planned_start, _end(row)
    for name, value in fields.items():
        setattr(row, name, value)
    _check(row)
    row.save()
    if shift_following:
        later = list(row.tournament.schedule.filter(planned_start__gt=old_start).exclude(pk=row.pk))
        for other in later:
            other.planned_start += _end(row) - old_end
        ScheduleItem.objects.bulk_update(later, ["planned_start"])
    journal.write(row.tournament, ScheduleChanged(title=row.title, round=row.round_number), by=by)
    return row


@transaction.atomic
def remove(item: ScheduleItem, *, by: User | None) -> None:
    """Remove an item. Refused: CHANGED_MEANWHILE."""
    row = locks.schedule_item(item)
    row.delete()
    journal.write(row.tournament, ScheduleChanged(title=row.title, round=row.round_number), by=by)


@transaction.atomic
def started(event: Tournament, *, round_number: int, at: datetime) -> None:
    """Record that a round was posted; the first division to post starts the item.

    Not journaled, since the posting is. Does nothing if the round is not on the schedule.
    """
    item = locks.scheduled_round(event, round_number)
    if item is None or item.started_at is not None:
        return
    item.started_at, item.ended_at = at, None
    item.save(update_fields=["started_at", "ended_at"])


@transaction.atomic
def correct_times(
    event: Tournament, *, round_number: int, began: datetime | None, ended: datetime | None
) -> None:
    """Correct the times after an undone posting or close; `began` and `ended` are the divisions' times of the round."""
    item = locks.scheduled_round(event, round_number)
    if item is None:
        return
    item.started_at, item.ended_at = began, max(ended, began) if began and ended else ended
    item.save(update_fields=["started_at", "ended_at"])


@transaction.atomic
def ended(event: Tournament, *, round_number: int, at: datetime) -> None:
    """Record that a round was closed; the last division to close ends the item."""
    item = locks.scheduled_round(event, round_number)
    if item is None:
        return
    item.ended_at = max(at, item.started_at) if item.started_at else at
    item.save(update_fields=["ended_at"])


def _check(item: ScheduleItem) -> None:
    if not is_visible(item.title):
        raise Refused(TournamentRefusal.TITLE_MISSING)


def _end(item: ScheduleItem) -> datetime:
    return item.planned_start + timedelta(minutes=item.planned_minutes)
