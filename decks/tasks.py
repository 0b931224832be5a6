"""Jobs that take longer than a click."""

from celery import shared_task
from django.core.cache import cache

from decks.models import CardImport
from decks.services import catalogue

KEPT = 60 * 60
"""Seconds the progress of an import can be asked for."""


def key_of(job: int) -> str:
    return f"cards:import:{job}"


@shared_task
def import_cards(job: int) -> None:
    """Read an uploaded file of cards; how far it is stands in the cache, what came of it in its row."""

    def tell(stage: str, done: int, total: int) -> None:
        cache.set(key_of(job), {"stage": stage, "done": done, "total": total}, KEPT)

    catalogue.run(CardImport.objects.get(pk=job), told=tell)
    cache.delete(key_of(job))
