"""Rulings of an event: answers to questions from the floor, recorded so that all judges answer alike."""

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
def record_ruling(
    event: Tournament,
    *,
    by: User | None,
    question: str,
    answer: str,
    rule: str = "",
    at: datetime | None = None,
) -> FloorRuling:
    """Record a ruling, whose text cannot be changed later, or return the current one with the same text.

    Refused: RULING_EMPTY; RULING_THERE (question) if the question has a current ruling with a different text.
    """
    locks.lock_rulings(event)
    question, answer, rule = question.strip(), answer.strip(), rule.strip()
    if not question or not answer:
        raise Refused(FloorRefusal.RULING_EMPTY)
    current = event.rulings.filter(question__iexact=question, withdrawn_at__isnull=True).first()
    if current is not None and (current.question, current.answer, current.rule) == (question, answer, rule):
        return current
    if current is not None:
        raise Refused(FloorRefusal.RULING_THERE, question=question)
    ruling = FloorRuling.objects.create(
        tournament=event,
        question=question,
        answer=answer,
        rule=rule,
        at=at or timezone.now(),
        by=by,
        by_name=str(by or ""),
    )
    journal.write_journal_line(
        event, RulingNoted(question=question, answer=answer, rule=ruling.rule, ruling=ruling.pk), by=by
    )
    return ruling


@transaction.atomic
def withdraw_ruling(ruling: FloorRuling, *, by: User | None, at: datetime | None = None) -> FloorRuling:
    """Withdraw a ruling; the page shows it struck through. Refused: RULING_WITHDRAWN."""
    ruling = locks.lock_ruling(ruling)
    if ruling.withdrawn_at is not None:
        raise Refused(FloorRefusal.RULING_WITHDRAWN)
    return _save_withdrawal_time(ruling, at or timezone.now(), RulingWithdrawn, by)


@transaction.atomic
def restore_ruling(ruling: FloorRuling, *, by: User | None) -> FloorRuling:
    """Restore a withdrawn ruling. Refused: RULING_STANDS."""
    ruling = locks.lock_ruling(ruling)
    if ruling.withdrawn_at is None:
        raise Refused(FloorRefusal.RULING_STANDS)
    return _save_withdrawal_time(ruling, None, RulingRestored, by)


def _save_withdrawal_time(
    ruling: FloorRuling, withdrawn_at: datetime | None, kind: Callable[..., OfRuling], by: User | None
) -> FloorRuling:
    """Set a ruling's `withdrawn_at`, or clear it if None, and journal the step."""
    ruling.withdrawn_at = withdrawn_at
    ruling.save(update_fields=["withdrawn_at"])
    journal.write_journal_line(ruling.tournament, kind(question=ruling.question, ruling=ruling.pk), by=by)
    return ruling
