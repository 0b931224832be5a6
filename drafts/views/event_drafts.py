"""Helpers for the draft views: get the draft and the divisions of an event, and read small numbers from a URL."""

from django.shortcuts import get_object_or_404

from core.engine.numbers import whole_number
from decks.models import Draft
from tournaments.models import Division, Tournament


def draft_of(event: Tournament, pk: int) -> Draft:
    """Return a draft of this event, or raise Http404."""
    drafts = Draft.objects.select_related("division__tournament")
    return get_object_or_404(drafts, pk=pk, division__tournament=event)


def divisions_of(event: Tournament) -> list[Division]:
    """Return the divisions of an event in order."""
    return list(event.divisions.select_related("tournament").order_by("position", "id"))


def small_number(text: str) -> int:
    """Read a number of at most 5 digits from a URL; 0 for anything else."""
    return whole_number(text, digits=5) or 0
