"""Background jobs of this room."""

from celery import current_app, shared_task
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from cards.models import CardImport
from cards.services import catalogue
from core.services import jobs
from core.services.jobs import durable_jobs

PROGRESS_SECONDS = 60 * 60
"""Seconds the progress of an import stays in the cache."""

IMPORT_LIMIT = 10 * 60
"""Seconds an import may take."""


def key_of(job: int) -> str:
    return f"cards:import:{job}"


@durable_jobs.durable(
    _("Import of cards"),
    autoretry_for=(),
    restartable=False,
    soft_time_limit=IMPORT_LIMIT,
    time_limit=IMPORT_LIMIT + 60,
)
def import_cards(job: int) -> None:
    """Import an uploaded file of cards; progress is in the cache, the result in its row.

    If a worker was killed, the next one starts over; rows already written do not change.
    """

    def progress(stage: str, done: int, total: int) -> None:
        cache.set(key_of(job), {"stage": stage, "done": done, "total": total}, PROGRESS_SECONDS)

    try:
        catalogue.run(CardImport.objects.get(pk=job), progress=progress, again=durable_jobs.is_repeated())
    finally:
        cache.delete(key_of(job))


def start_update(job: int) -> None:
    """Let a worker fetch new cards, or a thread of this process where there is no broker."""
    if current_app.conf.task_always_eager:
        jobs.beside(import_cards, job)
    else:
        jobs.send(import_cards, job)


@shared_task
def give_up_imports() -> int:
    """Mark imports whose worker has died as failed; runs each minute."""
    return catalogue.give_up_stalled()
