"""All deck lists of an event in one file."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from decks.documents.archive import archive
from tournaments.access import event_page
from tournaments.models import Tournament


@require_safe
@event_page("run")
def all_lists(request: HttpRequest, event: Tournament) -> HttpResponse:
    """A ZIP of the lists that count, each as text for TCG Live, for those who run the event.

    Judges open lists one by one.
    """
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-lists.zip"'}
    return HttpResponse(archive(event), content_type="application/zip", headers=headers)
