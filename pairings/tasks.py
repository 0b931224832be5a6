"""Jobs that take longer than a click."""

from celery import shared_task
from django.core.cache import cache
from django.utils.translation import override

from pairings.documents import printing
from pairings.services.reports import result_reports
from tournaments.models import Tournament

KEPT = 15 * 60
"""Seconds a printed sheet waits to be fetched."""


def key_of(job: str) -> str:
    return f"sheet:{job}"


@shared_task
def take_single_words() -> int:
    """One player's word becomes the result where the organizer allows it after some minutes; runs each minute."""
    waiting = Tournament.objects.filter(one_word_minutes__isnull=False, divisions__rounds__state="posted")
    return sum(result_reports.accept_due(event) for event in waiting.distinct())


@shared_task
def print_sheet(job: str, facts: dict[str, object], language: str = "en") -> None:
    """Render an order in the language of who asked and keep the PDF under its job, or the word that it failed."""
    done: dict[str, object] = {"failed": True}
    try:
        order = printing.Order.read(facts)
        with override(language):
            done = {"pdf": printing.render(order), "order": order.facts()}
    finally:
        cache.set(key_of(job), done, KEPT)
