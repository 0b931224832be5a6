"""Download all deck lists of an event in one file."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from core.requests import StaffRequest
from decks.documents.archive import lists_archive
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@event_page("run")
def download_all_lists(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Download a ZIP of the effective lists, each as text for TCG Live.

    Only for staff who run the event; judges can open the lists individually.
    """
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-lists.zip"'}
    return HttpResponse(lists_archive(event), content_type="application/zip", headers=headers)
