"""Draft pods of a division. Staff assign and print them; the page of the drafts shows them."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.documents.downloads import pdf_response
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import HomeRequest, StaffRequest
from core.responses import chosen_paper
from core.sentences import refusal_text
from drafts.documents import draft_sheets, draft_tables
from drafts.forms.pods import PodsForm
from drafts.queries import pods as queries
from drafts.services import pods
from drafts.views.draft_files import file_response
from drafts.views.drafts import drafts_page, drafts_url, seen_seed
from drafts.views.pods_part import pod_choice_of
from tournaments.access import event_page
from tournaments.documents.paper import sheet_head
from tournaments.models import Division, Tournament


@require_safe
@event_page()
def redirect_to_drafts(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Redirect to the page of the drafts, which shows the pods."""
    division = request.GET.get("division", "")
    query = urlencode({"division": division}) if division else ""
    return redirect(f"{reverse('drafts:drafts', args=[event.slug])}{'?' if query else ''}{query}")


@require_POST
@event_page("run")
def draw_division_pods(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Assign the players of a division to pods at random, replacing any earlier pods."""
    event_division = _division_of_event(event, division)
    form = PodsForm(request.POST, pod_choice_of(request, event_division))
    if form.is_valid():
        try:
            pods.draw_pods(
                event_division, form.sizes, by=request.user, reason=form.reason, seen=seen_seed(request)
            )
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            _add_pods_undo_message(request, _("Pods made."), event_division)
            return redirect(drafts_url(event_division))
    return drafts_page(request, event_division, pods_form=form, status=400)


@require_POST
@event_page("run")
def delete_division_pods(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Delete the pods of a division."""
    event_division = _division_of_event(event, division)
    pods.clear_pods(event_division, by=request.user, seen=seen_seed(request))
    _add_pods_undo_message(request, _("The pods are deleted."), event_division)
    return redirect(drafts_url(event_division))


@require_safe
@event_page("view")
def pods_sheet_pdf(request: StaffRequest, event: Tournament, division: int) -> HttpResponse:
    """Return a PDF with every name, pod and seat for the wall, and a page for each table."""
    event_division = _division_of_event(event, division)
    paper = chosen_paper(request, event.country)
    pods_sheet = draft_sheets.pods_sheet(
        event_division, sheet_head(event), public=True, division=str(event_division), paper=paper
    )
    return pdf_response(pods_sheet.render(), f"{event.slug}-pods")


@require_safe
@event_page("view")
def export_pods(request: StaffRequest, event: Tournament, division: int, kind: str) -> HttpResponse:
    """Return every seat of the division as CSV or XLSX."""
    event_division = _division_of_event(event, division)
    rows = queries.pod_rows_of_division(event_division, public=False)
    file = draft_tables.draft_seats_file(event, _("Draft pods"), rows, kind)
    return file_response(file, f"{event.slug}-pods.{kind}")


def _division_of_event(event: Tournament, pk: int) -> Division:
    return get_object_or_404(event.divisions.select_related("tournament"), pk=pk)


def _add_pods_undo_message(request: HttpRequest, text: str, division: Division) -> None:
    """Add a success message with a link to undo the latest change of pods."""
    kinds = ("PodsDrawn", "PodsCleared")
    line = JournalEvent.objects.filter(division=division, kind__in=kinds).order_by("-pk").first()
    undo_url = reverse("pairings:undo", args=[division.tournament.slug, line.pk]) if line else ""
    messages.success(request, text, extra_tags=f"undo={undo_url}")
