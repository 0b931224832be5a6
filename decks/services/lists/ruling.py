"""Judges' rulings against a verdict (R-002)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from decks.engine.journal_kinds import ListRuled, ListRulingWithdrawn
from decks.engine.refusals import DeckRefusal
from decks.engine.verdicts import (
    is_legal,
    open_questions,
    problem_of,
    subject,
    unknown_cards,
)
from decks.models import DeckList, Ruling
from decks.models.lists import LONGEST_NOTE
from decks.queries.lists import list_rules
from decks.services import locks
from decks.services.lists import list_journal
from decks.services.lists.counted_versions import count, settled
from tournaments.models import User


@transaction.atomic
def rule(
    deck_list: DeckList,
    *,
    code: str,
    card: str = "",
    reason: str,
    by: User | None,
    now: datetime | None = None,
) -> Ruling:
    """Rule that a problem does not count, in later versions too. `card` is its subject (`engine.verdicts.subject`).

    Refused: REASON_MISSING, PROBLEM_NOT_FOUND, ALREADY_RULED (by, reason).
    """
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    row = locks.deck_list(deck_list)
    standing = row.rulings.filter(code=code, card=card, withdrawn_at__isnull=True).first()
    if standing is not None:
        raise Refused(DeckRefusal.ALREADY_RULED, by=standing.by_name, reason=standing.reason)
    problems = (problem_of(values) for version in row.versions.all() for values in version.problems)
    if not any(problem.code == code and subject(problem) == card for problem in problems):
        raise Refused(DeckRefusal.PROBLEM_NOT_FOUND)
    ruling = Ruling.objects.create(
        deck_list=row,
        code=code,
        card=card,
        reason=reason.strip()[:LONGEST_NOTE],
        by=by,
        by_name=str(by) if by else "",
        at=now or timezone.now(),
    )
    _count_again(row)
    list_journal.write(row, ListRuled, by=by, code=code, card=card, reason=ruling.reason)
    return ruling


@transaction.atomic
def withdraw_ruling(ruling: Ruling, *, by: User | None, now: datetime | None = None) -> Ruling:
    """Withdraw a ruling and restore the verdict. Refused: RULING_NOT_FOUND."""
    row = locks.deck_list(ruling.deck_list)
    standing = row.rulings.filter(pk=ruling.pk, withdrawn_at__isnull=True).first()
    if standing is None:
        raise Refused(DeckRefusal.RULING_NOT_FOUND)
    standing.withdrawn_at = now or timezone.now()
    standing.save(update_fields=["withdrawn_at"])
    _count_again(row)
    list_journal.write(row, ListRulingWithdrawn, by=by, code=standing.code, card=standing.card)
    return standing


def _count_again(row: DeckList) -> None:
    """Recompute which versions are legal under the rulings in force, and which one counts."""
    ruled = settled(row)
    for version in row.versions.all():
        problems = [problem_of(values) for values in version.problems]
        before = version.legal, version.unknown_cards, version.questions
        version.legal = is_legal(problems, ruled)
        version.unknown_cards = unknown_cards(problems, ruled)
        version.questions = open_questions(problems, ruled)
        if (version.legal, version.unknown_cards, version.questions) != before:
            version.save(update_fields=["legal", "unknown_cards", "questions"])
    count(row, list_rules.rules_of(row.entry.tournament))
    row.save(update_fields=["counts"])
