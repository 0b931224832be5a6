"""Imports run by a job: a file stored until it is read, heartbeats, and the result."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from time import monotonic
from urllib.parse import urlsplit

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from cards.engine.refusals import CardRefusal
from cards.models import CardImport
from cards.services import locks
from cards.services.catalogue import updates, version
from cards.services.catalogue.imports import import_upload, report_values
from cards.services.catalogue.saving import Progress
from core.engine.refused import Refused
from tournaments.models import User

SILENT = timedelta(minutes=5)
"""Time without a heartbeat after which a job counts as dead.

A large file is read in under a minute, a piece written in under a second.
"""

NEVER_BEGUN = timedelta(hours=1)
"""Longest wait for a worker."""

BEAT = 5.0
"""Seconds between heartbeats."""

State = CardImport.State


def start(*, name: str, data: bytes, by: User) -> CardImport:
    """Store an uploaded file until a job reads it."""
    return CardImport.objects.create(name=name[:200], data=data, by=by)


@transaction.atomic
def start_update(*, by: User, again: str = "") -> tuple[CardImport, bool]:
    """Store an update from the address of the settings until a job runs it; of the expansion `again` every card.

    Returns it, and whether it is new: one that has not ended is not started twice.
    """
    locks.catalogue()
    where = updates.address()
    same = CardImport.objects.filter(address=where, again=again, state__in=[State.WAITING, State.RUNNING])
    if (job := same.first()) is not None:
        return job, False
    return CardImport.objects.create(
        name=urlsplit(where).netloc[:200], address=where, again=again, by=by
    ), True


def run(job: CardImport, *, progress: Progress | None = None, again: bool = False) -> CardImport:
    """Import the file or the update of a job, once; `again`: also one whose worker was killed.

    Refusals are stored in its report; any other exception is raised, and the job marked as failed.
    """
    states = [State.WAITING, State.RUNNING] if again else [State.WAITING]
    begun = CardImport.objects.filter(pk=job.pk, state__in=states)
    if not begun.update(state=State.RUNNING, last_seen_at=timezone.now()):
        return job
    job.refresh_from_db()
    try:
        report = import_upload(job, progress=_with_heartbeat(job, progress))
    except Refused as refused:
        return _end(job, State.REFUSED, {"code": refused.code, "facts": refused.facts})
    except BaseException:
        _end(job, State.FAILED, {"code": CardRefusal.IMPORT_FAILED, "facts": {}})
        raise
    return _end(job, State.DONE, report_values(report))


def give_up_stalled(*, now: datetime | None = None) -> int:
    """Mark imports whose job has died as failed and delete their files; returns how many.

    Rows already written stay and count.
    """
    now = now or timezone.now()
    silent = Q(state=State.RUNNING, last_seen_at__lt=now - SILENT) | Q(
        state=State.RUNNING, last_seen_at=None, at__lt=now - SILENT
    )
    forgotten = Q(state=State.WAITING, at__lt=now - NEVER_BEGUN)
    given_up = CardImport.objects.filter(silent | forgotten).update(
        state=State.FAILED, data=None, ended_at=now, report={"code": CardRefusal.IMPORT_STALLED, "facts": {}}
    )
    if given_up:
        version.settle()
    return given_up


def _end(job: CardImport, state: State, report: Mapping[str, object]) -> CardImport:
    job.state, job.report, job.data, job.ended_at = state, report, None, timezone.now()
    job.save(update_fields=["state", "report", "data", "ended_at"])
    return job


def _with_heartbeat(job: CardImport, progress: Progress | None) -> Progress:
    """Pass progress on, with a heartbeat every BEAT seconds outside transactions."""
    last = monotonic()

    def beat(stage: str, done: int, total: int) -> None:
        nonlocal last
        if progress is not None:
            progress(stage, done, total)
        if monotonic() - last >= BEAT and not connection.in_atomic_block:
            last = monotonic()
            CardImport.objects.filter(pk=job.pk).update(last_seen_at=timezone.now())

    return beat
