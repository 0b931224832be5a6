"""Exchange an event with TOM: the file for TOM, its omissions, and the comparison with TOM's file."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import StaffRequest
from core.sentences import refusal_text
from core.services import undo
from pairings.forms.tom import NewerFileConfirm, TomDetailsForm
from pairings.forms.tom_files import TomFileForm
from pairings.models import TomFile
from pairings.queries import tom
from pairings.services.tom import importing, newer_file, undone_file
from pairings.services.tom.file_details import change_tom_details
from pairings.words import tom_page_words
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Tournament


@require_safe
@event_page("run")
def tom_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the download for TOM with its omissions, the comparison, and the next steps."""
    return _render_tom_page(request, event)


@require_safe
@event_page("organize")
def download_tom_file(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Download the `.tdf` file. `?final` adds the official standings once all rounds are played."""
    try:
        file = tom.export_tom_file(event, final="final" in request.GET)
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("pairings:tom", event.slug)
    return HttpResponse(
        file.data,
        content_type="application/octet-stream",
        headers={
            "Content-Disposition": f'attachment; filename="{event.slug}.tdf"',
            "Cache-Control": "private, no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


@require_POST
@event_page("organize")
@locks_home_for_edit
def save_tom_details(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Save the organizer and the location of the TOM file."""
    form = TomDetailsForm(request.POST, instance=tom.tom_details_of(event))
    if not form.is_valid():
        return _render_tom_page(request, event, details=form)
    change_tom_details(event, by=request.user, **form.cleaned_data)
    messages.success(request, _("Saved for the TOM file."))
    return redirect("pairings:tom", event.slug)


@dataclass(kw_only=True)
class WaysForward:
    """Options to resolve the differences between the event and a TOM file.

    - `newer`: whether the file has more rounds.
    - `in_the_way`: number of differences that prevent continuing the event.
    - `added`: number of rounds to add from a newer file.
    - `not_possible`: why no rounds can be added, or "".
    - `confirm`: form that adds them, or None.
    """

    newer: object
    in_the_way: int
    added: object = None
    not_possible: str = ""
    confirm: NewerFileConfirm | None = None


@require_POST
@event_page("run")
def compare_tom_file(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Compare a TOM file with the event by places and matches, without changing anything.

    If the event can continue with the file, the page offers this to organizers.
    """
    form = TomFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_tom_page(request, event, compare=form)
    data, filename = form.content_and_name()
    try:
        comparison = tom.compare_with_file(event, importing.read_tom_file(data))
    except Refused as refused:
        form.add_error("file", refusal_text(refused))
        return _render_tom_page(request, event, compare=form)
    # The page offers options to resolve the differences, and `confirm` if the event can continue with the file.
    ways_forward = WaysForward(newer=comparison.newer, in_the_way=len(comparison.in_the_way))
    if comparison.continues and request.can["organize"]:
        try:
            ways_forward.added = newer_file.count_addable_rounds(event, data, by=request.user)
        except Refused as refused:
            ways_forward.not_possible = refusal_text(refused)
        else:
            ways_forward.confirm = NewerFileConfirm.of_file(data, filename)
    context = {
        "page": "files",
        "filename": filename,
        "found": comparison,
        **vars(ways_forward),
        "groups": tom_page_words.difference_groups(comparison.differences),
        "places": [tom_page_words.place_difference_row(place) for place in comparison.places],
        "way_texts": tom_page_words.obstacle_texts(comparison),
        "corrected_texts": tom_page_words.corrected_result_texts(comparison),
        "replaced_texts": tom_page_words.replaced_match_texts(comparison),
        "stays_texts": tom_page_words.remaining_result_texts(comparison),
        "taken_texts": tom_page_words.imported_change_texts(comparison),
        "changed_ids": tom_page_words.corrected_player_ids_text(comparison.differences),
        "joined": ", ".join(
            difference.players[0]
            for difference in comparison.differences
            if difference.kind == "PLAYER_JOINED"
        ),
    }
    response = render(request, "pairings/tom/comparison.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@event_page("organize")
def continue_with_tom_file(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Add the rounds of a newer TOM file, as confirmed on the comparison page."""
    form = NewerFileConfirm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The file was not received. Choose it again."))
        return redirect("pairings:tom", event.slug)
    confirmed = form.cleaned_data
    try:
        added = newer_file.update_from_newer_file(
            event,
            confirmed["content"],
            by=request.user,
            filename=confirmed["filename"],
            replaces=confirmed["replaces"],
        )
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("pairings:tom", event.slug)
    message = ngettext(
        "The event continues with the file: %(n)d round added.",
        "The event continues with the file: %(n)d rounds added.",
        added,
    )
    undo_address = reverse("pairings:tom_undo", args=[event.slug])
    text = format_html('{} <a href="{}">{}</a>', message % {"n": added}, undo_address, _("Undo"))
    messages.success(request, text)
    return redirect("pairings:desk", event.slug)


@require_http_methods(["GET", "POST"])
@event_page("organize")
def undo_tom_import(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Undo the latest import of a newer TOM file, after showing the effects."""
    line = undone_file.latest_import_line(event)
    if line is None or undone_file.can_no_longer_undo_import(line):
        messages.error(request, _("Nothing from a TOM file can be undone here now."))
        return redirect("pairings:tom", event.slug)
    if request.method == "POST":
        try:
            undo.undo_step(line, by=request.user)
        except Refused as refused:
            messages.error(request, refusal_text(refused))
            return redirect("pairings:tom", event.slug)
        filename = line.facts["filename"]
        messages.success(
            request, _("Everything is back as it was before TOM file %(filename)s.") % {"filename": filename}
        )
        return redirect("pairings:tom", event.slug)
    title = _("Undo continuing with %(filename)s") % line.facts
    question = Question(
        changes=tom_page_words.undo_effect_texts(line, undone_file.lines_of_file_import(line)),
        action=title,
        action_url=reverse("pairings:tom_undo", args=[event.slug]),
        cancel_url=reverse("pairings:tom", args=[event.slug]),
        danger=True,
    )
    context = {"page": "files", "title": title, "lead": "", "question": question}
    return render(request, "components/confirm.html", context)


def _render_tom_page(
    request: HttpRequest,
    event: Tournament,
    *,
    details: TomDetailsForm | None = None,
    compare: TomFileForm | None = None,
) -> HttpResponse:
    bound_form, import_line = details or compare, undone_file.latest_import_line(event)
    return render(
        request,
        "pairings/tom/tom.html",
        {
            "page": "files",
            "came": TomFile.objects.filter(tournament=event).defer("data", "baseline").first(),
            "continued": import_line
            if import_line and not undone_file.can_no_longer_undo_import(import_line)
            else None,
            "details": details or TomDetailsForm(instance=tom.tom_details_of(event)),
            "compare": compare or TomFileForm(),
            **vars(tom_omission_sentences(event)),
        },
        status=422 if bound_form is not None and bound_form.errors else 200,
    )


@dataclass(frozen=True, kw_only=True)
class Omissions:
    """Omissions of the file for TOM, as sentences.

    - `wrong`: data to correct in the event.
    - `left_out`: data that TOM cannot store.
    """

    wrong: Sequence[str]
    left_out: Sequence[str]


def tom_omission_sentences(event: Tournament) -> Omissions:
    """Return the omissions of the file for TOM as sentences."""
    omissions = tom.list_omissions(event)
    return Omissions(
        wrong=[tom_page_words.omission_text(omission) for omission in omissions if omission.wrong],
        left_out=[tom_page_words.omission_text(omission) for omission in omissions if not omission.wrong],
    )
