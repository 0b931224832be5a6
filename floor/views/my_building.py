"""On my table, the time to build a deck after a draft, until the round the deck is for is posted (R-055)."""

from django.utils import timezone

from cards.engine.formats import DECK_RULES
from decks.queries.lists import submission_window
from decks.views.draft import building
from floor.queries.my_table import MyTable


def panel(at: MyTable) -> object:
    """The panel; None outside Limited, before the player builds, and once the round is posted."""
    if not DECK_RULES[at.event.play_style].supplied_only:
        return None
    builds = submission_window.builds_for(at.entry.division)
    build = builds.of(at.entry.pk)
    if build is None or build.round in (builds.posted or {}):
        return None
    return building.panel(build, timezone.now())
