"""Uploads of card files: accepted, read by a job with progress, reported."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from cards import tasks
from cards.access import catalogue_page
from cards.forms.cards import ImportForm
from cards.models import CardImport
from cards.services import catalogue
from cards.services.catalogue.imports import report_of
from cards.words.catalogue_words import STAGES, change_text, import_texts, reason
from core.management.base import command_line
from core.sentences import code_text
from core.services import jobs
from tournaments.access import signed_in

LATEST = 10
State = CardImport.State


@catalogue_page
def upload(request: HttpRequest) -> HttpResponse:
    """Choose a file; lists the latest imports."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        job = catalogue.start(name=file.name, data=file.read(), by=signed_in(request))
        jobs.send(tasks.import_cards, job.pk)
        return redirect("cards:card_import_job", job.pk)
    catalogue.give_up_stalled()
    latest = CardImport.objects.defer("data", "report").select_related("by")[:LATEST]
    return render(request, "cards/import.html", {"form": form, "jobs": latest})


@require_safe
@catalogue_page
def job(request: HttpRequest, pk: int) -> HttpResponse:
    """One import: its progress, then its result."""
    catalogue.give_up_stalled()
    jobs.send_waiting()
    row = get_object_or_404(CardImport.objects.defer("data"), pk=pk)
    part = "cards/job_state.html" if request.htmx else "cards/job.html"  # type: ignore[attr-defined]
    return render(request, part, {"job": row, **_state(row)})


def _state(row: CardImport) -> dict[str, Any]:
    if row.state in (State.WAITING, State.RUNNING):
        if jobs.waits(tasks.import_cards, row.pk):
            return {"running": True, "waiting": True}
        now = cache.get(tasks.key_of(row.pk)) or {}
        return {"running": True, "stage": STAGES.get(now.get("stage", ""), ""), **now}
    if row.state in (State.REFUSED, State.FAILED):
        stopped = row.state == State.FAILED
        facts = {**row.report["facts"], "command": command_line("import_cards")}
        return {"refusal": code_text(row.report["code"], facts), "stopped": stopped}
    report = report_of(row)
    refused = [(refusal.place, refusal.what, reason(refusal.code)) for refusal in report.refused]
    changes = [change_text(change) for change in report.changes]
    return {"sentences": list(import_texts(report)), "changes": changes, "refused": refused}
