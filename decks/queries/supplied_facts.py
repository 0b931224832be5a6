"""Facts about players and rounds that other apps supply through `decks.hooks`."""

from datetime import datetime

from decks import hooks
from decks.hooks import ListRequest
from decks.models import Draft
from tournaments.models import Division, Entry

Posted = dict[int, datetime]
"""Round number -> when it was posted."""


def posting_times_by_round(division: Division) -> Posted:
    """Map the number of each posted or closed round to the time it was posted."""
    return {
        number: posted_at for answer in hooks.posted_rounds for number, posted_at in answer(division).items()
    }


def list_request(entry: Entry) -> ListRequest | None:
    """Return the open request to this player to rewrite their list (R-036), or None."""
    return next((request for answer in hooks.list_requests if (request := answer(entry)) is not None), None)


def entries_with_unfinished_picks(draft: Draft) -> frozenset[int]:
    """Return the entries still picking whose pools are filled from tapped picks. Two queries; none on paper."""
    return frozenset(entry for answer in hooks.entries_picking for entry in answer(draft))


def draft_link(entry: Entry, token: str) -> hooks.DraftLink | None:
    """Return the link from a player's other pages to their draft, or None. At most two queries, only in Limited."""
    return next((link for answer in hooks.draft_links if (link := answer(entry, token)) is not None), None)
