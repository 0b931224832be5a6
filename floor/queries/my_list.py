"""The state of one player's deck list, for the player's own page."""

from dataclasses import dataclass
from datetime import datetime

from decks.models import DeckList, ListRules
from decks.queries.lists import submission_window
from decks.queries.lists.builds import DivisionBuilds
from floor.engine.next_acts import ListState
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class MyList:
    """A player's deck list.

    `closes_at` is the deadline, or None without a deadline or once lists are closed. `sent_back` is the reason
    why a judge requested another list, otherwise "".
    """

    state: ListState = ListState.NONE
    closes_at: datetime | None = None
    sent_back: str = ""


def deck_list_of(entry: Entry) -> DeckList | None:
    """Return a player's deck list with the version that counts, or None. One query."""
    return DeckList.objects.filter(entry=entry).select_related("counts").first()


def my_list(
    entry: Entry, rules: ListRules | None, deck_list: DeckList | None, builds: DivisionBuilds, now: datetime
) -> MyList:
    """Return the state of a player's deck list, from `deck_list_of` the player and the event's rules, if any.

    After a draft, a list is valid only if it was submitted after the building time began.
    """
    if rules is None:
        return MyList()
    deck_list = deck_list or DeckList(entry=entry)
    deck_list.entry = entry
    build = builds.of(deck_list.entry_id)
    building_began_at = build.building.began if build else None
    version = deck_list.counts
    if version is None or (building_began_at and version.at < building_began_at):
        find_closure = (
            submission_window.closing_time if deck_list.pk is None else submission_window.submission_refusal
        )
        is_open = find_closure(deck_list, rules, now, builds) is None
        state = (ListState.MISSING if is_open else ListState.CLOSED) if rules.required else ListState.NONE
    else:
        state = ListState.FAULTY if deck_list.sent_back or not version.legal else ListState.IN
    return MyList(state, None if rules.closed_at(now) else rules.deadline, deck_list.sent_back)
