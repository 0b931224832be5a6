"""The doctor's page for administrators."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.accounts.administrators import require_administrator
from config.doctor import checks
from core.management.base import command_line
from core.requests import SignedInRequest


@never_cache
@login_required
@require_safe
def doctor_page(request: SignedInRequest) -> HttpResponse:
    """Run all checks, and show their results to an administrator."""
    require_administrator(request, _("Only an administrator of this installation can see its status."))
    answers = list(checks.run_doctor_checks())
    problems = sum(answer.state != "good" for answer in answers)
    return render(
        request,
        "doctor/doctor.html",
        {"answers": answers, "ill": problems, "command": command_line("doctor")},
    )
