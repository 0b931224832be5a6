"""Writing seals: digests of a journal up to a line, stored in the transaction that requires them.

Database triggers prevent changing or deleting lines and seals. Seals reveal changes made despite the
triggers.
"""

from datetime import datetime
from typing import Any, cast

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

MAX_GAPS = 1000
"""The maximum number of stored gaps. A gap is a key without a line.

The newest are stored, since they belong to running transactions.
"""


def seal_journal(home: Home, *, by: Any, why: JournalSeal.Why, at: datetime | None = None) -> JournalSeal:
    """Seal the journal, inside the transaction that requires it, and queue the seal for webhooks.

    The caller has locked the home or the part that changed. `at` is now by default.
    """
    locks.lock_seals(home)
    sealed_at = at or timezone.now()
    previous = stored.latest_seal(home)
    gaps, upto = _find_unused_journal_keys(home, previous)
    late_keys = stored.late_keys_of_journal(home, sealed_at)
    lines = [
        (line.id, engine.line_digest(line))
        for line in stored.journal_lines(
            home, after=previous.upto if previous else None, upto=upto, late=late_keys
        )
    ]
    new_seal = engine.Seal(
        home=home.pk,
        number=previous.number + 1 if previous else 1,
        upto=upto,
        previous=previous.digest if previous else "",
        at=sealed_at,
        by=by.pk if by else None,
        why=str(why),
        lines=lines,
        gaps=gaps,
    )
    row = _save_seal(home, new_seal, total=(previous.total if previous else 0) + len(lines), by=by)
    outbox.queue_seal_for_webhooks(row)
    return row


@transaction.atomic
def seal_now(home: Home, *, by: Any, at: datetime | None = None) -> JournalSeal:
    """Seal on demand. Refused: NOTHING_TO_SEAL if no line is newer than the last seal."""
    stamps.mark_scopes_changed(scopes.home_scope(home.pk), scopes.details_scope(home.pk))
    locked_home = home
    for lock in hooks.home_locks:
        locked_home = lock(locked_home)
    locks.lock_seals(locked_home)
    previous = stored.latest_seal(locked_home)
    if previous and not JournalEvent.objects.filter(tournament=locked_home.pk, pk__gt=previous.upto).exists():
        raise Refused(CoreRefusal.NOTHING_TO_SEAL)
    return seal_journal(locked_home, by=by, why=JournalSeal.Why.DEMAND, at=at)


def seal_restored_journal(home: Home, *, by: Any, at: datetime) -> JournalSeal:
    """Seal the lines of a restored journal that no seal from the file covers (`queries.seals.verify_journal`)."""
    locks.lock_seals(home)
    previous = stored.latest_seal(home)
    stored_lines = JournalEvent.objects.filter(tournament=home.pk)
    newest = stored_lines.order_by("-pk").values_list("pk", flat=True).first() or 0
    covered = stored.lines_sealed_before_restore(home)
    lines = [
        (line.id, engine.line_digest(line)) for line in stored.journal_lines(home) if line.id not in covered
    ]
    new_seal = engine.Seal(
        home=home.pk,
        number=previous.number + 1 if previous else 1,
        upto=newest,
        previous=previous.digest if previous else "",
        at=at,
        by=by.pk if by else None,
        why=str(JournalSeal.Why.RESTORE),
        lines=lines,
        gaps=[],
    )
    return _save_seal(home, new_seal, total=(previous.total if previous else 0) + len(lines), by=by)


def _save_seal(home: Home, new_seal: engine.Seal, *, total: int, by: Any) -> JournalSeal:
    """Store a seal with its digest, and record it as the newest one.

    `total` is the number of lines sealed so far.
    """
    digest = engine.seal_digest(new_seal)
    SealRecord.objects.update_or_create(
        tournament_id=home.pk, defaults={"number": new_seal.number, "digest": digest}
    )
    return JournalSeal.objects.create(
        tournament=cast(Any, home),
        number=new_seal.number,
        upto=new_seal.upto,
        total=total,
        digest=digest,
        previous=new_seal.previous,
        at=new_seal.at,
        by=by,
        why=new_seal.why,
        lines=stored.stored_seal_lines(new_seal.lines),
        gaps=list(new_seal.gaps),
    )


def _find_unused_journal_keys(home: Home, previous: JournalSeal | None) -> tuple[list[int], int]:
    """Return the newest MAX_GAPS unused keys since the last seal, and the highest key of this journal.

    A key is unused if no line of any journal has it.
    """
    # Gaps are read before the lines, so a line committed in between is sealed although its key counts as a gap.
    home_lines = JournalEvent.objects.filter(tournament=home.pk).order_by()
    first_key = previous.upto + 1 if previous else home_lines.aggregate(least=Min("pk"))["least"] or 1
    upto = home_lines.filter(pk__gte=first_key).order_by("-pk").values_list("pk", flat=True).first()
    if upto is None:
        return [], first_key - 1
    used = set(
        JournalEvent.objects.order_by().filter(pk__range=(first_key, upto)).values_list("pk", flat=True)
    )
    return [key for key in range(first_key, upto + 1) if key not in used][-MAX_GAPS:], upto
