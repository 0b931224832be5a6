"""Jobs that take longer than a request."""

from collections.abc import Mapping
from logging import getLogger
from typing import Any

from celery import shared_task
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from core.services import jobs
from core.services.jobs import durable_jobs
from pairings.models import Round
from pairings.queries import event_copies
from pairings.services.prints import LEFT
from pairings.services.reports import result_reports
from tournaments.models import Tournament

LOG = getLogger(__name__)

SHEET_SECONDS = 15 * 60
"""Seconds a printed sheet can be fetched."""


def key_of(job: str) -> str:
    return f"sheet:{job}"


@shared_task
def accept_single_reports() -> int:
    """Accept single reports older than the organizer's limit; runs each minute.

    An event where that fails does not delay the others.
    """
    waiting = Tournament.objects.filter(
        single_report_minutes__isnull=False, divisions__rounds__state="posted"
    )
    accepted = 0
    for event in waiting.distinct():
        try:
            accepted += result_reports.accept_due(event)
        except Exception:
            LOG.exception("The reports of %s could not be accepted", event.slug)
    return accepted


@durable_jobs.durable(_("Printed sheets"), tries=2)
def print_sheet(job: str, facts: Mapping[str, Any], language: str = "en") -> None:
    """Render an order in the language of the request and store the PDF under its job, or its failure."""
    from pairings.documents import printing

    result: Mapping[str, Any] = {"failed": True}
    try:
        order = printing.Order.read(facts)
        with override(language):
            result = {"pdf": printing.render(order), "order": order.facts()}
    finally:
        cache.set(key_of(job), result, SHEET_SECONDS)


@durable_jobs.durable(_("Printed sheets"), default_retry_delay=int(LEFT.total_seconds()))
def make_print(pk: int) -> None:
    """Render the print with this key; its row shows the progress. A retry restarts it."""
    from pairings.documents import prints

    prints.make(pk, again=durable_jobs.is_repeated())


def copy_after(round_: Round) -> None:
    """Copy the event to its folder once the round is committed; the round does not wait for it."""
    event = round_.division.tournament
    if event_copies.is_offered() and event_copies.of_event(event).folder:
        jobs.after_commit(jobs.beside, _copy_event, event.pk)


def _copy_event(event: int) -> None:
    from pairings.documents.event_copies import copy_event

    copy_event(event)
