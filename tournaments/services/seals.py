"""Seals: digests of an event's journal up to a line, written in the transaction of their occasion.

Triggers of the database refuse to change or delete lines and seals; seals show if it was done regardless.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from core.engine import seals as engine
from core.engine.refused import Refused
from core.services.locks import require_transaction
from tournaments.models import DeletedEvent, JournalEvent, JournalSeal, SealRecord, Tournament, User
from tournaments.queries import seals as stored
from tournaments.services import locks
from tournaments.services.webhooks import outbox

MOST_GAPS = 1000
"""The most gaps stored, keys without a line; the newest, since those belong to running transactions."""


def seal(
    event: Tournament, *, by: User | None, why: JournalSeal.Why, at: datetime | None = None
) -> JournalSeal:
    """Seal the current journal, inside the transaction of its occasion."""
    locks.seals(event)
    moment = at or timezone.now()
    before = stored.latest(event)
    gaps, upto = _gaps(event, before)
    keys = stored.late_keys(event, moment)
    lines = [
        (line.id, engine.line_digest(line))
        for line in stored.lines(event, after=before.upto if before else None, upto=upto, late=keys)
    ]
    made = engine.Seal(
        event=event.pk,
        number=before.number + 1 if before else 1,
        upto=upto,
        previous=before.digest if before else "",
        at=moment,
        by=by.pk if by else None,
        why=str(why),
        lines=lines,
        gaps=gaps,
    )
    row = _saved(event, made, total=(before.total if before else 0) + len(lines), by=by)
    outbox.note_seal(row)
    return row


@transaction.atomic
def seal_now(event: Tournament, *, by: User | None, at: datetime | None = None) -> JournalSeal:
    """Seal on demand. Refused: NOTHING_TO_SEAL if no line is newer than the last seal."""
    held = locks.event(event)
    locks.seals(held)
    before = stored.latest(held)
    if before and not held.journal.filter(pk__gt=before.upto).exists():
        raise Refused("NOTHING_TO_SEAL")
    return seal(held, by=by, why=JournalSeal.Why.DEMAND, at=at)


def seal_restored(event: Tournament, *, by: User | None, at: datetime) -> JournalSeal:
    """Seal the lines of a restored journal that no seal from the file covers (`queries.seals.verify`)."""
    locks.seals(event)
    before = stored.latest(event)
    newest = event.journal.order_by("-pk").values_list("pk", flat=True).first() or 0
    covered = stored.covered_there(event)
    lines = [(line.id, engine.line_digest(line)) for line in stored.lines(event) if line.id not in covered]
    made = engine.Seal(
        event=event.pk,
        number=before.number + 1 if before else 1,
        upto=newest,
        previous=before.digest if before else "",
        at=at,
        by=by.pk if by else None,
        why=str(JournalSeal.Why.RESTORE),
        lines=lines,
        gaps=[],
    )
    return _saved(event, made, total=(before.total if before else 0) + len(lines), by=by)


def _saved(event: Tournament, made: engine.Seal, *, total: int, by: User | None) -> JournalSeal:
    digest = engine.seal_digest(made)
    SealRecord.objects.update_or_create(tournament=event, defaults={"number": made.number, "digest": digest})
    return JournalSeal.objects.create(
        tournament=event,
        number=made.number,
        upto=made.upto,
        total=total,
        digest=digest,
        previous=made.previous,
        at=made.at,
        by=by,
        why=made.why,
        lines=stored.written(made.lines),
        gaps=list(made.gaps),
    )


def note_deletion(event: Tournament, *, by: User | None, at: datetime | None = None) -> DeletedEvent:
    """Record the deletion of an event before its rows are deleted; else the database refuses to delete its journal."""
    require_transaction()
    last = stored.latest(event)
    return DeletedEvent.objects.create(
        event=event.pk,
        name=event.name,
        slug=event.slug,
        at=at or timezone.now(),
        by=by,
        by_name=str(by) if by else "",
        lines=event.journal.count(),
        digest=last.digest if last else "",
    )


def _gaps(event: Tournament, before: JournalSeal | None) -> tuple[list[int], int]:
    """The keys since the last seal that no line of any event has, and the highest one of this event."""
    # Read before the lines: a line committed in between is sealed, and its key is a closed gap.
    own = JournalEvent.objects.filter(tournament=event).order_by()
    first = before.upto + 1 if before else own.aggregate(least=Min("pk"))["least"] or 1
    upto = own.filter(pk__gte=first).order_by("-pk").values_list("pk", flat=True).first()
    if upto is None:
        return [], first - 1
    taken = set(JournalEvent.objects.order_by().filter(pk__range=(first, upto)).values_list("pk", flat=True))
    return [key for key in range(first, upto + 1) if key not in taken][-MOST_GAPS:], upto
