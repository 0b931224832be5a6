"""Import a roster: choose the file, preview it, load its players, and fix rows with errors on the page."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import undo_links
from core.engine.refused import Refused
from core.forms.table_upload import TableUpload
from core.requests import SignedInRequest, StaffRequest
from core.sentences import journal_text, refusal_code_text, refusal_text
from core.text_parts import text_labeled_with_part
from registration.documents import roster as blank
from registration.forms.roster import KINDS, LABELS, RosterFileForm
from registration.services import roster as services
from registration.services.roster import RosterPreview
from registration.services.roster_lines import FILE, NEW, SKIP
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.words.tag_words import change_texts

MAX_WRONG = 40
"""The most rows that can be fixed on the page. More are easier to fix in the file, or by setting defaults."""


@event_page("run")
def import_roster_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the upload form, then the preview of the file, and load its players.

    A POST with `do=look` only updates the preview. After loading, rows that are still wrong are shown again.
    """
    if request.method != "POST":
        return _render_roster_upload(request, TableUpload())
    if "content" not in request.POST:
        upload = TableUpload(request.POST, request.FILES)
        if not upload.is_valid():
            return _render_roster_upload(request, upload)
        return _render_roster_preview(request, event, RosterFileForm.of(*upload.content()))

    form = RosterFileForm(request.POST)
    if not form.is_valid():
        return (
            _render_roster_preview(request, event, form)
            if form.has_file
            else _render_roster_upload(request, TableUpload())
        )
    if request.POST.get("do") == "look":
        return _render_roster_preview(request, event, form)
    data, filename = form.cleaned_data["content"], form.cleaned_data["filename"]
    since = undo_links.newest_line_key(event)
    try:
        count = services.load_roster(
            event, data, filename, by=request.user, choices=form.choices(), reading=form.reading()
        )
    except Refused as refused:
        return _render_roster_preview(request, event, form, refused=refused)
    messages.success(request, ngettext("%(n)s player added.", "%(n)s players added.", count) % {"n": count})
    undo_links.add_step_news(request, event, since=since)
    for line in event.journal.filter(kind="PlayerTagsChanged", pk__gt=since):
        undo_tag = undo_links.undo_tag(event, since=since, by=request.user)
        messages.success(request, journal_text(line.kind, line.facts), extra_tags=undo_tag)
    remaining = services.preview_roster(event, data, filename, by=request.user, reading=form.reading())
    if remaining.wrong:
        return _render_roster_preview(request, event, form)
    choices = form.choices()
    undecided = [line for line in remaining.lines if line.status == "choose"]
    skipped = [line.name for line in undecided if choices.get(line.row.row, line.choice) == SKIP]
    if skipped:
        messages.info(request, _("Rows skipped: %(names)s.") % {"names": ", ".join(skipped)})
    return redirect("tournaments:players", event.slug)


@event_page("run")
def roster_blank(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return a blank roster to fill in."""
    make, content_type = blank.KINDS[kind]
    response = HttpResponse(make(), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="roster.{kind}"'
    return response


def _render_roster_upload(request: HttpRequest, form: TableUpload) -> HttpResponse:
    return render(request, "registration/roster.html", {"page": "players", "form": form})


def _render_roster_preview(
    request: SignedInRequest, event: Tournament, form: RosterFileForm, *, refused: Refused | None = None
) -> HttpResponse:
    """Render the preview of the file with the choices made so far. `refused` is the refusal to load it."""
    reading = form.reading() if form.is_valid() else None
    data, filename = form.cleaned_data["content"], form.cleaned_data["filename"]
    preview = services.preview_roster(event, data, filename, by=request.user, reading=reading)
    titled = form.titled if form.requested else preview.titled
    context: dict[str, Any] = {
        "page": "players",
        "seen": preview,
        "form": TableUpload(initial={"text": request.POST.get("text", "")}),
        "load": form,
        "of_file": bool(preview.problems) and not preview.wrong,
        "columns": [
            {
                "index": column.index,
                "title": column.title,
                "samples": ", ".join(column.samples),
                "options": [(kind, label, kind == column.kind) for kind, label in KINDS],
            }
            for column in preview.columns
        ],
        "titled": titled,
        "titles_row": max(1, preview.titles_row + (not titled)),
        "refusal": refusal_text(refused) if refused else "",
        "refused_row": refused.facts.get("row") if refused else None,
        **_wrong_rows_context(preview, form.fixes()),
        **_roster_lines_context(preview, form.choices()),
    }
    return render(request, "registration/roster.html", context)


def _wrong_rows_context(preview: RosterPreview, fixes: Mapping[int, Mapping[str, str]]) -> dict[str, Any]:
    """Build the context of the rows to fix, each with its problems and cells.

    The fixes of rows that are not shown are carried along as hidden fields.
    """
    sentences: dict[int, list[str]] = {}
    for problem in preview.problems:
        sentence = refusal_code_text(problem.code, problem.facts)
        message = text_labeled_with_part(problem.column, sentence) if problem.column else sentence
        sentences.setdefault(problem.row or 0, []).append(message)
    rows = [
        {
            "row": row,
            "sentences": sentences[row],
            "cells": [(field, LABELS[field], text) for field, text in cells.items()],
        }
        for row, cells in list(preview.wrong.items())[:MAX_WRONG]
    ]
    numbers = {row["row"] for row in rows}
    return {
        "wrong": rows,
        "more_wrong": max(0, len(preview.wrong) - MAX_WRONG),
        "carried": [
            (f"fix-{row}-{field}", text)
            for row, cells in fixes.items()
            if row not in numbers
            for field, text in cells.items()
        ],
    }


def _roster_lines_context(preview: RosterPreview, choices: dict[int, str]) -> dict[str, Any]:
    """Build the context of the preview's lines.

    It has the problems of the whole file as sentences, the lines that staff have to check, and the clear lines.
    """
    lines: list[dict[str, Any]] = []
    for line in preview.lines:
        choice = choices.get(line.row.row, line.choice)
        people = {str(person.player): person for person in line.candidates}
        # If the Player ID decides, there is nothing to choose.
        has_choices = line.status == "choose" or (people and NEW in line.choices)
        options = [(key, people.get(key.removesuffix(FILE)), key == choice) for key in line.choices]
        lines.append(
            {
                "row": line.row,
                "name": line.name,
                "status": line.status,
                "age_division": line.age_division,
                "choice": choice,
                "differences": [
                    refusal_code_text(difference.code, dict(difference.facts))
                    for difference in line.differences
                ],
                "options": options if has_choices else [],
                "known": line.candidates[0] if line.candidates else None,
                "tags": change_texts(line.tags) if line.tags else [],
            }
        )
    return {
        "problems": [
            (problem.row, problem.column, refusal_code_text(problem.code, problem.facts))
            for problem in preview.problems
            if problem.row not in preview.wrong
        ],
        "open_lines": [line for line in lines if line["status"] == "choose"],
        "clear_lines": [line for line in lines if line["status"] != "choose"],
        "adding": sum(line["choice"] != SKIP for line in lines),
        "loadable": any(
            line.tags is not None or {line.choice, *line.choices} != {SKIP} for line in preview.lines
        ),
    }
