"""Solomon events for tests, with a redraft that was announced or was not."""

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
"""No deck anybody may play, but one that can be read and kept."""


def solomon(
    players: int = 4, *, round_: int | None = 2, announced: bool = True, seed: int = 5, **more: Any
) -> Draft:
    """The first draft of an event, seated; lists are collected until yesterday, so that only building opens them."""
    rules = {
        "deadline": timezone.now() - timedelta(days=1),
        "settings": {"S4": "deck"},
        **more.pop("rules", {}),
    }
    home = build.division(players, play_style="limited", published=True, **more)
    lists.collect(home.tournament, by=None, **rules)
    lists.links(home.tournament)
    plan = setup("solomon", players, redraft_round=round_, redraft_announced=bool(round_))
    row = drafts.set_up(home, plan, by=None)
    if round_ and announced:
        drafts.announce(row, "REDRAFT", text="Another draft.", kind="redraft", by=None)
    return drafts.seat(row, by=None, seed=seed)


def redraft(home: Division, *, seed: int = 6, **more: Any) -> Draft:
    """The redraft of a division, set up and seated."""
    plan = setup("solomon", home.entries.count(), redraft_round=2, redraft_announced=True)
    return drafts.seat(drafts.set_up(home, plan, by=None, **more), by=None, seed=seed)


def first_list(row: Draft) -> DeckList:
    """The list of who sits in pair 1, seat 1."""
    rows = DeckList.objects.select_related(
        "entry__player", "entry__division__tournament", "entry__tournament"
    )
    return rows.get(entry=row.seats[0][0])


def later(minutes: float) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def refused(row: DeckList, minutes: float = 0) -> str:
    """The code of why the player cannot hand in so many minutes from now, "" where they can."""
    rules = ListRules.objects.get(tournament=row.entry.tournament_id)
    found = submission_window.refusal(first(row), rules, later(minutes))
    return found.code if found else ""


def first(row: DeckList) -> DeckList:
    rows = DeckList.objects.select_related(
        "entry__player", "entry__division__tournament", "entry__tournament"
    )
    return rows.get(pk=row.pk)
