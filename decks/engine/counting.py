"""Decide which lists are valid after a redraft, and from which draft a list was built.

The rules are R-057, R-095 and S6.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from cards.engine.rule_settings import choice_of_setting

FIRST_REDRAFT = 2
"""The earliest round that a redraft can precede, and the default if the plan names no round (R-095)."""


@dataclass(frozen=True, slots=True)
class BegunDraft:
    """A draft from which a player got a pool or began to build at `at`, for decks first played in round `round`."""

    number: int
    at: datetime
    round: int


def draft_built_from(begun: Iterable[BegunDraft], at: datetime) -> int | None:
    """Return the number of the draft from which a list submitted at `at` was built, or None before the first draft."""
    return max((draft.number for draft in begun if draft.at <= at), default=None)


def earliest_counting_time(
    begun: Iterable[BegunDraft], *, next_round: int, announced: bool, settings: Mapping[str, str]
) -> datetime | None:
    """Return the earliest valid submission time of a list, or None if all times are valid.

    With S6 "new_draft" and an announced redraft, earlier lists become invalid once a player has drafted again
    for a posted round or the next one (`next_round`). A deck that is built early does not replace the old one
    before its round (R-095).
    """
    if not announced or choice_of_setting(settings, "S6") != "new_draft":
        return None
    redrafts = (draft for draft in begun if draft.number > 1 and draft.round <= next_round)
    latest = max(redrafts, key=lambda draft: draft.number, default=None)
    return latest.at if latest else None
