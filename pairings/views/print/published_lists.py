"""Public deck lists, as far as the organizer publishes them. Names as on every public page, no Player IDs."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from decks.queries.lists import verdicts
from decks.views.lists import verdict_rows
from pairings.queries.print.published_lists import PublicLists, Visibility, public_lists
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.queries import entry_row


@require_safe
@event_page(as_bytes=True)
def decks(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The players with public lists; 404 where the organizer never publishes."""
    public = _published(event)
    rows = [
        (row.entry_id, entry_row(row.entry, public=True).name, row.entry.division) for row in public.lists
    ]
    return render(request, "pairings/published_lists.html", {"rows": rows, "found": public, "page": "decks"})


@require_safe
@event_page(as_bytes=True)
def deck(request: HttpRequest, event: Tournament, entry: int) -> HttpResponse:
    """One public list: only the cards, without verdict, versions and links."""
    row = next((row for row in _published(event).lists if row.entry_id == entry), None)
    if row is None or row.counts is None:
        raise Http404
    size = verdicts.size_of(event)
    sheet = verdict_rows.of_version(row.counts, size=size, ruled={})
    for section in sheet.sections:
        for line in section.rows:
            line.problems.clear()
    context = {"name": entry_row(row.entry, public=True).name, "sheet": sheet, "page": "decks"}
    return render(request, "pairings/published_list.html", context)


def _published(event: Tournament) -> PublicLists:
    public = public_lists(event)
    if public.visibility == Visibility.NEVER:
        raise Http404
    return public
