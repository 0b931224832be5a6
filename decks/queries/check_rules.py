"""Deck-check settings of an event."""

from decks.models import CheckRules
from tournaments.models import Tournament


def check_rules_of(event: Tournament) -> CheckRules:
    """Return the deck-check settings of an event, or unsaved defaults. One query."""
    return CheckRules.objects.filter(tournament=event).first() or CheckRules(tournament=event)
