"""Background jobs of rounds, results and prints."""

from collections.abc import Mapping
from functools import partial
from logging import getLogger
from typing import TYPE_CHECKING, Any

from celery import shared_task
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from core.models import JournalEvent
from core.services import after_commit, jobs, made_files
from core.services.jobs import durable_jobs
from pairings.queries import event_copies
from pairings.services.prints import ABANDONED_AFTER
from pairings.services.reports import result_reports
from tournaments.models import Tournament

if TYPE_CHECKING:
    from pairings.documents.exports import EventFileFacts

LOG = getLogger(__name__)

SHEET_SECONDS = 15 * 60
"""Seconds for which a rendered sheet is cached."""


COPIED_AFTER = frozenset({"RoundPosted", "RoundClosed", "ResultCorrected", "TomRoundsAdded"})
"""Kinds of journal lines after which an event is copied to its folder."""


def sheet_cache_key(job: str) -> str:
    return f"sheet:{job}"


@shared_task
def accept_single_reports() -> int:
    """Accept single reports older than the organizer's limit. Runs every minute.

    A failure in one event does not delay other events.
    """
    events = Tournament.objects.filter(single_report_minutes__isnull=False, divisions__rounds__state="posted")
    accepted = 0
    for event in events.distinct():
        try:
            accepted += result_reports.accept_due_reports(event)
        except Exception:
            LOG.exception("The reports of %s could not be accepted", event.slug)
    return accepted


@durable_jobs.durable_task(_("Printed sheets"), tries=2)
def print_sheet(job: str, facts: Mapping[str, Any], language: str = "en") -> None:
    """Render the ordered sheet in this language, and cache the PDF for `job`.

    If rendering fails, the failure is cached instead.
    """
    from pairings.documents import printing

    result: Mapping[str, Any] = {"failed": True}
    try:
        order = printing.PrintOrder.from_facts(facts)
        with override(language):
            result = {"pdf": printing.render_pdf(order), "order": order.facts()}
    finally:
        cache.set(sheet_cache_key(job), result, SHEET_SECONDS)


@durable_jobs.durable_task(_("Printed sheets"), default_retry_delay=int(ABANDONED_AFTER.total_seconds()))
def make_print(pk: int) -> None:
    """Render the print with this key, storing the progress in its row. A retry restarts it."""
    from pairings.documents import prints

    prints.render_print(pk, again=durable_jobs.is_repeated_try())


@durable_jobs.durable_task(_("Spreadsheet of an event"), tries=2)
def make_event_spreadsheet(job: str, facts: "EventFileFacts") -> None:
    """Make the spreadsheet with the standings and pairings of an event."""
    from pairings.documents.exports import event_spreadsheet_file

    made_files.make_ordered_file(job, partial(event_spreadsheet_file, facts))


def queue_event_copy_after_line(line: JournalEvent) -> None:
    """Queue a copy of the event to its folder after some journal lines.

    These are lines whose kind is in COPIED_AFTER, and undone corrections. The copy is made after the commit and
    outside the request, if copies are offered.
    """
    undone_kind = line.undoes.kind if line.undoes is not None else ""
    has_changed = line.kind in COPIED_AFTER or undone_kind == "ResultCorrected"
    if has_changed and line.tournament_id is not None and event_copies.are_copies_offered():
        after_commit.once_after_commit(_copy_in_background, line.tournament_id)


def _copy_in_background(event: int) -> None:
    from pairings.documents.event_copies import write_event_copy

    jobs.run_in_background(write_event_copy, event)
