"""Store the player's date of birth for the printed list (R-034)."""

from datetime import date, datetime

from django.db import transaction
from django.utils import timezone

from decks.models import DeckList
from decks.queries.lists import list_rules, submission_window
from decks.services import locks
from tournaments.models import User
from tournaments.services import players


@transaction.atomic
def set_birth_date_while_list_open(
    deck_list: DeckList, *, birth_date: date | None, by: User | None = None, now: datetime | None = None
) -> DeckList:
    """Store the player's date of birth, or clear it with None, while they may change the list.

    Refused: LISTS_NOT_COLLECTED, BIRTH_DATE_OF_ANOTHER_YEAR (year), BIRTH_YEAR_IMPOSSIBLE (year),
    BIRTH_DATE_AHEAD, and whatever `submission_window.require_submission_possible` refuses.
    """
    deck_list = locks.lock_deck_list_row(deck_list)
    submission_window.require_submission_possible(
        deck_list, list_rules.list_rules_of_event(deck_list.entry.tournament), now or timezone.now()
    )
    deck_list.entry = players.set_birth_date(deck_list.entry, by=by, birth_date=birth_date)
    return deck_list
