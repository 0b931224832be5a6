"""A judge's word against a verdict (R-002), and judging again when cards or settings have changed."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from decks.engine.lists import read_text
from decks.engine.verdicts import (
    Settled,
    is_legal,
    problem_of,
    problem_values,
    read_of,
    row_values,
    subject,
)
from decks.models import DeckList, Ruling, Version
from decks.models.lists import LONGEST_NOTE
from decks.queries import verdicts
from decks.services.lists import held
from decks.services.lists.counting import count, settled
from tournaments.engine.refused import Refused
from tournaments.models import Tournament, User
from tournaments.services import journal


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
    """The judge decides that a problem does not count. `card` is its subject (`engine.verdicts.subject`).

    The ruling holds for later versions too. Refused: REASON_MISSING, PROBLEM_GONE, ALREADY_RULED (by, reason).
    """
    if not reason.strip():
        raise Refused("REASON_MISSING")
    row = held.hold(deck_list)
    standing = row.rulings.filter(code=code, card=card, withdrawn_at__isnull=True).first()
    if standing is not None:
        raise Refused("ALREADY_RULED", by=standing.by_name, reason=standing.reason)
    if not _has_problem(row, code, card):
        raise Refused("PROBLEM_GONE")
    made = Ruling.objects.create(
        deck_list=row,
        code=code,
        card=card,
        reason=reason.strip()[:LONGEST_NOTE],
        by=by,
        by_name=str(by) if by else "",
        at=now or timezone.now(),
    )
    _count_again(row)
    held.tell(row, "ListRuled", by=by, code=code, card=card, reason=made.reason)
    return made


@transaction.atomic
def withdraw_ruling(ruling: Ruling, *, by: User | None, now: datetime | None = None) -> Ruling:
    """Take a ruling back; the verdict stands as before. Refused: RULING_GONE."""
    row = held.hold(ruling.deck_list)
    standing = row.rulings.filter(pk=ruling.pk, withdrawn_at__isnull=True).first()
    if standing is None:
        raise Refused("RULING_GONE")
    standing.withdrawn_at = now or timezone.now()
    standing.save(update_fields=["withdrawn_at"])
    _count_again(row)
    held.tell(row, "ListRulingWithdrawn", by=by, code=standing.code, card=standing.card)
    return standing


def _has_problem(row: DeckList, code: str, card: str) -> bool:
    problems = (problem_of(values) for version in row.versions.all() for values in version.problems)
    return any(problem.code == code and subject(problem) == card for problem in problems)


def _count_again(row: DeckList) -> None:
    """Which versions are legal, given what is settled now, and which one counts."""
    ruled = settled(row)
    for version in row.versions.all():
        legal = is_legal(map(problem_of, version.problems), ruled)
        if legal != version.legal:
            version.legal = legal
            version.save(update_fields=["legal"])
    count(row)
    row.save(update_fields=["counts"])


@transaction.atomic
def recheck(event: Tournament, *, by: User | None = None) -> int:
    """Judge every version of every list again, after cards or settings have changed; for how many players another
    version counts now or the verdict on it differs. Refused: LISTS_NOT_COLLECTED.
    """
    rules = held.rules_of(event)
    judge = verdicts.judge_for(event, rules)
    lists = DeckList.objects.filter(entry__tournament=event, counts__isnull=False).order_by("pk")
    changed = [row for row in lists if _rechecked(held.hold(row), judge)]
    if changed:
        names = [str(row.entry.player) for row in changed[:4]]
        journal.write(event, "ListsRechecked", by=by, count=len(changed), names=", ".join(names))
    return len(changed)


def _rechecked(row: DeckList, judge: verdicts.Judge) -> bool:
    before = (row.counts_id, row.counts.legal if row.counts else None)
    ruled = settled(row)
    for version in row.versions.all():
        _judge_again(version, judge, ruled)
    count(row)
    row.save(update_fields=["counts"])
    return before != (row.counts_id, row.counts.legal if row.counts else None)


def _judge_again(version: Version, judge: verdicts.Judge, ruled: Settled) -> None:
    unused = read_text(version.unused) if version.unused.strip() else None
    found = judge(read_of(version.read), unused=unused)
    version.cards = [row_values(one) for one in found.rows]
    version.problems = [problem_values(problem) for problem in found.problems]
    version.legal = found.legal(ruled)
    version.catalogue_version = verdicts.catalogues.version_now()
    version.save(update_fields=["cards", "problems", "legal", "catalogue_version"])
