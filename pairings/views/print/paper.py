"""The paper of a sheet: as requested, else as last printed, else the country's default."""

from typing import cast

from django.http import HttpRequest

from core.documents.sheet import Paper
from core.forms import choices
from pairings.documents.printing import usual_paper
from tournaments.models import Tournament


def chosen_paper(request: HttpRequest, event: Tournament) -> Paper:
    """The paper of the request, remembered for the next sheet."""
    requested = request.GET.get("paper")
    if requested in ("a4", "letter"):
        choices.choose(request, "paper", requested)
    chosen = choices.choice(request, "paper")
    return cast(Paper, chosen) if chosen in ("a4", "letter") else usual_paper(event)
