"""Seals: digests of a journal up to a line, written in the transaction of their occasion.

Triggers of the database refuse to change or delete lines and seals; seals show if it was done regardless.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from core import hooks, stamps
from core.engine import seals as engine
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent, JournalSeal, SealRecord
from core.models.journal import Home
from core.queries import seals as stored
from core.services import locks
from core.services.webhooks import outbox
from core.stamps import scopes

MOST_GAPS = 1000
"""The most gaps stored, keys without a line; the newest, since those belong to running transactions."""


def seal(home: Home, *, by: Any, why: JournalSeal.Why, at: datetime | None = None) -> JournalSeal:
    """Seal the current journal, inside the transaction of its occasion."""
    locks.seals(home)
    moment = at or timezone.now()
    before = stored.latest(home)
    gaps, upto = _gaps(home, before)
    keys = stored.late_keys(home, moment)
    lines = [
        (line.id, engine.line_digest(line))
        for line in stored.lines(home, after=before.upto if before else None, upto=upto, late=keys)
    ]
    made = engine.Seal(
        home=home.pk,
        number=before.number + 1 if before else 1,
        upto=upto,
        previous=before.digest if before else "",
        at=moment,
        by=by.pk if by else None,
        why=str(why),
        lines=lines,
        gaps=gaps,
    )
    row = _saved(home, made, total=(before.total if before else 0) + len(lines), by=by)
    outbox.note_seal(row)
    return row


@transaction.atomic
def seal_now(home: Home, *, by: Any, at: datetime | None = None) -> JournalSeal:
    """Seal on demand. Refused: NOTHING_TO_SEAL if no line is newer than the last seal."""
    stamps.mark(scopes.whole(home.pk), scopes.details(home.pk))
    held = home
    for lock in hooks.home_locks:
        held = lock(held)
    locks.seals(held)
    before = stored.latest(held)
    if before and not JournalEvent.objects.filter(tournament=held, pk__gt=before.upto).exists():
        raise Refused(CoreRefusal.NOTHING_TO_SEAL)
    return seal(held, by=by, why=JournalSeal.Why.DEMAND, at=at)


def seal_restored(home: Home, *, by: Any, at: datetime) -> JournalSeal:
    """Seal the lines of a restored journal that no seal from the file covers (`queries.seals.verify`)."""
    locks.seals(home)
    before = stored.latest(home)
    rows = JournalEvent.objects.filter(tournament=home)
    newest = rows.order_by("-pk").values_list("pk", flat=True).first() or 0
    covered = stored.covered_there(home)
    lines = [(line.id, engine.line_digest(line)) for line in stored.lines(home) if line.id not in covered]
    made = engine.Seal(
        home=home.pk,
        number=before.number + 1 if before else 1,
        upto=newest,
        previous=before.digest if before else "",
        at=at,
        by=by.pk if by else None,
        why=str(JournalSeal.Why.RESTORE),
        lines=lines,
        gaps=[],
    )
    return _saved(home, made, total=(before.total if before else 0) + len(lines), by=by)


def _saved(home: Home, made: engine.Seal, *, total: int, by: Any) -> JournalSeal:
    digest = engine.seal_digest(made)
    SealRecord.objects.update_or_create(tournament=home, defaults={"number": made.number, "digest": digest})
    return JournalSeal.objects.create(
        tournament=home,
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


def _gaps(home: Home, before: JournalSeal | None) -> tuple[list[int], int]:
    """The keys since the last seal that no line of any journal has, and the highest one of this journal."""
    # Read before the lines: a line committed in between is sealed, and its key is a closed gap.
    own = JournalEvent.objects.filter(tournament=home).order_by()
    first = before.upto + 1 if before else own.aggregate(least=Min("pk"))["least"] or 1
    upto = own.filter(pk__gte=first).order_by("-pk").values_list("pk", flat=True).first()
    if upto is None:
        return [], first - 1
    taken = set(JournalEvent.objects.order_by().filter(pk__range=(first, upto)).values_list("pk", flat=True))
    return [key for key in range(first, upto + 1) if key not in taken][-MOST_GAPS:], upto
