"""Pages about permanently failed jobs. Administrators see the reasons of failures and can restart jobs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.accounts.administrators import require_administrator
from core.models import Job
from core.requests import SignedInRequest
from core.services import jobs
from core.services.jobs import durable_jobs
from tournaments.models import Tournament

MOST = 100
"""The number of jobs on the page, latest first."""

ADMINISTRATORS_ONLY = gettext_lazy("Only an administrator of this installation can see its failed jobs.")


@never_cache
@login_required
@require_safe
def failed_jobs_page(request: SignedInRequest) -> HttpResponse:
    """Show the latest failed jobs to an administrator."""
    require_administrator(request, ADMINISTRATORS_ONLY)
    jobs = list(Job.objects.filter(state=Job.State.FAILED).order_by("-ended_at", "-pk")[:MOST])
    events = Tournament.objects.in_bulk({job.about for job in jobs if job.about is not None})
    rows = []
    for job in jobs:
        task = durable_jobs.find_durable_task(job.task)
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
def job_restart(request: SignedInRequest, pk: int) -> HttpResponse:
    """Restart a failed job."""
    require_administrator(request, ADMINISTRATORS_ONLY)
    if jobs.restart_failed_job(pk):
        messages.success(request, _("Started again. If it fails again, it will be back here."))
    else:
        messages.warning(request, _("This job is no longer here."))
    return redirect("failed_jobs")


@login_required
@require_POST
def job_remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete a failed job."""
    require_administrator(request, ADMINISTRATORS_ONLY)
    if durable_jobs.delete_failed_job(pk):
        messages.success(request, _("Removed."))
    else:
        messages.warning(request, _("This job is no longer here."))
    return redirect("failed_jobs")
