"""The deck-building time on a player's table page, after a draft until its round is posted (R-055)."""

from typing import Any

from django.utils import timezone

from decks.queries.lists import submission_window
from decks.queries.lists.builds import Builds
from decks.views.lists import building
from floor.queries.my_table import MyTable


def builds_of(at: MyTable) -> Builds:
    """Builds of the player's division, empty outside Limited."""
    return submission_window.builds_for(at.entry.division)


def panel(at: MyTable, builds: Builds) -> dict[str, Any] | None:
    """Context of the panel; None outside Limited, before the player builds, and once the round is posted."""
    build = builds.of(at.entry.pk)
    if build is None or build.round in (builds.posted or {}):
        return None
    return building.panel(build, timezone.now())
