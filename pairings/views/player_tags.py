"""Set byes, fixed tables, notes and pairing requests of many players by a pasted list, after a preview."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core import undo_links
from core.engine.refused import Refused
from core.requests import StaffRequest
from core.sentences import refusal_code_text, refusal_text
from pairings.forms.player_tags import TagListForm
from pairings.queries.tag_lists import digest_of_lines, lines_of_list
from pairings.services import player_tags
from registration.engine.tag_lists import read_tag_list
from tournaments.access import event_page, locks_home_for_edit
from tournaments.engine.player_tags import TagLine, TagRow
from tournaments.models import Tournament
from tournaments.words.tag_words import change_texts


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the preview: the player, or the text of a line that is refused, and what happens."""

    row: int
    name: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TagPreview:
    """What a list does: the lines that change something, the refused ones, and how many change nothing.

    `digest` identifies these lines, so that only what the page displayed is saved.
    """

    changes: tuple[ShownLine, ...]
    refused: tuple[ShownLine, ...]
    unchanged: int
    digest: str


@dataclass(frozen=True, slots=True)
class TagsPage:
    """The page: the form, the preview of its list, if any, and whether the event changed since the last preview."""

    form: TagListForm
    preview: TagPreview | None = None
    outdated: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
@locks_home_for_edit
def player_tags_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the form, and the preview of a submitted list. With `seen`, the digest of that preview, save it.

    If the list would now do something other than its preview showed, it is previewed again. Lines that are refused stay
    in the form.
    """
    if request.method != "POST":
        return _render_page(request, TagsPage(TagListForm()))
    form = TagListForm(request.POST)
    lines: list[TagLine] = []
    if form.is_valid():
        tag = form.tag_field
        try:
            listed = read_tag_list(form.cleaned_data["text"], tag, usual=form.cleaned_data["usual"])
            lines = lines_of_list(event, listed, tag)
        except Refused as refused:
            form.add_error("text", refusal_text(refused))
    if form.errors:
        return _render_page(request, TagsPage(form), status=422)
    seen, preview = request.POST.get("seen", ""), _preview_of(lines)
    if not seen or not preview.changes:
        return _render_page(request, TagsPage(form, preview))
    if seen != preview.digest:
        return _render_page(request, TagsPage(form, preview, outdated=True))
    return _save(request, event, form, lines)


def _save(
    request: StaffRequest, event: Tournament, form: TagListForm, lines: Sequence[TagLine]
) -> HttpResponse:
    """Save the lines that are not refused, and show the refused ones again."""
    rows = [TagRow(line.row, line.entry, line.after) for line in lines if line.changed]
    since = undo_links.newest_line_key(event)
    count = player_tags.set_tags(event, rows, by=request.user)
    message = ngettext("Saved for %(n)s player.", "Saved for %(n)s players.", count) % {"n": count}
    undo_tag = undo_links.undo_tag(event, since=since, by=request.user)
    messages.success(request, message, extra_tags=undo_tag)
    refused_rows = {line.row for line in lines if line.problem is not None}
    if not refused_rows:
        return redirect("tournaments:players", event.slug)
    texts = form.cleaned_data["text"].splitlines()
    refused_text = "\n".join(text for row, text in enumerate(texts, 1) if row in refused_rows)
    remaining = TagListForm({**form.cleaned_data, "text": refused_text})
    refused_lines = [line for line in lines if line.problem is not None]
    return _render_page(request, TagsPage(remaining, _preview_of(refused_lines)))


def _preview_of(lines: Sequence[TagLine]) -> TagPreview:
    changes = [line for line in lines if line.changed]
    refused = [
        ShownLine(line.row, line.name, (refusal_code_text(line.problem.code, line.problem.facts),))
        for line in lines
        if line.problem is not None
    ]
    return TagPreview(
        tuple(ShownLine(line.row, line.name, tuple(change_texts(line))) for line in changes),
        tuple(refused),
        len(lines) - len(changes) - len(refused),
        digest_of_lines(lines),
    )


def _render_page(request: StaffRequest, page: TagsPage, *, status: int = 200) -> HttpResponse:
    return render(request, "pairings/player_tags.html", {"page": "players", "tags": page}, status=status)
