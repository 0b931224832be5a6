"""State of one player's deck list, for their own page."""

from dataclasses import dataclass
from datetime import datetime

from decks.models import DeckList, ListRules
from decks.queries.lists import submission_window
from decks.queries.lists.builds import Builds
from floor.engine.next_acts import ListState
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class MyList:
    """`closes_at` is the deadline if it is still to come, `sent_back` a judge's reason for requesting another list."""

    state: ListState = ListState.NONE
    closes_at: datetime | None = None
    sent_back: str = ""


def my_list(entry: Entry, builds: Builds, now: datetime) -> MyList:
    """State of a player's list before their next round. Two queries, one if the event collects no lists.

    After a draft, only a list submitted since deck building began counts.
    """
    rules = ListRules.objects.filter(tournament=entry.tournament_id).first()
    if rules is None:
        return MyList()
    row = DeckList.objects.filter(entry=entry).select_related("counts").first() or DeckList(entry=entry)
    row.entry = entry
    build = builds.of(row.entry_id)
    began = build.building.began if build else None
    version = row.counts
    if version is None or (began and version.at < began):
        window = submission_window.closed_since if row.pk is None else submission_window.refusal
        is_open = window(row, rules, now, builds) is None
        state = (ListState.MISSING if is_open else ListState.CLOSED) if rules.required else ListState.NONE
    else:
        state = ListState.FAULTY if row.sent_back or not version.legal else ListState.IN
    return MyList(state, None if rules.closed_at(now) else rules.deadline, row.sent_back)
