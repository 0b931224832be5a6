"""Rulings of an event: a question from the floor and its answer, so that all judges answer alike."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from floor.engine.journal_kinds import OfRuling, RulingNoted, RulingRestored, RulingWithdrawn
from floor.engine.refusals import FloorRefusal
from floor.models import FloorRuling
from floor.services import locks
from tournaments.models import Tournament, User


@transaction.atomic
def note(
    event: Tournament,
    *,
    by: User | None,
    question: str,
    answer: str,
    rule: str = "",
    at: datetime | None = None,
) -> FloorRuling:
    """Record a ruling; its text never changes. Returns the open ruling if it is the same in every word.

    Refused: RULING_EMPTY, RULING_THERE if the question has an open ruling with another answer.
    """
    locks.rulings(event)
    question, answer, rule = question.strip(), answer.strip(), rule.strip()
    if not question or not answer:
        raise Refused(FloorRefusal.RULING_EMPTY)
    there = event.rulings.filter(question__iexact=question, withdrawn_at__isnull=True).first()
    if there is not None and (there.question, there.answer, there.rule) == (question, answer, rule):
        return there
    if there is not None:
        raise Refused(FloorRefusal.RULING_THERE, question=question)
    row = FloorRuling.objects.create(
        tournament=event,
        question=question,
        answer=answer,
        rule=rule,
        at=at or timezone.now(),
        by=by,
        by_name=str(by or ""),
    )
    journal.write(event, RulingNoted(question=question, answer=answer, rule=row.rule, ruling=row.pk), by=by)
    return row


@transaction.atomic
def withdraw(ruling: FloorRuling, *, by: User | None, at: datetime | None = None) -> FloorRuling:
    """Strike a ruling through; it stays on the page. Refused: RULING_WITHDRAWN."""
    row = locks.ruling(ruling)
    if row.withdrawn_at is not None:
        raise Refused(FloorRefusal.RULING_WITHDRAWN)
    return _set(row, at or timezone.now(), RulingWithdrawn, by)


@transaction.atomic
def restore(ruling: FloorRuling, *, by: User | None) -> FloorRuling:
    """Restore a withdrawn ruling. Refused: RULING_STANDS."""
    row = locks.ruling(ruling)
    if row.withdrawn_at is None:
        raise Refused(FloorRefusal.RULING_STANDS)
    return _set(row, None, RulingRestored, by)


def _set(
    row: FloorRuling, at: datetime | None, kind: Callable[..., OfRuling], by: User | None
) -> FloorRuling:
    row.withdrawn_at = at
    row.save(update_fields=["withdrawn_at"])
    journal.write(row.tournament, kind(question=row.question, ruling=row.pk), by=by)
    return row
