"""Answers about a player and their rounds from rooms further right."""

from datetime import datetime
from typing import Any

from decks import hooks
from decks.hooks import ListRequest
from decks.models import Draft
from tournaments.models import Division, Entry

Posted = dict[int, datetime]
"""When each round was posted, by its number."""


def posted(division: Division) -> Posted:
    """Every round that is posted or closed."""
    return {number: at for answer in hooks.posted_rounds for number, at in answer(division).items()}


def list_request(entry: Entry) -> ListRequest | None:
    """The open request to this player to write the list again (R-036)."""
    return next((wanted for answer in hooks.list_requests if (wanted := answer(entry)) is not None), None)


def picked_on(draft: Draft) -> frozenset[int]:
    """The entries still picking, whose pools fill themselves. Two queries, none on paper."""
    return frozenset(entry for answer in hooks.picked_on for entry in answer(draft))


def draft_link(entry: Entry, token: str) -> dict[str, Any] | None:
    """The link from the player's other pages to their draft. Two queries at most, in Limited; None without a draft."""
    return next((link for answer in hooks.draft_links if (link := answer(entry, token)) is not None), None)
