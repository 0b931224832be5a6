"""Let time pass for the clock of a draft on paper, which follows from the times of its marks."""

from datetime import timedelta

from django.db.models import F

from decks.models import Draft
from drafts.models import DraftMark


def pass_time(row: Draft, seconds: float) -> None:
    """Move all marks of a draft into the past, so that its clock reads as after this many seconds."""
    DraftMark.objects.filter(draft=row).update(at=F("at") - timedelta(seconds=seconds))
