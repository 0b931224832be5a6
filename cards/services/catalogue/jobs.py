"""Imports as background jobs: stored files, heartbeats and results."""

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
from cards.services.catalogue.bulk_saving import Progress
from cards.services.catalogue.imports import import_report_values, import_upload
from core.engine.refused import Refused
from tournaments.models import User

SILENT = timedelta(minutes=5)
"""The time without a heartbeat after which a job counts as dead.

Reading a large file takes less than a minute, and writing a piece less than a second.
"""

MAX_WAIT = timedelta(hours=1)
"""The time after which a job counts as failed if no worker has started it."""

HEARTBEAT_SECONDS = 5.0
"""Seconds between heartbeats."""

State = CardImport.State


def store_import(*, name: str, data: bytes, by: User) -> CardImport:
    """Store an uploaded file for an import, and return its job, which another call has to start."""
    return CardImport.objects.create(name=name[:200], data=data, by=by)


@transaction.atomic
def store_update(*, by: User, again: str = "") -> tuple[CardImport, bool]:
    """Store an update from the address in the settings, and return its job and True.

    The update also fetches every card of the expansion `again`. If an equal update is unfinished, return its
    job and False instead. The caller has to start a new job.
    """
    locks.lock_catalogue()
    address = updates.card_source_address()
    unfinished = CardImport.objects.filter(
        address=address, again=again, state__in=[State.WAITING, State.RUNNING]
    )
    if (job := unfinished.first()) is not None:
        return job, False
    name = urlsplit(address).netloc[:200]
    return CardImport.objects.create(name=name, address=address, again=again, by=by), True


def run_import(job: CardImport, *, progress: Progress | None = None, again: bool = False) -> CardImport:
    """Run the import of a job unless it has been run before, and return the job.

    With `again`, also run a job whose worker was killed. A refusal is stored in the job's report. Any other exception
    marks the job as failed and is raised.
    """
    states = [State.WAITING, State.RUNNING] if again else [State.WAITING]
    startable = CardImport.objects.filter(pk=job.pk, state__in=states)
    if not startable.update(state=State.RUNNING, last_seen_at=timezone.now()):
        return job
    job.refresh_from_db()
    try:
        report = import_upload(job, progress=_with_heartbeat(job, progress))
    except Refused as refused:
        return _end_import(job, State.REFUSED, {"code": refused.code, "facts": refused.facts})
    except BaseException:
        _end_import(job, State.FAILED, {"code": CardRefusal.IMPORT_FAILED, "facts": {}})
        raise
    return _end_import(job, State.DONE, import_report_values(report))


def fail_stalled_imports(*, now: datetime | None = None) -> int:
    """Mark imports as failed that are dead or that no worker has started, and return their number.

    An import is dead after SILENT without a heartbeat, and is given up after MAX_WAIT without a start. Its
    uploaded file is deleted. Rows that were already written remain.
    """
    now = now or timezone.now()
    silent_jobs = Q(state=State.RUNNING, last_seen_at__lt=now - SILENT) | Q(
        state=State.RUNNING, last_seen_at=None, at__lt=now - SILENT
    )
    unstarted_jobs = Q(state=State.WAITING, at__lt=now - MAX_WAIT)
    count = CardImport.objects.filter(silent_jobs | unstarted_jobs).update(
        state=State.FAILED, data=None, ended_at=now, report={"code": CardRefusal.IMPORT_STALLED, "facts": {}}
    )
    if count:
        # These imports may have written rows before they died.
        version.raise_catalogue_version_if_pending()
    return count


def _end_import(job: CardImport, state: State, report: Mapping[str, object]) -> CardImport:
    """Store the final state and the report of an import, delete its uploaded file, and return the job."""
    job.state, job.report, job.data, job.ended_at = state, report, None, timezone.now()
    job.save(update_fields=["state", "report", "data", "ended_at"])
    return job


def _with_heartbeat(job: CardImport, progress: Progress | None) -> Progress:
    """Wrap a progress callback so that it also stores a heartbeat every HEARTBEAT_SECONDS.

    No heartbeat is stored within a transaction, in which other processes could not see it.
    """
    last_beat = monotonic()

    def report_progress(stage: str, done: int, total: int) -> None:
        nonlocal last_beat
        if progress is not None:
            progress(stage, done, total)
        if monotonic() - last_beat >= HEARTBEAT_SECONDS and not connection.in_atomic_block:
            last_beat = monotonic()
            CardImport.objects.filter(pk=job.pk).update(last_seen_at=timezone.now())

    return report_progress
