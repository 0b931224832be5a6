"""Pages to upload card files: the upload, the progress of its job, and the result."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from cards import tasks
from cards.access import as_page_of_catalogue
from cards.forms.cards import CardImportForm
from cards.models import CardImport
from cards.services import catalogue
from cards.services.catalogue.imports import import_report_of
from cards.words.catalogue_words import STAGES, card_change_text, import_result_texts, refused_row_reason_text
from core.management.base import command_line
from core.requests import SignedInRequest
from core.responses import render_page
from core.sentences import refusal_code_text
from core.services import jobs

LATEST = 10
State = CardImport.State


@as_page_of_catalogue
def upload_cards(request: SignedInRequest) -> HttpResponse:
    """Upload a file, and list the latest imports."""
    form = CardImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        job = catalogue.store_import(name=file.name, data=file.read(), by=request.user)
        jobs.send_job(tasks.import_cards, job.pk)
        return redirect("cards:card_import_job", job.pk)
    catalogue.fail_stalled_imports()
    latest = CardImport.objects.defer("data", "report").select_related("by")[:LATEST]
    return render(request, "cards/import.html", {"form": form, "jobs": latest})


@dataclass(frozen=True, kw_only=True)
class ImportJobPage:
    """Data of an import's page: its progress while it is `running`, then its `refusal` or its result.

    - `waiting`: no worker has started the import.
    - `done`, `total`: the number of finished parts of the `stage`, and of all its parts.
    - `stopped`: the import failed or died, as opposed to a file that was refused.
    - `refused`: place, label and reason of each refused row.
    """

    job: CardImport
    running: bool = False
    waiting: bool = False
    stage: object = ""
    done: int = 0
    total: int = 0
    refusal: str = ""
    stopped: bool = False
    sentences: Sequence[str] = ()
    changes: Sequence[str] = ()
    refused: Sequence[tuple[object, ...]] = ()


@require_safe
@as_page_of_catalogue
def import_job(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the progress of an import, then its result; for HTMX, only that part of the page.

    Imports whose worker has died are marked as failed first, and waiting jobs are sent.
    """
    catalogue.fail_stalled_imports()
    jobs.send_waiting_jobs()
    job = get_object_or_404(CardImport.objects.defer("data"), pk=pk)
    template = "cards/job_state.html" if request.htmx else "cards/job.html"
    if job.state in (State.WAITING, State.RUNNING):
        is_waiting = jobs.is_job_waiting(tasks.import_cards, job.pk)
        progress = {} if is_waiting else cache.get(tasks.import_progress_key(job.pk)) or {}
        page = ImportJobPage(
            job=job,
            running=True,
            waiting=is_waiting,
            stage=STAGES.get(progress.get("stage", ""), ""),
            done=progress.get("done", 0),
            total=progress.get("total", 0),
        )
    elif job.state in (State.REFUSED, State.FAILED):
        facts = {**job.report["facts"], "command": command_line("import_cards")}
        page = ImportJobPage(
            job=job, refusal=refusal_code_text(job.report["code"], facts), stopped=job.state == State.FAILED
        )
    else:
        report = import_report_of(job)
        page = ImportJobPage(
            job=job,
            sentences=list(import_result_texts(report)),
            changes=[card_change_text(change) for change in report.changes],
            refused=[(row.place, row.what, refused_row_reason_text(row.code)) for row in report.refused],
        )
    return render_page(request, template, page)
