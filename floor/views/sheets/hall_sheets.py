"""Printed sheets for the hall: posters, cards, forms, opening announcements, open tables."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from core.documents.declared import documents
from core.documents.pdf import pdf_response
from core.public_address import prints_addresses, site
from pairings.documents.printing import HALL, Order, render
from pairings.views.print.paper import chosen_paper
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@prints_addresses
@event_page("view")
def hall_sheet(request: HttpRequest, event: Tournament, name: str) -> HttpResponse:
    """Print a document of the hall as a PDF, for staff, in the language of `?language=`, else of the page.

    404 for an unknown name.
    """
    if not any(document.name == name for document in documents() if document.of == HALL):
        raise Http404
    order = Order(sheet=name, event=event.pk, paper=chosen_paper(request, event), site=site(request))
    language = request.GET.get("language")
    with override(language if language in dict(settings.LANGUAGES) else get_language()):
        return pdf_response(render(order, event), f"{event.slug}-{name}")
