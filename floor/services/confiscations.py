"""Confiscate cards from players and return them, and undo both (R-014)."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from core.services.double_clicks import stored_by_same_click
from floor.engine.journal_kinds import CardsConfiscated, CardsReturned, OfConfiscation
from floor.engine.refusals import FloorRefusal
from floor.models import Confiscation
from floor.services import locks
from tournaments.models import Entry, User


@transaction.atomic
def record_confiscation(
    entry: Entry, *, cards: str, by: User | None, reason: str = "", at: datetime | None = None
) -> Confiscation:
    """Record cards confiscated from a player. A double click records them once. Refused: CONFISCATION_EMPTY."""
    cards = "\n".join(line.strip() for line in cards.splitlines() if line.strip())
    if not cards:
        raise Refused(FloorRefusal.CONFISCATION_EMPTY)
    locks.lock_division(entry.division)
    at = at or timezone.now()
    values = {"entry": entry, "cards": cards, "reason": reason.strip(), "by": by}
    confiscations = Confiscation.objects.select_related("tournament", "entry__player", "entry__division")
    stored = stored_by_same_click(
        confiscations.filter(**values, returned_at=None, withdrawn_at=None), time_field="at", now=at
    )
    if stored is not None:
        return stored
    confiscation = Confiscation.objects.create(
        **values, tournament=entry.tournament, by_name=str(by or ""), at=at
    )
    _journal_confiscation(confiscation, CardsConfiscated, by=by)
    return confiscation


@transaction.atomic
def return_cards(confiscation: Confiscation, *, by: User | None, at: datetime | None = None) -> Confiscation:
    """Record that the cards were returned. Refused: CONFISCATION_WITHDRAWN, CONFISCATION_RETURNED."""
    confiscation = locks.lock_confiscation(confiscation)
    if confiscation.returned_at is not None:
        raise Refused(FloorRefusal.CONFISCATION_RETURNED)
    confiscation.returned_at, confiscation.returned_by_name = at or timezone.now(), str(by or "")
    confiscation.save(update_fields=["returned_at", "returned_by_name"])
    _journal_confiscation(confiscation, CardsReturned, by=by)
    return confiscation


def _journal_confiscation(
    confiscation: Confiscation, kind: Callable[..., OfConfiscation], *, by: User | None
) -> None:
    journal.write_journal_line(
        confiscation.tournament,
        kind(
            confiscation=confiscation.pk,
            entry=confiscation.entry_id,
            name=str(confiscation.entry),
            cards=confiscation.cards.replace("\n", ", "),
        ),
        by=by,
        division=confiscation.entry.division,
    )


KINDS = ("CardsConfiscated", "CardsReturned")
"""Journal kinds of the steps of a confiscation; only the newest step can be undone."""


def undo_confiscation_step(line: JournalEvent) -> None:
    """Undo the newest step of a confiscation: its return, or the confiscation itself.

    Refused: CONFISCATION_WITHDRAWN; UNDO_OVERTAKEN if there is a later step.
    """
    confiscations = Confiscation.objects.select_related("entry__division")
    confiscation = locks.lock_confiscation(confiscations.get(pk=line.facts["confiscation"]))
    journal.require_newest_line(line, KINDS, confiscation=confiscation.pk)
    if line.kind == "CardsReturned":
        confiscation.returned_at, confiscation.returned_by_name = None, ""
    else:
        confiscation.withdrawn_at = timezone.now()
    confiscation.save(update_fields=["returned_at", "returned_by_name", "withdrawn_at"])


add_undo(undo_confiscation_step, CardsConfiscated, CardsReturned)
