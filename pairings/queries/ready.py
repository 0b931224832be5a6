"""Whether the players of round 1 have handed in their deck lists (R-030)."""

from decks.models import ListRules
from decks.queries.lists import NotReady, not_ready
from decks.queries.verdicts import wants_lists
from pairings.models import Round


def lists_of(round_: Round) -> NotReady:
    """Players of a division's first round without a legal list; nobody where lists are not asked for."""
    event = round_.division.tournament
    rules = ListRules.objects.filter(tournament=event).first() if round_.number == 1 else None
    if not wants_lists(event, rules):
        return NotReady((), ())
    return not_ready(event, round_.seats.values_list("entry_id", flat=True))
