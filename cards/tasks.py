"""Jobs that take longer than a click."""

from celery import shared_task
from django.core.cache import cache

from cards.models import CardImport
from cards.services import catalogue

PROGRESS_SECONDS = 60 * 60
"""Seconds the progress of an import can be asked for."""

IMPORT_LIMIT = 10 * 60
"""Seconds an import may take."""


def key_of(job: int) -> str:
    return f"cards:import:{job}"


@shared_task(soft_time_limit=IMPORT_LIMIT, time_limit=IMPORT_LIMIT + 60)
def import_cards(job: int) -> None:
    """Read an uploaded file of cards; how far it is stands in the cache, what came of it in its row."""

    def progress(stage: str, done: int, total: int) -> None:
        cache.set(key_of(job), {"stage": stage, "done": done, "total": total}, PROGRESS_SECONDS)

    try:
        catalogue.run(CardImport.objects.get(pk=job), progress=progress)
    finally:
        cache.delete(key_of(job))


@shared_task
def give_up_imports() -> int:
    """Say of imports whose worker has died that they stopped; runs each minute."""
    return catalogue.give_up_stalled()
