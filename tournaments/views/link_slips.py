"""The slips with the personal links of all players, for the pages that print them."""

from functools import partial

from django.http import HttpResponse
from django.utils.translation import get_language

from core.documents.downloads import pdf_response
from core.public_address import site_address
from core.requests import StaffRequest
from core.responses import chosen_paper, make_response_private
from core.services.made_files import FileOrder
from core.views.made_files import FileRequest
from tournaments import tasks
from tournaments.documents.personal_links import LinkSlipFacts, render_link_slips
from tournaments.models import Tournament
from tournaments.services import personal_links


def answer_with_link_slips(
    request: StaffRequest,
    event: Tournament,
    *,
    opens: str,
    filename: str,
    page: str,
    back: str,
    hint: str = "",
    address: str = "",
) -> HttpResponse:
    """Return the PDF with a slip for each active player, or the page of the job that makes it.

    `opens` is the URL name of the page of a link. The journal records each PDF that is returned.
    """
    facts = LinkSlipFacts(
        event=event.pk,
        paper=chosen_paper(request, event.country),
        language=get_language() or "en",
        site=site_address(request),
        page=opens,
        hint=hint,
        address=address,
    )

    def respond(pdf: bytes) -> HttpResponse:
        personal_links.links_to_print(event, by=request.user)
        return make_response_private(pdf_response(pdf, filename))

    def make() -> bytes:
        personal_links.version_of_links(event)
        return render_link_slips(facts)

    version = partial(personal_links.version_of_links, event)
    return FileRequest(
        request=request,
        order=FileOrder(
            task=tasks.make_link_slips,
            home=event.pk,
            facts=dict(facts),
            version=version,
            is_current=lambda seen: seen == version(),
        ),
        make=make,
        respond=respond,
        count_rows=event.entries.count,
        page=page,
        back=back,
        is_secret=True,
    ).answer()
