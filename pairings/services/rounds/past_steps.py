"""Steps that nothing is left of to undo."""

from tournaments.models import JournalEvent


def unpaired(event: JournalEvent) -> bool:
    """Whether the round of a step was unpaired after it."""
    number = event.facts["round"]
    draws = JournalEvent.objects.filter(division=event.division_id, kind="RoundPaired", facts__round=number)
    return draws.filter(pk__lt=event.pk, undone_by__pk__gt=event.pk).exists()
