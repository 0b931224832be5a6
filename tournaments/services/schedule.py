"""The schedule of the day, and the actual times of its rounds (R-116)."""

from dataclasses import replace
from datetime import datetime
from typing import TypedDict, Unpack

from django.db import transaction

from core.engine.person_names import has_visible_character
from core.engine.refused import Refused
from core.services import journal
from tournaments.engine import schedule as engine
from tournaments.engine.journal_kinds import ScheduleChanged, SchedulePlanned
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import ScheduleItem, Tournament, User
from tournaments.services import locks

MAX_ROUNDS = 40


class PlanFields(TypedDict, total=False):
    """The fields of `engine.schedule.Plan`: lengths in minutes, and positions of items between rounds."""

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
def plan_day(
    event: Tournament,
    *,
    by: User | None,
    first_start: datetime,
    rounds: int,
    **plan_fields: Unpack[PlanFields],
) -> list[ScheduleItem]:
    """Replace the schedule by a new plan from the start of round 1.

    All earlier items are deleted, but the actual times of rounds move to the new items.
    Refused: ROUNDS_IMPOSSIBLE (rounds, most), CHANGED_MEANWHILE.
    """
    locked_event = locks.lock_event(event)
    plan = engine.Plan(rounds, locked_event.round_minutes, cut_round_minutes=locked_event.cut_round_minutes)
    plan = replace(plan, **plan_fields)
    swiss_rounds = plan.rounds + plan.later_rounds
    if not 1 <= swiss_rounds + plan.cut_rounds <= MAX_ROUNDS:
        raise Refused(
            TournamentRefusal.ROUNDS_IMPOSSIBLE, rounds=swiss_rounds + plan.cut_rounds, most=MAX_ROUNDS
        )
    played_items = {item.round_number: item for item in locked_event.schedule.exclude(round_number=None)}
    locked_event.schedule.all().delete()
    items = []
    for planned in engine.planned_items(first_start, plan):
        played_item = played_items.get(planned.round_number) if planned.round_number else None
        item = ScheduleItem(
            tournament=locked_event,
            title=planned.title,
            round_number=planned.round_number,
            planned_start=planned.start,
            planned_minutes=planned.minutes,
            started_at=played_item.started_at if played_item else None,
            ended_at=played_item.ended_at if played_item else None,
        )
        items.append(item)
    ScheduleItem.objects.bulk_create(items)
    journal.write_journal_line(locked_event, SchedulePlanned(count=len(items)), by=by)
    return items


@transaction.atomic
def add_schedule_item(
    event: Tournament, *, by: User | None, title: str, planned_start: datetime, planned_minutes: int = 0
) -> ScheduleItem:
    """Add an item, or return an equal one that exists. Refused: TITLE_MISSING, CHANGED_MEANWHILE."""
    locked_event = locks.lock_event(event)
    item = ScheduleItem(
        tournament=locked_event,
        title=title.strip(),
        planned_start=planned_start,
        planned_minutes=planned_minutes,
    )
    _require_title(item)
    existing = locked_event.schedule.filter(
        title=item.title, planned_start=planned_start, planned_minutes=planned_minutes, round_number=None
    ).first()
    if existing is not None:
        return existing
    item.save()
    journal.write_journal_line(
        locked_event, ScheduleChanged(title=item.title, round=item.round_number), by=by
    )
    return item


@transaction.atomic
def change_schedule_item(
    item: ScheduleItem, *, by: User | None, shift_following: bool = False, **fields: Unpack[ItemFields]
) -> ScheduleItem:
    """Change an item. With `shift_following`, shift all later items by the change of its end.

    Refused: TITLE_MISSING, CHANGED_MEANWHILE.
    """
    row = locks.lock_schedule_item(item)
    old_start, old_end = row.planned_start, row.planned_end
    for name, value in fields.items():
        setattr(row, name, value)
    _require_title(row)
    row.save()
    if shift_following:
        later_items = list(row.tournament.schedule.filter(planned_start__gt=old_start).exclude(pk=row.pk))
        for later_item in later_items:
            later_item.planned_start += row.planned_end - old_end
        ScheduleItem.objects.bulk_update(later_items, ["planned_start"])
    journal.write_journal_line(
        row.tournament, ScheduleChanged(title=row.title, round=row.round_number), by=by
    )
    return row


@transaction.atomic
def remove_schedule_item(item: ScheduleItem, *, by: User | None) -> None:
    """Remove an item. Refused: CHANGED_MEANWHILE."""
    row = locks.lock_schedule_item(item)
    row.delete()
    journal.write_journal_line(
        row.tournament, ScheduleChanged(title=row.title, round=row.round_number), by=by
    )


@transaction.atomic
def note_round_started(event: Tournament, *, round_number: int, at: datetime) -> None:
    """Record that a round was posted. The first division that posts the round starts its item.

    Nothing happens if the round is not on the schedule. No journal line is written, since posting writes one.
    """
    item = locks.lock_scheduled_round(event, round_number)
    if item is None or item.started_at is not None:
        return
    item.started_at, item.ended_at = at, None
    item.save(update_fields=["started_at", "ended_at"])


@transaction.atomic
def correct_round_times(
    event: Tournament, *, round_number: int, began: datetime | None, ended: datetime | None
) -> None:
    """Correct the times of a round after its posting or closing was undone.

    `began` is when the first division posted the round, and `ended` when the last one closed it, None if none
    did. Nothing happens if the round is not on the schedule.
    """
    item = locks.lock_scheduled_round(event, round_number)
    if item is None:
        return
    item.started_at, item.ended_at = began, max(ended, began) if began and ended else ended
    item.save(update_fields=["started_at", "ended_at"])


@transaction.atomic
def note_round_ended(event: Tournament, *, round_number: int, at: datetime) -> None:
    """Record that a round was closed, unless it is not on the schedule.

    Each division that closes the round moves the end of its item, so that the last one decides.
    """
    item = locks.lock_scheduled_round(event, round_number)
    if item is None:
        return
    item.ended_at = max(at, item.started_at) if item.started_at else at
    item.save(update_fields=["ended_at"])


def _require_title(item: ScheduleItem) -> None:
    """Require a title with visible characters. Refused: TITLE_MISSING."""
    if not has_visible_character(item.title):
        raise Refused(TournamentRefusal.TITLE_MISSING)
