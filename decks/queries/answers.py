"""Answers about a player and their rounds from rooms further right."""

from datetime import datetime

from decks import hooks
from decks.hooks import ListRequest
from tournaments.models import Division, Entry

Posted = dict[int, datetime]
"""When each round was posted, by its number."""


def posted(division: Division) -> Posted:
    """Every round that is posted or closed."""
    return {number: at for answer in hooks.posted_rounds for number, at in answer(division).items()}


def list_request(entry: Entry) -> ListRequest | None:
    """The open request to this player to write the list again (R-036)."""
    return next((found for answer in hooks.list_requests if (found := answer(entry)) is not None), None)
