"""A roster into an event: choose the file, look at what it would do, load all of it or nothing."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournaments.access import event_page, signed_in
from tournaments.documents import roster as blank
from tournaments.engine.refused import Refused
from tournaments.forms.roster import RosterLoad, RosterUpload
from tournaments.models import Tournament
from tournaments.sentences import say, say_refused
from tournaments.services import rosters
from tournaments.services.rosters import Line, RosterPreview


@event_page("run")
def roster(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The file; then, for a file that came, its preview."""
    if request.method != "POST":
        return _choose(request, RosterUpload())
    if "content" in request.POST:
        return _load(request, event, RosterLoad(request.POST))
    form = RosterUpload(request.POST, request.FILES)
    if not form.is_valid():
        return _choose(request, form)
    return _look(request, event, *form.content())


@event_page("run")
def roster_blank(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """An empty roster to fill in."""
    make, content_type = blank.KINDS[kind]
    answer = HttpResponse(make(), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="roster.{kind}"'
    return answer


def _choose(request: HttpRequest, form: RosterUpload) -> HttpResponse:
    return render(request, "tournaments/roster.html", {"page": "players", "form": form})


def _load(request: HttpRequest, event: Tournament, form: RosterLoad) -> HttpResponse:
    if not form.is_valid():
        return _choose(request, RosterUpload())
    data, filename = form.cleaned_data["content"], form.cleaned_data["filename"]
    try:
        count = rosters.load(event, data, filename, by=signed_in(request), choices=form.choices())
    except Refused as refused:
        return _look(request, event, data, filename, chosen=form.choices(), refused=refused)
    messages.success(request, ngettext("%(n)s player added.", "%(n)s players added.", count) % {"n": count})
    return redirect("tournaments:players", event.slug)


def _look(
    request: HttpRequest,
    event: Tournament,
    data: bytes,
    filename: str,
    *,
    chosen: dict[int, str] | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    seen = rosters.preview(event, data, filename, by=signed_in(request))
    context: dict[str, Any] = {
        "page": "players",
        "seen": seen,
        "form": RosterUpload(),
        "load": RosterLoad.of(data, filename),
        "refusal": say_refused(refused) if refused else "",
        "refused_row": refused.facts.get("row") if refused else None,
        **_lines(seen, chosen or {}),
    }
    return render(request, "tournaments/roster.html", context)


def _lines(seen: RosterPreview, chosen: dict[int, str]) -> dict[str, Any]:
    """Problems as sentences; else the rows staff have to look at, and those that are clear."""
    lines = [_line(line, chosen.get(line.row.row, line.choice)) for line in seen.lines]
    return {
        "problems": [
            (problem.row, problem.column, say(problem.code, problem.facts)) for problem in seen.problems
        ],
        "open_lines": [line for line in lines if line["status"] == "choose"],
        "clear_lines": [line for line in lines if line["status"] != "choose"],
        "adding": sum(line["choice"] != rosters.SKIP for line in lines),
    }


def _line(line: Line, choice: str) -> dict[str, Any]:
    """A row with what can be chosen for it; nothing to choose where the Player ID has decided."""
    people = {str(one.player): one for one in line.candidates}
    options = [(key, people.get(key), key == choice) for key in line.choices]
    return {
        "row": line.row,
        "name": line.name,
        "status": line.status,
        "category": line.category,
        "choice": choice,
        "options": options if line.status == "choose" or (people and rosters.NEW in line.choices) else [],
        "known": line.candidates[0] if line.candidates else None,
    }
