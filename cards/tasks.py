"""Jobs that take longer than a click."""

from celery import shared_task
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from cards.models import CardImport
from cards.services import catalogue
from core.services.jobs import durable_jobs

PROGRESS_SECONDS = 60 * 60
"""Seconds the progress of an import can be asked for."""

IMPORT_LIMIT = 10 * 60
"""Seconds an import may take."""


def key_of(job: int) -> str:
    return f"cards:import:{job}"


@durable_jobs.durable(
    _("Import of cards"),
    retried=False,
    restartable=False,
    soft_time_limit=IMPORT_LIMIT,
    time_limit=IMPORT_LIMIT + 60,
)
def import_cards(job: int) -> None:
    """Read an uploaded file of cards; how far it is stands in the cache, what came of it in its row. Where a
    worker was killed, the next one reads it anew: what is written already is the same.
    """

    def progress(stage: str, done: int, total: int) -> None:
        cache.set(key_of(job), {"stage": stage, "done": done, "total": total}, PROGRESS_SECONDS)

    try:
        catalogue.run(CardImport.objects.get(pk=job), progress=progress, again=durable_jobs.is_repeated())
    finally:
        cache.delete(key_of(job))


@shared_task
def give_up_imports() -> int:
    """Say of imports whose worker has died that they stopped; runs each minute."""
    return catalogue.give_up_stalled()
