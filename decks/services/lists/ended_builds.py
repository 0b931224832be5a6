"""Submit a player's filled-in deck when building ends, even if the player did not submit it (R-055)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.engine.formats import DECK_RULES
from decks.models import ListRules
from decks.queries.lists.filled_lists import filled_lists
from decks.services.lists.submitting import submit_at_end_of_building
from tournaments.models import Division, Tournament


def submit_filled_lists(
    event: Tournament,
    *,
    now: datetime | None = None,
    only: int | None = None,
    ends_now: Division | None = None,
) -> int:
    """Submit the legal filled-in decks of players whose building is over, and return their number.

    `only`: one entry. `ends_now`: the division whose building ends now, even if its clock still runs. The
    versions are dated when building ended, so it does not matter when this is called. A repeated call has
    no effect. No query outside Limited.
    """
    if not DECK_RULES[event.play_style].supplied_only:
        return 0
    now = now or timezone.now()
    rules = ListRules.objects.filter(tournament=event).first()
    if not filled_lists(event, rules, now, only=only, ends_now=ends_now):
        return 0
    # Read again inside the transaction; most calls find nothing above and need none.
    with transaction.atomic():
        return sum(
            submit_at_end_of_building(filled.deck_list, over=filled.over, now=now)
            for filled in filled_lists(event, rules, now, only=only, ends_now=ends_now)
        )
