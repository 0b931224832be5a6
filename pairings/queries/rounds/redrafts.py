"""Redrafts and deck building before Limited rounds (R-055, R-095)."""

from dataclasses import dataclass
from datetime import datetime

from cards.engine.formats import DECK_RULES
from decks.models import Draft
from decks.queries.drafts import round_of
from drafts.queries.building import clocks_of
from drafts.queries.drafts import RedraftDue, redraft_of
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class AwaitedDraft:
    """The drafts that a round waits for.

    `redraft` is due but has no pairs yet. `draft` is the draft whose decks are built before this round. `drafting`
    means that deck building has not started. `until` is when the last player has finished building, or None.
    """

    redraft: RedraftDue | None
    draft: Draft | None
    drafting: bool
    until: datetime | None


def waits_for_redraft(division: Division, number: int) -> bool:
    """Return whether an announced redraft precedes this round and has no pairs yet."""
    is_limited = DECK_RULES[division.tournament.play_style].supplied_only
    redraft_due = redraft_of(division) if is_limited else None
    return redraft_due is not None and redraft_due.round == number and redraft_due.state == "due"


def awaited_draft(division: Division, number: int, now: datetime) -> AwaitedDraft | None:
    """Return the redraft or deck building before round `number`, or None. No query outside Limited."""
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return None
    redraft_due = redraft_of(division)
    rows = Draft.objects.filter(division=division).exclude(seats=[]).order_by("-number")
    round_draft = next((draft for draft in rows if round_of(draft) == number), None)
    unpaired_redraft = (
        redraft_due
        if redraft_due is not None and redraft_due.round == number and redraft_due.state == "due"
        else None
    )
    if round_draft is None:
        return AwaitedDraft(unpaired_redraft, None, drafting=False, until=None) if unpaired_redraft else None
    clocks = [clock.building for clock in clocks_of(round_draft)]
    ends = (clock.ends for clock in clocks if clock.runs(now) and clock.ends)
    has_started = bool(clocks) and all(clock.began for clock in clocks)
    return AwaitedDraft(
        unpaired_redraft, round_draft, drafting=not has_started, until=max(ends, default=None)
    )
