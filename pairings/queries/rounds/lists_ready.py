"""Whether the players of a round have submitted the required deck lists (R-030, R-095)."""

from decks.models import ListRules
from decks.queries.lists.counted_versions import redraft_before
from decks.queries.lists.event_lists import NotReady, not_ready
from decks.queries.lists.verdicts import wants_lists
from pairings.models import Round


def lists_of(round_: Round) -> NotReady:
    """Players without a legal list in the first round of a division, and in the round of a redraft.

    After a redraft only the new draft counts (S6). Empty where lists are not required.
    """
    event = round_.division.tournament
    seats = round_.seats.all()
    if round_.number > 1:
        again = redraft_before(round_.division, round_.number)
        if again is None:
            return NotReady((), ())
        seats = seats.filter(entry__in=[entry for pod in again.seats for entry in pod])
    if not wants_lists(event, ListRules.objects.filter(tournament=event).first()):
        return NotReady((), ())
    return not_ready(event, seats.values_list("entry_id", flat=True))
