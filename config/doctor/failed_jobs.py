"""Permanently failed jobs, for administrators: what they were, why they failed, and a way to restart them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.models import Job
from core.services import jobs
from core.services.jobs import durable_jobs
from tournaments.access import signed_in
from tournaments.models import Tournament

MOST = 100
"""Jobs on the page, latest first."""


def _require_administrator(request: HttpRequest) -> None:
    if not signed_in(request).is_superuser:
        raise PermissionDenied(_("Only an administrator of this installation can see its failed jobs."))


@never_cache
@login_required
@require_safe
def failed_jobs(request: HttpRequest) -> HttpResponse:
    """List the failed jobs."""
    _require_administrator(request)
    jobs = list(Job.objects.filter(state=Job.State.FAILED).order_by("-ended_at", "-pk")[:MOST])
    events = Tournament.objects.in_bulk({row.about for row in jobs if row.about is not None})
    rows = []
    for job in jobs:
        task = durable_jobs.find_task(job.task)
        rows.append(
            {
                "job": job,
                "title": task.title if task else job.task,
                "event": events.get(job.about) if job.about is not None else None,
                "event_deleted": job.about is not None and job.about not in events,
                "restartable": task is not None and task.restartable,
            }
        )
    return render(request, "doctor/failed_jobs.html", {"rows": rows})


@login_required
@require_POST
def job_restart(request: HttpRequest, pk: int) -> HttpResponse:
    """Restart a failed job."""
    _require_administrator(request)
    if jobs.restart(pk):
        messages.success(request, _("Started again. If it fails again, it will be back here."))
    else:
        messages.warning(request, _("This job is no longer here."))
    return redirect("failed_jobs")


@login_required
@require_POST
def job_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a failed job."""
    _require_administrator(request)
    if durable_jobs.remove(pk):
        messages.success(request, _("Removed."))
    else:
        messages.warning(request, _("This job is no longer here."))
    return redirect("failed_jobs")
