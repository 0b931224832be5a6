"""On my table, the time to build a deck after a draft, until the round the deck is for is posted (R-055)."""

from typing import Any

from django.utils import timezone

from decks.queries.draft.building import Builds
from decks.queries.lists import submission_window
from decks.views.draft import building
from floor.queries.my_table import MyTable


def builds_of(at: MyTable) -> Builds:
    """The builds of the player's division, none outside Limited."""
    return submission_window.builds_for(at.entry.division)


def panel(at: MyTable, builds: Builds) -> dict[str, Any] | None:
    """The panel; None outside Limited, before the player builds, and once the round is posted."""
    build = builds.of(at.entry.pk)
    if build is None or build.round in (builds.posted or {}):
        return None
    return building.panel(build, timezone.now())
