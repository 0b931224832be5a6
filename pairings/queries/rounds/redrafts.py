"""Redrafts and deck building that Limited rounds wait for (R-055, R-095)."""

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
    """What a round waits for.

    `redraft` is due but has no pairs yet; `draft` is the one whose decks are built before this round.
    `drafting` means deck building has not started. `until` is when the last deck building ends, None without
    one.
    """

    redraft: RedraftDue | None
    draft: Draft | None
    drafting: bool
    until: datetime | None


def waits_for_redraft(division: Division, number: int) -> bool:
    """Whether an announced redraft comes before this round and its pairs are missing."""
    is_limited = DECK_RULES[division.tournament.play_style].supplied_only
    redraft_due = redraft_of(division) if is_limited else None
    return redraft_due is not None and redraft_due.round == number and redraft_due.state == "due"


def awaited_draft(division: Division, number: int, now: datetime) -> AwaitedDraft | None:
    """Return the redraft or deck building before round `number`, None without one. No query outside Limited."""
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
