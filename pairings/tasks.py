"""Jobs that take longer than a click."""

from celery import shared_task
from django.core.cache import cache

from pairings.documents import printing

KEPT = 15 * 60
"""Seconds a printed sheet waits to be fetched."""


def key_of(job: str) -> str:
    return f"sheet:{job}"


@shared_task
def print_sheet(job: str, facts: dict[str, object]) -> None:
    """Render an order and keep the PDF under its job, or the word that it failed."""
    done: dict[str, object] = {"failed": True}
    try:
        order = printing.Order.read(facts)
        done = {"pdf": printing.render(order), "order": order.facts()}
    finally:
        cache.set(key_of(job), done, KEPT)
