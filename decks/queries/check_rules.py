"""How an event checks decks."""

from decks.models import CheckRules
from tournaments.models import Tournament


def rules_of(event: Tournament) -> CheckRules:
    """The rules of an event, or those that hold where none were set. One query."""
    return CheckRules.objects.filter(tournament=event).first() or CheckRules(tournament=event)
