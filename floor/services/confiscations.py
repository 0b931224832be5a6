"""Cards confiscated from players: recorded with a receipt, returned, undone (R-014)."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from core.services.same_click import stored_by_same_click
from floor.engine.journal_kinds import CardsConfiscated, CardsReturned, OfConfiscation
from floor.engine.refusals import FloorRefusal
from floor.models import Confiscation
from floor.services import locks
from tournaments.models import Entry, User


@transaction.atomic
def note(
    entry: Entry, *, cards: str, by: User | None, reason: str = "", at: datetime | None = None
) -> Confiscation:
    """Record what was confiscated from a player. A double click records it once. Refused: CONFISCATION_EMPTY."""
    cards = "\n".join(line.strip() for line in cards.splitlines() if line.strip())
    if not cards:
        raise Refused(FloorRefusal.CONFISCATION_EMPTY)
    locks.division(entry.division)
    at = at or timezone.now()
    alike = {"entry": entry, "cards": cards, "reason": reason.strip(), "by": by}
    rows = Confiscation.objects.select_related("tournament", "entry__player", "entry__division")
    there = stored_by_same_click(rows.filter(**alike, returned_at=None, withdrawn_at=None), at="at", now=at)
    if there is not None:
        return there
    row = Confiscation.objects.create(**alike, tournament=entry.tournament, by_name=str(by or ""), at=at)
    _write(row, CardsConfiscated, by=by)
    return row


@transaction.atomic
def give_back(confiscation: Confiscation, *, by: User | None, at: datetime | None = None) -> Confiscation:
    """Record that the cards were returned. Refused: CONFISCATION_WITHDRAWN, CONFISCATION_RETURNED."""
    row = locks.confiscation(confiscation)
    if row.returned_at is not None:
        raise Refused(FloorRefusal.CONFISCATION_RETURNED)
    row.returned_at, row.returned_by_name = at or timezone.now(), str(by or "")
    row.save(update_fields=["returned_at", "returned_by_name"])
    _write(row, CardsReturned, by=by)
    return row


def _write(row: Confiscation, kind: Callable[..., OfConfiscation], *, by: User | None) -> None:
    journal.write(
        row.tournament,
        kind(
            confiscation=row.pk, entry=row.entry_id, name=str(row.entry), cards=row.cards.replace("\n", ", ")
        ),
        by=by,
        division=row.entry.division,
    )


KINDS = ("CardsConfiscated", "CardsReturned")
"""Steps of one confiscation, undone newest first."""


def undo_step(line: JournalEvent) -> None:
    """Undo the newest step of a confiscation: its return, or the confiscation itself."""
    rows = Confiscation.objects.select_related("entry__division")
    row = locks.confiscation(rows.get(pk=line.facts["confiscation"]))
    journal.require_newest(line, KINDS, confiscation=row.pk)
    if line.kind == "CardsReturned":
        row.returned_at, row.returned_by_name = None, ""
    else:
        row.withdrawn_at = timezone.now()
    row.save(update_fields=["returned_at", "returned_by_name", "withdrawn_at"])


add_undo(undo_step, CardsConfiscated, CardsReturned)
