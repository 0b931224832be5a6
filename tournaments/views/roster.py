"""Importing a roster: choose the file, preview it, fix errors in place, load the rest."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.engine.refused import Refused
from core.sentences import code_text, refusal_text
from core.views import steps
from core.wording import labelled
from tournaments.access import event_page, signed_in
from tournaments.documents import roster as blank
from tournaments.forms.roster import KINDS, LABELS, RosterLoad, RosterUpload
from tournaments.models import Tournament
from tournaments.services import roster as services
from tournaments.services.roster import Line, RosterPreview

MOST_WRONG = 40
"""Rows that can be fixed in place at once; more are better fixed in the file, or with defaults for all rows."""


@event_page("run")
def roster(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The upload form, then the preview of the uploaded file."""
    if request.method != "POST":
        return _choose(request, RosterUpload())
    if "content" in request.POST:
        return _load(request, event, RosterLoad(request.POST))
    form = RosterUpload(request.POST, request.FILES)
    if not form.is_valid():
        return _choose(request, form)
    return _look(request, event, RosterLoad.of(*form.content()))


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
        return _look(request, event, form) if form.carries else _choose(request, RosterUpload())
    if request.POST.get("do") == "look":
        return _look(request, event, form)
    data, filename = form.cleaned_data["content"], form.cleaned_data["filename"]
    seen = steps.newest(event)
    try:
        count = services.load(
            event, data, filename, by=signed_in(request), choices=form.choices(), reading=form.reading()
        )
    except Refused as refused:
        return _look(request, event, form, refused=refused)
    messages.success(request, ngettext("%(n)s player added.", "%(n)s players added.", count) % {"n": count})
    steps.add_news(request, event, since=seen)
    left = services.preview(event, data, filename, by=signed_in(request), reading=form.reading())
    if left.wrong:
        return _look(request, event, form)
    chosen = form.choices()
    requested = [line for line in left.lines if line.status == "choose"]
    skipped = [line.name for line in requested if chosen.get(line.row.row, line.choice) == services.SKIP]
    if skipped:
        messages.info(request, _("Rows skipped: %(names)s.") % {"names": ", ".join(skipped)})
    return redirect("tournaments:players", event.slug)


def _look(
    request: HttpRequest, event: Tournament, form: RosterLoad, *, refused: Refused | None = None
) -> HttpResponse:
    """The preview of the file with the choices made so far."""
    reading = form.reading() if form.is_valid() else None
    data, filename = form.cleaned_data["content"], form.cleaned_data["filename"]
    seen = services.preview(event, data, filename, by=signed_in(request), reading=reading)
    titled = form.titled if form.requested else seen.titled
    context: dict[str, Any] = {
        "page": "players",
        "seen": seen,
        "form": RosterUpload(initial={"text": request.POST.get("text", "")}),
        "load": form,
        "of_file": bool(seen.problems) and not seen.wrong,
        "columns": [
            {
                "index": column.index,
                "title": column.title,
                "samples": ", ".join(column.samples),
                "options": [(kind, label, kind == column.kind) for kind, label in KINDS],
            }
            for column in seen.columns
        ],
        "titled": titled,
        "titles_row": max(1, seen.titles_row + (not titled)),
        "refusal": refusal_text(refused) if refused else "",
        "refused_row": refused.facts.get("row") if refused else None,
        **_wrong(seen, form.fixes()),
        **_lines(seen, form.choices()),
    }
    return render(request, "tournaments/roster.html", context)


def _wrong(seen: RosterPreview, fixes: Mapping[int, Mapping[str, str]]) -> dict[str, Any]:
    """The rows to fix, each with its sentences and cells; and earlier fixes, as hidden fields."""
    sentences: dict[int, list[str]] = {}
    for problem in seen.problems:
        sentence = code_text(problem.code, problem.facts)
        message = labelled(problem.column, sentence) if problem.column else sentence
        sentences.setdefault(problem.row or 0, []).append(message)
    rows = [
        {
            "row": row,
            "sentences": sentences[row],
            "cells": [(field, LABELS[field], text) for field, text in cells.items()],
        }
        for row, cells in list(seen.wrong.items())[:MOST_WRONG]
    ]
    numbers = {row["row"] for row in rows}
    return {
        "wrong": rows,
        "more_wrong": max(0, len(seen.wrong) - MOST_WRONG),
        "carried": [
            (f"fix-{row}-{field}", text)
            for row, cells in fixes.items()
            if row not in numbers
            for field, text in cells.items()
        ],
    }


def _lines(seen: RosterPreview, chosen: dict[int, str]) -> dict[str, Any]:
    """Problems of the file as sentences; the rows that staff must check, and the clear ones."""
    lines = [_line(line, chosen.get(line.row.row, line.choice)) for line in seen.lines]
    return {
        "problems": [
            (problem.row, problem.column, code_text(problem.code, problem.facts))
            for problem in seen.problems
            if problem.row not in seen.wrong
        ],
        "open_lines": [line for line in lines if line["status"] == "choose"],
        "clear_lines": [line for line in lines if line["status"] != "choose"],
        "adding": sum(line["choice"] != services.SKIP for line in lines),
        "loadable": any({line.choice, *line.choices} != {services.SKIP} for line in seen.lines),
    }


def _line(line: Line, choice: str) -> dict[str, Any]:
    """A row with its choices; none if the Player ID is decisive."""
    people = {str(one.player): one for one in line.candidates}
    options = [(key, people.get(key.removesuffix(services.FILE)), key == choice) for key in line.choices]
    return {
        "row": line.row,
        "name": line.name,
        "status": line.status,
        "age_division": line.age_division,
        "choice": choice,
        "differences": [code_text(one.code, dict(one.facts)) for one in line.differences],
        "options": options if line.status == "choose" or (people and services.NEW in line.choices) else [],
        "known": line.candidates[0] if line.candidates else None,
    }
