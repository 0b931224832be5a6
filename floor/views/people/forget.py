"""Forget a person: preview the changes, then confirm by typing the name."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.forms.questions import Question
from core.models import Team
from core.requests import TeamRequest
from core.sentences import refusal_text
from core.team_access import as_page_of_team
from floor.forms.people import ForgetForm
from floor.services import forget as services
from floor.views.people.people import get_person_or_404
from floor.words.people_words import forgetting_texts


@require_http_methods(["GET", "HEAD", "POST"])
@as_page_of_team(owner=True)
def forget_person(request: TeamRequest, team: Team, pk: int) -> HttpResponse:
    """Preview the changes. An owner of the team types the name to confirm them."""
    player = get_person_or_404(team, pk)
    form: forms.Form = ForgetForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            changes = services.forget_person(player, by=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("typed_name", refusal_text(refused))
        else:
            messages.success(request, _("Forgotten: now called %(name)s.") % {"name": changes.instead})
            return redirect("floor:person", team.pk, pk)
    context = {
        "team": team,
        "player": player,
        "question": Question(
            changes=forgetting_texts(services.preview_forgetting(player)),
            action=_("Forget this person"),
            cancel_url=reverse("floor:person", args=[team.pk, pk]),
            hint=_(
                "Printed sheets, earlier downloads, copies on USB sticks and backups keep the name. Notes that use a "
                "nickname or only part of the name are not changed: check them."
            ),
            form=form,
            danger=True,
        ),
    }
    return render(request, "floor/people/forget.html", context, status=422 if form.errors else 200)
