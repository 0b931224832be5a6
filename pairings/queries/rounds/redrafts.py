"""What a Limited round waits for: its redraft, and decks that are being built (R-055, R-095)."""

from dataclasses import dataclass
from datetime import datetime

from cards.engine.formats import DECK_RULES
from decks.models import Draft
from decks.queries.drafts import round_of
from drafts.queries.building import clocks_of
from drafts.queries.drafts import RedraftDue, redraft_of
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class Waiting:
    """`redraft`: the one due now, without pairs yet. `draft`: the one whose decks are built before this round.

    `drafting`: deck building has not begun. `until`: when the last deck building ends, None without one.
    """

    redraft: RedraftDue | None
    draft: Draft | None
    drafting: bool
    until: datetime | None


def waits_for(division: Division, number: int) -> bool:
    """Whether an announced redraft comes before this round and its pairs are missing."""
    due = redraft_of(division) if _limited(division) else None
    return due is not None and due.round == number and due.state == "due"


def waiting(division: Division, number: int, now: datetime) -> Waiting | None:
    """What round `number` waits for; None without a draft for it. No query outside Limited."""
    if not _limited(division):
        return None
    due = redraft_of(division)
    rows = Draft.objects.filter(division=division).exclude(seats=[]).order_by("-number")
    row = next((draft for draft in rows if round_of(draft) == number), None)
    redraft = due if due is not None and due.round == number and due.state == "due" else None
    if row is None:
        return Waiting(redraft, None, drafting=False, until=None) if redraft else None
    clocks = [clock.building for clock in clocks_of(row)]
    ends = (clock.ends for clock in clocks if clock.runs(now) and clock.ends)
    begun = bool(clocks) and all(clock.began for clock in clocks)
    return Waiting(redraft, row, drafting=not begun, until=max(ends, default=None))


def _limited(division: Division) -> bool:
    return DECK_RULES[division.tournament.play_style].supplied_only
