"""Files of an event's drafts: printed sheets, and tables of drafts and seats."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from core.documents.downloads import pdf_response
from core.requests import StaffRequest
from core.responses import chosen_paper
from decks.models import Draft
from decks.queries.drafts import pods_with_seats
from decks.words.limited_words import subtype_name
from drafts.documents import draft_sheets, draft_tables
from drafts.views.event_drafts import get_draft_or_404
from tournaments.access import event_page
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament


@require_safe
@event_page("view")
def seat_sheet_pdf(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Return a PDF for the wall with every name, pod or pair, and seat, then a page for each table.

    Raises Http404 before seats are drawn.
    """
    event_draft = get_draft_or_404(event, draft)
    sheet = draft_sheets.seat_sheet(
        event_draft,
        sheet_head(event),
        public=True,
        division=str(event_draft.division),
        paper=chosen_paper(request, event.country),
    )
    if sheet is None:
        raise Http404
    return pdf_response(sheet.render(), f"{event.slug}-seats-{event_draft.number}")


@require_safe
@event_page("view")
def run_sheet_pdf(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Return the run sheet as a PDF, with the players' names. Raises Http404 if the plan has errors."""
    event_draft = get_draft_or_404(event, draft)
    run_sheet = draft_sheets.run_sheet(
        event_draft, sheet_head(event), public=True, paper=chosen_paper(request, event.country)
    )
    if run_sheet is None:
        raise Http404
    return pdf_response(run_sheet.render(), f"{event.slug}-draft-{event_draft.number}")


@require_safe
@event_page("view")
def export_drafts(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return the drafts of all divisions as CSV or XLSX."""
    drafts_of_event = Draft.objects.filter(division__tournament=event).select_related("division")
    ordered = drafts_of_event.order_by("division__position", "division", "number")
    return file_response(draft_tables.drafts_file(event, ordered, kind), f"{event.slug}-drafts.{kind}")


@require_safe
@event_page("view")
def export_seats(request: StaffRequest, event: Tournament, draft: int, kind: str) -> HttpResponse:
    """Return the seats of one draft as CSV or XLSX."""
    event_draft = get_draft_or_404(event, draft)
    pods = pods_with_seats(event_draft, public=False)
    file = draft_tables.draft_seats_file(event, subtype_name(event_draft.subtype), pods, kind)
    return file_response(file, f"{event.slug}-seats-{event_draft.number}.{kind}")


def file_response(file: tuple[bytes, str], name: str) -> HttpResponse:
    """Return a file, given as content and content type, as a download with this name."""
    data, content_type = file
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)
