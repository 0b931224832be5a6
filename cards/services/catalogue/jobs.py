"""Imports that a job does: a file kept until it is read, signs of life while it is, and what came of it."""

from datetime import datetime, timedelta
from time import monotonic

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from cards.models import CardImport
from cards.services.catalogue.imports import import_upload, told_report
from cards.services.catalogue.saving import Told
from tournaments.engine.refused import Refused
from tournaments.models import User

SILENT = timedelta(minutes=5)
"""Without a sign of life for so long, the job has died: writing all cards at once takes less than a minute."""

NEVER_BEGUN = timedelta(hours=1)
"""Nobody waits longer for a worker."""

BEAT = 5.0
"""Seconds between signs of life."""

State = CardImport.State


def start(*, name: str, data: bytes, by: User) -> CardImport:
    """Keep an uploaded file until a job reads it."""
    return CardImport.objects.create(name=name[:200], data=data, by=by)


def run(job: CardImport, *, told: Told | None = None) -> CardImport:
    """Read the file of a job, once. What a person can mend about it stands in its report; whatever else goes wrong
    is raised, and the job says that it stopped.
    """
    begun = CardImport.objects.filter(pk=job.pk, state=State.WAITING)
    if not begun.update(state=State.RUNNING, heard_at=timezone.now()):
        return job
    job.refresh_from_db()
    try:
        report = import_upload(job, told=_heard(job, told))
    except Refused as refused:
        return _end(job, State.REFUSED, {"code": refused.code, "facts": refused.facts})
    except BaseException:
        _end(job, State.FAILED, {"code": "IMPORT_FAILED", "facts": {}})
        raise
    return _end(job, State.DONE, told_report(report))


def give_up_stalled(*, now: datetime | None = None) -> int:
    """Say of every import whose job has died that it stopped; how many. Nothing of it was written (one transaction),
    and its file goes.
    """
    now = now or timezone.now()
    silent = Q(state=State.RUNNING, heard_at__lt=now - SILENT) | Q(
        state=State.RUNNING, heard_at=None, at__lt=now - SILENT
    )
    forgotten = Q(state=State.WAITING, at__lt=now - NEVER_BEGUN)
    return CardImport.objects.filter(silent | forgotten).update(
        state=State.FAILED, data=None, ended_at=now, report={"code": "IMPORT_STALLED", "facts": {}}
    )


def _end(job: CardImport, state: State, report: dict[str, object]) -> CardImport:
    job.state, job.report, job.data, job.ended_at = state, report, None, timezone.now()
    job.save(update_fields=["state", "report", "data", "ended_at"])
    return job


def _heard(job: CardImport, told: Told | None) -> Told:
    """Tells on, and writes a sign of life now and then while no transaction hides it."""
    last = monotonic()

    def tell(stage: str, done: int, total: int) -> None:
        nonlocal last
        if told is not None:
            told(stage, done, total)
        if monotonic() - last >= BEAT and not connection.in_atomic_block:
            last = monotonic()
            CardImport.objects.filter(pk=job.pk).update(heard_at=timezone.now())

    return tell
