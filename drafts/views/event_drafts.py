"""Helpers for the draft views: get the draft and the divisions of an event, and read small numbers from a URL."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.models import JournalEvent
from decks.models import Draft
from drafts.engine.refusals import DraftRefusal
from tournaments.models import Division, Tournament


def get_draft_or_404(event: Tournament, pk: int | str) -> Draft:
    """Return a draft of this event, or raise Http404. `pk`: text in some routes. Refused: DRAFT_CANCELED."""
    draft = draft_or_replacement(event, int(pk))
    if draft.pk != int(pk):
        raise Refused(DraftRefusal.DRAFT_CANCELED)
    return draft


def draft_or_replacement(event: Tournament, pk: int) -> Draft:
    """Return a draft of this event, or the draft that replaces it if it was canceled. Raises Http404."""
    drafts = Draft.objects.select_related("division__tournament").filter(division__tournament=event)
    draft = drafts.filter(pk=pk).first()
    if draft is None:
        lines = JournalEvent.objects.filter(tournament=event, kind="DraftCanceled", undoes=None)
        replaced = dict(lines.values_list("facts__draft", "facts__replacement"))
        key = pk
        while key in replaced:
            key = replaced.pop(key)
        draft = drafts.filter(pk=key).first()
    if draft is None:
        raise Http404
    return draft


def redirect_page_or_poll(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect to a URL, also in response to an htmx request that polls for changes."""
    return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)


def divisions_of(event: Tournament) -> list[Division]:
    """Return the divisions of an event in order."""
    return list(event.divisions.select_related("tournament").order_by("position", "id"))


def parse_small_number(text: str) -> int:
    """Read a number of at most 5 digits from a URL. Return 0 for anything else."""
    return whole_number(text, digits=5) or 0
