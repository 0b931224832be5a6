"""The doctor's page, for administrators."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.doctor import checks
from core.management.base import command_line
from tournaments.access import signed_in


@never_cache
@login_required
@require_safe
def doctor(request: HttpRequest) -> HttpResponse:
    if not signed_in(request).is_superuser:
        raise PermissionDenied(_("Only an administrator of this installation can see its status."))
    answers = list(checks.answers())
    ill = sum(answer.state != "good" for answer in answers)
    return render(
        request, "doctor/doctor.html", {"answers": answers, "ill": ill, "command": command_line("doctor")}
    )
