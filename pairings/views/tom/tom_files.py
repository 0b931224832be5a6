"""The event and TOM: the file for TOM, what it lacks, and the comparison with TOM's own file."""

from typing import Any

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
from core.models import JournalEvent
from core.sentences import refusal_text
from core.services import undo
from pairings.forms.files import TomFileForm
from pairings.forms.tom import NewerFileConfirm, TomDetailsForm
from pairings.models import TomFile
from pairings.queries import tom
from pairings.services import tom as services
from pairings.services.tom import newer_file, undone_file
from pairings.services.tom.details import change_details
from pairings.words import tom_page_words
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.models import Tournament


@require_safe
@event_page("run")
def tom_page(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The download for TOM with what it cannot hold, the comparison, and the next steps."""
    return _page(request, event)


@require_safe
@event_page("organize")
def tom_file(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The `.tdf` file; `?final` with the official standings, once all is played."""
    try:
        file = tom.export(event, final="final" in request.GET)
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
@edits_alone
def tom_details(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Save the organizer and the location of the TOM file."""
    form = TomDetailsForm(request.POST, instance=tom.details_of(event))
    if not form.is_valid():
        return _page(request, event, details=form)
    change_details(event, by=signed_in(request), **form.cleaned_data)
    messages.success(request, _("Saved for the TOM file."))
    return redirect("pairings:tom", event.slug)


@require_POST
@event_page("run")
def tom_compare(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Compare a TOM file with the event, place by place and match by match. Changes nothing."""
    form = TomFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, event, compare=form)
    data, filename = form.data_of()
    try:
        compared = tom.compare(event, services.read(data))
    except Refused as refused:
        form.add_error("file", refusal_text(refused))
        return _page(request, event, compare=form)
    # The possible actions for the differences; `confirm` where the event can continue with the file
    ways: dict[str, Any] = {"newer": compared.newer, "in_the_way": len(compared.in_the_way)}
    if compared.continues and request.can["organize"]:  # type: ignore[attr-defined]
        try:
            ways["added"] = newer_file.try_out(event, data, by=signed_in(request))
        except Refused as refused:
            ways["not_possible"] = refusal_text(refused)
        else:
            ways["confirm"] = NewerFileConfirm.of_file(data, filename)
    context = {
        "page": "files",
        "filename": filename,
        "found": compared,
        **ways,
        "groups": tom_page_words.grouped(compared.differences),
        "places": [tom_page_words.place_row(row) for row in compared.places],
        "way_texts": tom_page_words.way_texts(compared),
        "corrected_texts": tom_page_words.corrected_texts(compared),
        "replaced_texts": tom_page_words.replaced_texts(compared),
        "stays_texts": tom_page_words.stays_texts(compared),
        "taken_texts": tom_page_words.taken_texts(compared),
        "changed_ids": tom_page_words.changed_ids(compared.differences),
        "joined": ", ".join(
            difference.players[0] for difference in compared.differences if difference.kind == "PLAYER_JOINED"
        ),
    }
    response = render(request, "pairings/tom/comparison.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@event_page("organize")
def tom_continue(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Add the rounds of a newer file; the comparison page was its preview."""
    form = NewerFileConfirm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The file was not received. Choose it again."))
        return redirect("pairings:tom", event.slug)
    sent = form.cleaned_data
    try:
        added = newer_file.add_rounds(
            event,
            sent["content"],
            by=signed_in(request),
            filename=sent["filename"],
            replaces=sent["replaces"],
        )
    except Refused as refused:
        messages.error(request, refusal_text(refused))
        return redirect("pairings:tom", event.slug)
    message = ngettext(
        "The event continues with the file: %(n)d round added.",
        "The event continues with the file: %(n)d rounds added.",
        added,
    )
    undo = reverse("pairings:tom_undo", args=[event.slug])
    text = format_html('{} <a href="{}">{}</a>', message % {"n": added}, undo, _("Undo"))
    messages.success(request, text)
    return redirect("pairings:desk", event.slug)


@require_http_methods(["GET", "POST"])
@event_page("organize")
def tom_undo(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Undo the latest import of a newer file; first show what that changes."""
    line = _continued(event)
    if line is None or undone_file.is_past(line):
        messages.error(request, _("Nothing from a TOM file can be undone here now."))
        return redirect("pairings:tom", event.slug)
    if request.method == "POST":
        try:
            undo.undo(line, by=signed_in(request))
        except Refused as refused:
            messages.error(request, refusal_text(refused))
            return redirect("pairings:tom", event.slug)
        filename = line.facts["filename"]
        messages.success(
            request, _("Everything is as it was before TOM file %(filename)s.") % {"filename": filename}
        )
        return redirect("pairings:tom", event.slug)
    title = _("Undo continuing with %(filename)s") % line.facts
    question = Question(
        changes=tom_page_words.undone_texts(line, undone_file.lines_of(line)),
        action=title,
        action_url=reverse("pairings:tom_undo", args=[event.slug]),
        cancel_url=reverse("pairings:tom", args=[event.slug]),
        danger=True,
    )
    context = {"page": "files", "title": title, "lead": "", "question": question}
    return render(request, "components/confirm.html", context)


def _continued(event: Tournament) -> JournalEvent | None:
    """The latest line of continuing with a file that was not undone."""
    lines = event.journal.filter(kind=undone_file.ADDED, undone_by__isnull=True)
    return lines.select_related("tournament").order_by("-pk").first()


def _page(
    request: HttpRequest,
    event: Tournament,
    *,
    details: TomDetailsForm | None = None,
    compare: TomFileForm | None = None,
) -> HttpResponse:
    bad, continued = details or compare, _continued(event)
    return render(
        request,
        "pairings/tom/tom.html",
        {
            "page": "files",
            "came": TomFile.objects.filter(tournament=event).defer("data", "baseline").first(),
            "continued": continued if continued and not undone_file.is_past(continued) else None,
            "details": details or TomDetailsForm(instance=tom.details_of(event)),
            "compare": compare or TomFileForm(),
            **lacks(event),
        },
        status=422 if bad is not None and bad.errors else 200,
    )


def lacks(event: Tournament) -> dict[str, Any]:
    """What the file lacks, in sentences: what is `wrong` and to be corrected, and what TOM has no room for."""
    omissions = tom.omissions(event)
    return {
        "wrong": [tom_page_words.omission_text(omission) for omission in omissions if omission.wrong],
        "left_out": [tom_page_words.omission_text(omission) for omission in omissions if not omission.wrong],
    }
