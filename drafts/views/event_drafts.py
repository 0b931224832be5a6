"""What the views of drafts read from an address: the draft, the divisions, a small number."""

from django.shortcuts import get_object_or_404

from core.engine.numbers import whole_number
from decks.models import Draft
from tournaments.models import Division, Tournament


def draft_of(event: Tournament, pk: int) -> Draft:
    """A draft of this event; 404 for others."""
    rows = Draft.objects.select_related("division__tournament")
    return get_object_or_404(rows, pk=pk, division__tournament=event)


def divisions_of(event: Tournament) -> list[Division]:
    """The divisions of an event in order."""
    return list(event.divisions.select_related("tournament").order_by("position", "id"))


def number(text: str) -> int:
    """A small number from a URL; 0 for anything else."""
    return whole_number(text, digits=5) or 0
