"""Pages for uploads of card files: the upload, the progress of its job, and the result."""

from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from cards import tasks
from cards.access import catalogue_page
from cards.forms.cards import ImportForm
from cards.models import CardImport
from cards.services import catalogue
from cards.services.catalogue.imports import report_of
from cards.words.catalogue_words import STAGES, change_text, import_texts, reason_text
from core.management.base import command_line
from core.requests import SignedInRequest
from core.sentences import code_text
from core.services import jobs

LATEST = 10
State = CardImport.State


@catalogue_page
def upload_cards(request: SignedInRequest) -> HttpResponse:
    """Upload a file, and list the latest imports."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        job = catalogue.start_import(name=file.name, data=file.read(), by=request.user)
        jobs.send(tasks.import_cards, job.pk)
        return redirect("cards:card_import_job", job.pk)
    catalogue.fail_stalled_imports()
    latest = CardImport.objects.defer("data", "report").select_related("by")[:LATEST]
    return render(request, "cards/import.html", {"form": form, "jobs": latest})


@require_safe
@catalogue_page
def import_job(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the progress of an import, then its result."""
    catalogue.fail_stalled_imports()
    jobs.send_waiting()
    job = get_object_or_404(CardImport.objects.defer("data"), pk=pk)
    context: dict[str, Any] = {"job": job}
    if job.state in (State.WAITING, State.RUNNING):
        context["running"] = True
        if jobs.is_waiting(tasks.import_cards, job.pk):
            context["waiting"] = True
        else:
            progress = cache.get(tasks.progress_key(job.pk)) or {}
            context |= {"stage": STAGES.get(progress.get("stage", ""), ""), **progress}
    elif job.state in (State.REFUSED, State.FAILED):
        facts = {**job.report["facts"], "command": command_line("import_cards")}
        context["refusal"] = code_text(job.report["code"], facts)
        context["stopped"] = job.state == State.FAILED
    else:
        report = report_of(job)
        context["sentences"] = list(import_texts(report))
        context["changes"] = [change_text(change) for change in report.changes]
        context["refused"] = [(row.place, row.what, reason_text(row.code)) for row in report.refused]
    template = "cards/job_state.html" if request.htmx else "cards/job.html"
    return render(request, template, context)
