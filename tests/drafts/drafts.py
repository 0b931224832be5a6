"""Helpers that set up drafts in one line."""

from typing import Any

from decks.models import Draft
from drafts.engine.draft_setup import Setup
from drafts.services import drafts
from tournaments.models import Division


def setup(subtype: str = "booster", players: int = 8, **more: Any) -> Setup:
    facts: dict[str, Any] = {"packs_each": 2, "pack_size": 3, "boosters": ("EVO", "EVO")}
    return Setup(subtype, players=players, **facts | more)


def draft(
    home: Division, subtype: str = "booster", *, seats: bool = True, way: str = "paper", **more: Any
) -> Draft:
    players = home.entries.count()
    row = drafts.set_up_draft(home, setup(subtype, players, **more), by=None, way=way)
    return drafts.assign_seats(row, by=None, seed=5) if seats else row
