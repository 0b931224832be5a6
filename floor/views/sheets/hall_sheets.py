"""Printed sheets for the hall: posters, cards, forms, opening announcements and open tables."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from core.documents.downloads import pdf_response
from core.documents.registry import declared_documents
from core.public_address import site_address, warn_if_unreachable
from core.requests import StaffRequest
from core.responses import chosen_paper
from pairings.documents.printing import HALL, PrintOrder, render_pdf
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@warn_if_unreachable
@event_page("view")
def hall_sheet(request: StaffRequest, event: Tournament, name: str) -> HttpResponse:
    """Print a document of the hall as a PDF for staff, in the language of `?language=` or of the page.

    Raises 404 for an unknown name.
    """
    if not any(document.name == name for document in declared_documents() if document.of == HALL):
        raise Http404
    order = PrintOrder(
        sheet=name, event=event.pk, paper=chosen_paper(request, event.country), site=site_address(request)
    )
    language = request.GET.get("language")
    with override(language if language in dict(settings.LANGUAGES) else get_language()):
        return pdf_response(render_pdf(order, event), f"{event.slug}-{name}")
