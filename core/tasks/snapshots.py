"""Jobs of the queue: snapshots after a line that closes."""

from time import monotonic

from celery import current_app
from django.utils.translation import gettext_lazy as _

from core.engine.journal.kinds import KINDS
from core.models import JournalEvent
from core.services import jobs
from core.services.jobs import durable_jobs
from core.services.snapshots import shelf


def save_after(line: JournalEvent) -> None:
    """Queue a snapshot after a line that closes, after the commit and outside the request."""
    home = line.tournament_id
    if home is not None and KINDS[line.kind].closes:
        jobs.once_after_commit(_save_snapshot, home)


def _save_snapshot(home: int) -> None:
    """Queue the snapshot, or use a thread on a laptop without a queue."""
    if current_app.conf.task_always_eager:
        jobs.beside(shelf.save_after_closing, home, monotonic())
    else:
        jobs.send_beside(save_snapshot, home, about=home)


@durable_jobs.durable(_("Snapshot after a round"), name="tournaments.tasks.save_snapshot")
def save_snapshot(home: int) -> None:
    """Write a snapshot of a home, by its key, unless an earlier try already did."""
    job = durable_jobs.current()
    if job is not None and durable_jobs.is_repeated() and shelf.has_since(home, job.at):
        return
    if not shelf.save_after_closing(home):
        raise durable_jobs.NotDoneError
