"""The paper of a sheet: what was asked for, else what was printed on last, else what the country uses."""

from django.http import HttpRequest

from pairings.documents.printing import usual_paper
from tournaments.documents.sheet import Paper
from tournaments.models import Tournament


def chosen_paper(request: HttpRequest, event: Tournament) -> Paper:
    """A paper named in the address is remembered for the next sheet."""
    given = request.GET.get("paper")
    if given in ("a4", "letter"):
        request.session["paper"] = given
    paper: Paper = "letter" if request.session.get("paper") == "letter" else "a4"
    return paper if "paper" in request.session else usual_paper(event)
