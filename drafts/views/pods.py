"""Pages of draft pods and their seats, which staff draw and print."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.documents.downloads import pdf_response
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import HomeRequest, StaffRequest
from core.sentences import refusal_text
from core.web import chosen_paper
from drafts.documents import draft_sheets, draft_tables
from drafts.forms.pods import PodsForm
from drafts.queries import pods as queries
from drafts.queries.plan_rows import seat_map
from drafts.services import pods
from drafts.views.draft_files import file_response
from drafts.views.drafts import no_draft_context, seen_seed
from drafts.views.event_drafts import divisions_of
from drafts.words import draft_words as words
from tournaments.access import event_page
from tournaments.documents.paper import sheet_head
from tournaments.models import Division, Tournament


@require_safe
@event_page()
def page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show every pod of the chosen division with its seats, and to staff who run the event the form to draw pods."""
    divisions = divisions_of(event)
    chosen_division = next(
        (division for division in divisions if str(division.pk) == request.GET.get("division")), divisions[0]
    )
    return _pods_page(request, chosen_division, divisions)


@require_POST
@event_page("run")
def draw(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Draw or redraw the pods of a division."""
    home = _division_of_event(event, division)
    form = PodsForm(request.POST, queries.pod_choice(queries.drafting_entries(home).count()))
    if form.is_valid():
        try:
            pods.draw_pods(home, form.sizes, by=request.user, seen=seen_seed(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            _add_undo_message(request, _("Pods made."), home)
            return redirect(_pods_url(home))
    return _pods_page(request, home, divisions_of(event), form=form)


@require_POST
@event_page("run")
def clear(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Delete the pods of a division."""
    home = _division_of_event(event, division)
    pods.clear_pods(home, by=request.user, seen=seen_seed(request))
    _add_undo_message(request, _("The pods are deleted."), home)
    return redirect(_pods_url(home))


@require_safe
@event_page("view")
def sheet(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Return a PDF with every name, pod and seat for the wall, and a page for each table."""
    home = _division_of_event(event, division)
    paper = chosen_paper(request, event.country)
    pods_sheet = draft_sheets.pods_sheet(
        home, sheet_head(event), public=True, division=str(home), paper=paper
    )
    return pdf_response(pods_sheet.render(), f"{event.slug}-pods")


@require_safe
@event_page("view")
def export(request: StaffRequest, event: Tournament, division: int, kind: str) -> HttpResponse:
    """Return every seat of the division as CSV or XLSX."""
    home = _division_of_event(event, division)
    rows = queries.pod_rows(home, public=False)
    file = draft_tables.seats_file(event, _("Draft pods"), rows, kind)
    return file_response(file, f"{event.slug}-pods.{kind}")


def _division_of_event(event: Tournament, pk: int) -> Division:
    return get_object_or_404(event.divisions.select_related("tournament"), pk=pk)


def _pods_url(division: Division) -> str:
    return f"{reverse('drafts:pods', args=[division.tournament.slug])}?division={division.pk}"


def _add_undo_message(request: HttpRequest, text: str, division: Division) -> None:
    """Add a success message with a link to undo the latest change of pods."""
    kinds = ("PodsDrawn", "PodsCleared")
    line = JournalEvent.objects.filter(division=division, kind__in=kinds).order_by("-pk").first()
    undo_url = reverse("pairings:undo", args=[division.tournament.slug, line.pk]) if line else ""
    messages.success(request, text, extra_tags=f"undo={undo_url}")


def _pods_page(
    request: HomeRequest, home: Division, divisions: list[Division], *, form: PodsForm | None = None
) -> HttpResponse:
    event, is_staff = home.tournament, request.can["view"]
    rows = queries.pod_rows(home, public=not is_staff)
    context: dict[str, Any] = {
        "page": "pods",
        "home": home,
        "seed": queries.seed_of(home),
        "pods": [
            {
                "number": row.number,
                "seats": row.seats,
                # Seats with their places around the table; empty for pod sizes without a map.
                "map": [(row.seats[seat - 1], place) for seat, place in seat_map(len(row.seats))],
            }
            for row in rows
        ],
        "names": sorted((seat for row in rows for seat in row.seats), key=lambda seat: seat.sort),
        "tabs": [
            {"label": str(division), "url": _pods_url(division), "current": division == home}
            for division in divisions
            if len(divisions) > 1
        ],
    }
    if request.can["run"]:
        choice = queries.pod_choice(queries.drafting_entries(home).count())
        best_pods, sit_out = choice.best, choice.sit_out
        context |= {
            "choice": choice,
            "form": form or PodsForm(None, choice),
            "best": words.pods_text(best_pods.pods, best_pods.pod_size) if best_pods else "",
            "instead": words.sit_out_text(sit_out.sit_out, sit_out.pods.pods, sit_out.pods.pod_size)
            if sit_out
            else "",
            "moved": queries.moved_since_drawn(home),
            "of_draft": queries.belong_to_draft(home),
            **no_draft_context(request, event),
        }
    status = 400 if form is not None and form.errors else 200
    return render(request, "drafts/pods.html", context | {"slug": event.slug}, status=status)
