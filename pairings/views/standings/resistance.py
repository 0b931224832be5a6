"""A player's resistance as a PDF."""

from dataclasses import replace
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.documents.downloads import pdf_response
from core.engine.numbers import whole_number
from core.public_address import absolute_url_for_phones, warn_if_unreachable
from core.requests import HomeRequest
from core.responses import chosen_paper
from pairings.documents.printing import division_name_for_header
from pairings.documents.report_heads import report_head
from pairings.documents.resistance import ResistanceSheet
from pairings.models import Standing
from pairings.queries.standings.standing_explained import explain_place
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@warn_if_unreachable
@event_page()
def resistance_sheet(request: HomeRequest, event: Tournament, pk: int) -> HttpResponse:
    """Return a PDF that explains one player's place, after the latest closed round or `?after=`.

    404 for an entry that is not in the list.
    """
    entry = get_object_or_404(event.entries.select_related("division__tournament"), pk=pk)
    after = whole_number(request.GET.get("after", ""), digits=3)
    public = not request.can["view"]
    explained = explain_place(entry.division, pk, after=after, public=public)
    if explained is None:
        raise Http404
    age_divisions = Standing.objects.filter(entry=entry, round__number=explained.after).values_list(
        "age_division", flat=True
    )
    standings_url = reverse("pairings:standings", args=[event.slug])
    query = urlencode(
        {"list": f"{entry.division_id}-{age_divisions.get()}", "after": explained.after, "why": pk}
    )
    head = replace(
        report_head(event, "pairings:standings", lambda path: absolute_url_for_phones(request, path)),
        group=division_name_for_header(entry.division),
        part=_("after round %(round)d") % {"round": explained.after},
        address=absolute_url_for_phones(request, f"{standings_url}?{query}"),
    )
    sheet = ResistanceSheet(head, explained, paper=chosen_paper(request, event.country))
    return pdf_response(sheet.render(), f"{event.slug}-resistance-{pk}")
