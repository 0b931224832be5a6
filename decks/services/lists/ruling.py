"""Judges' rulings against a verdict (R-002)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from decks.engine.journal_kinds import ListRuled, ListRulingWithdrawn
from decks.engine.refusals import DeckRefusal
from decks.engine.stored_values import problem_from_values
from decks.engine.verdicts import (
    count_open_reprint_questions,
    count_unknown_cards_if_errorless,
    is_legal,
    ruling_subject,
)
from decks.models import DeckList, Ruling
from decks.models.lists import MAX_NOTE_LENGTH
from decks.queries.lists import list_rules
from decks.queries.lists.judging import settled_problems
from decks.services import locks
from decks.services.lists import list_journal
from decks.services.lists.counted_versions import set_counted_version
from tournaments.models import User


@transaction.atomic
def rule_on_problem(
    deck_list: DeckList,
    *,
    code: str,
    card: str = "",
    reason: str,
    by: User | None,
    now: datetime | None = None,
) -> Ruling:
    """Rule that a problem is disregarded in this and later versions of a list.

    `card`: see `engine.verdicts.ruling_subject`. Refused: REASON_MISSING, PROBLEM_NOT_FOUND, ALREADY_RULED (by,
    reason).
    """
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    deck_list = locks.lock_deck_list_row(deck_list)
    in_force = deck_list.rulings.filter(code=code, card=card, withdrawn_at__isnull=True).first()
    if in_force is not None:
        raise Refused(DeckRefusal.ALREADY_RULED, by=in_force.by_name, reason=in_force.reason)
    problems = (
        problem_from_values(values) for version in deck_list.versions.all() for values in version.problems
    )
    if not any(problem.code == code and ruling_subject(problem) == card for problem in problems):
        raise Refused(DeckRefusal.PROBLEM_NOT_FOUND)
    ruling = Ruling.objects.create(
        deck_list=deck_list,
        code=code,
        card=card,
        reason=reason.strip()[:MAX_NOTE_LENGTH],
        by=by,
        by_name=str(by) if by else "",
        at=now or timezone.now(),
    )
    _apply_rulings(deck_list)
    list_journal.write_list_line(deck_list, ListRuled, by=by, code=code, card=card, reason=ruling.reason)
    return ruling


@transaction.atomic
def withdraw_list_ruling(ruling: Ruling, *, by: User | None, now: datetime | None = None) -> Ruling:
    """Withdraw a ruling, so that its problem is no longer disregarded. Refused: RULING_NOT_FOUND."""
    deck_list = locks.lock_deck_list_row(ruling.deck_list)
    in_force = deck_list.rulings.filter(pk=ruling.pk, withdrawn_at__isnull=True).first()
    if in_force is None:
        raise Refused(DeckRefusal.RULING_NOT_FOUND)
    in_force.withdrawn_at = now or timezone.now()
    in_force.save(update_fields=["withdrawn_at"])
    _apply_rulings(deck_list)
    list_journal.write_list_line(
        deck_list, ListRulingWithdrawn, by=by, code=in_force.code, card=in_force.card
    )
    return in_force


def _apply_rulings(deck_list: DeckList) -> None:
    """Recompute the legality, unknown cards and questions of each version, and set the effective version."""
    settled = settled_problems(deck_list)
    for version in deck_list.versions.all():
        problems = [problem_from_values(values) for values in version.problems]
        before = version.legal, version.unknown_cards, version.questions
        version.legal = is_legal(problems, settled)
        version.unknown_cards = count_unknown_cards_if_errorless(problems, settled)
        version.questions = count_open_reprint_questions(problems, settled)
        if (version.legal, version.unknown_cards, version.questions) != before:
            version.save(update_fields=["legal", "unknown_cards", "questions"])
    set_counted_version(deck_list, list_rules.list_rules_of_event(deck_list.entry.tournament))
    deck_list.save(update_fields=["counts"])
