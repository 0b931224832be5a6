"""Background jobs of this app."""

from celery import current_app, shared_task
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from cards.models import CardImport
from cards.services import catalogue
from core.services import jobs
from core.services.jobs import durable_jobs

PROGRESS_SECONDS = 60 * 60
"""Seconds for which the progress of an import is cached."""

IMPORT_SECONDS = 10 * 60
"""The time limit of an import, in seconds."""


def import_progress_key(job: int) -> str:
    return f"cards:import:{job}"


@durable_jobs.durable_task(
    _("Import of cards"),
    autoretry_for=(),
    restartable=False,
    soft_time_limit=IMPORT_SECONDS,
    time_limit=IMPORT_SECONDS + 60,
)
def import_cards(job: int) -> None:
    """Run an import of cards. Its progress is stored in the cache, its result in its row.

    If a worker is killed, another worker starts over, which does not change rows already written.
    """

    def store_progress(stage: str, done: int, total: int) -> None:
        cache.set(import_progress_key(job), {"stage": stage, "done": done, "total": total}, PROGRESS_SECONDS)

    try:
        catalogue.run_import(
            CardImport.objects.get(pk=job), progress=store_progress, again=durable_jobs.is_repeated_try()
        )
    finally:
        cache.delete(import_progress_key(job))


def send_import(job: int) -> None:
    """Run an import in a worker, or in a background thread if there is no broker."""
    if current_app.conf.task_always_eager:
        jobs.run_in_background(import_cards, job)
    else:
        jobs.send_job(import_cards, job)


@shared_task
def give_up_imports() -> int:
    """Mark imports whose worker has died as failed. Runs every minute."""
    return catalogue.fail_stalled_imports()
