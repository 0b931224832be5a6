"""Steps that nothing is left of to undo."""

from tournaments.models import JournalEvent


def unpaired(event: JournalEvent) -> bool:
    """Whether the round of a step was unpaired after it, or undone with its results."""
    number = event.facts["round"]
    undone = JournalEvent.objects.filter(division=event.division_id, kind="RoundUndone", facts__round=number)
    if undone.filter(pk__gt=event.pk, undone_by=None).exists():
        return True
    draws = JournalEvent.objects.filter(division=event.division_id, kind="RoundPaired", facts__round=number)
    return draws.filter(pk__lt=event.pk, undone_by__pk__gt=event.pk).exists()
