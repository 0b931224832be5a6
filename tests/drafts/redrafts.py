"""Solomon events for tests, with a redraft that was or was not announced."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from decks.models import DeckList, Draft, ListRules
from decks.queries.lists import submission_window
from decks.services import lists
from drafts.services import drafts
from tests import build
from tests.drafts.drafts import setup
from tournaments.models import Division

LIST = "Pokémon: 1\n40 Rowlet SUM 9\n"
"""An illegal deck list that can still be read and stored."""


def solomon(
    players: int = 4, *, round_: int | None = 2, announced: bool = True, seed: int = 5, **more: Any
) -> Draft:
    """Create the first draft of an event, with seats; lists are collected until yesterday, so only building opens
    them.
    """
    rules = {
        "deadline": timezone.now() - timedelta(days=1),
        "settings": {"S4": "deck"},
        **more.pop("rules", {}),
    }
    home = build.division(players, play_style="limited", published=True, **more)
    lists.collect_lists(home.tournament, by=None, **rules)
    lists.make_lists_and_links(home.tournament)
    plan = setup("solomon", players, redraft_round=round_, redraft_announced=bool(round_))
    row = drafts.set_up_draft(home, plan, by=None)
    if round_ and announced:
        drafts.announce_notice(row, "REDRAFT", text="Another draft.", kind="redraft", by=None)
    return drafts.assign_seats(row, by=None, seed=seed)


def redraft(home: Division, *, seed: int = 6, **more: Any) -> Draft:
    """Set up the redraft of a division and assign its seats."""
    plan = setup("solomon", home.entries.count(), redraft_round=2, redraft_announced=True)
    return drafts.assign_seats(drafts.set_up_draft(home, plan, by=None, **more), by=None, seed=seed)


def first_list(row: Draft) -> DeckList:
    """Return the list of the player in pair 1, seat 1."""
    rows = DeckList.objects.select_related(
        "entry__player", "entry__division__tournament", "entry__tournament"
    )
    return rows.get(entry=row.seats[0][0])


def later(minutes: float) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def refused(row: DeckList, minutes: float = 0) -> str:
    """Return the code for why the player cannot submit a list this many minutes from now, "" if they can."""
    rules = ListRules.objects.get(tournament=row.entry.tournament_id)
    found = submission_window.submission_refusal(first(row), rules, later(minutes))
    return found.code if found else ""


def first(row: DeckList) -> DeckList:
    rows = DeckList.objects.select_related(
        "entry__player", "entry__division__tournament", "entry__tournament"
    )
    return rows.get(pk=row.pk)
