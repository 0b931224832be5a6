"""Jobs that write a snapshot after a closing journal line, such as the end of a round."""

from time import monotonic

from celery import current_app
from django.utils.translation import gettext_lazy as _

from core.engine.journal.kinds import KINDS
from core.models import JournalEvent
from core.services import after_commit, jobs
from core.services.jobs import durable_jobs
from core.services.snapshots import home_folder


def queue_snapshot_after(line: JournalEvent) -> None:
    """Queue a snapshot outside the request, after a closing journal line is committed."""
    home = line.tournament_id
    if home is not None and KINDS[line.kind].closes:
        after_commit.once_after_commit(_queue_snapshot, home)


def _queue_snapshot(home: int) -> None:
    """Queue the snapshot, or write it in a background thread if there is no queue."""
    if current_app.conf.task_always_eager:
        jobs.run_in_background(home_folder.save_snapshot_after_closing, home, monotonic())
    else:
        jobs.send_after_commit(save_snapshot, home, about=home)


@durable_jobs.durable_task(_("Snapshot after a round"), name="tournaments.tasks.save_snapshot")
def save_snapshot(home: int) -> None:
    """Write a snapshot of a home, given by its key, unless an earlier try has already written it.

    Raises NotDoneError if the snapshot was not written, so that the job is retried.
    """
    job = durable_jobs.current_job()
    if job is not None and durable_jobs.is_repeated_try() and home_folder.has_snapshot_since(home, job.at):
        return
    if not home_folder.save_snapshot_after_closing(home):
        raise durable_jobs.NotDoneError
