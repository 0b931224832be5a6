"""What is allowed with cards and lists at a Limited event, and when: trading, changing, talking, counting."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from cards.engine.settings import choice
from decks.engine.legality.context import Problem
from decks.engine.refusals import DeckRefusal

BUILDING = timedelta(minutes=30)
"""Time to build a deck (R-055)."""

DAY = timedelta(days=1)

BEFORE_ROUND = re.compile(r"\bbefore (the )?(first round|round 1)\b")
BUILT = re.compile(r"\bafter (the )?deck[- ]building\b")
MINUTES = re.compile(r"\bminute (\d+)(?: of (\d+))?")
ALL_TAKEN = re.compile(r"\b(after (the )?last card|all (cards )?(are )?taken|between (the )?openings)\b")


@dataclass(frozen=True, slots=True)
class Redraft:
    """A Solomon redraft: the round it is for and whether it was announced before the event (R-095)."""

    round: int | None = None
    announced: bool = False
    subtype: str = "solomon"

    def opens(self, round_: int | None) -> bool:
        """Whether it unlocks the lists in this round."""
        at = round_ is None or self.round is None or self.round == round_
        return self.announced and self.subtype == "solomon" and at


@dataclass(frozen=True, slots=True)
class Change:
    """A requested change of a deck.

    `phase` in words ("deck building, minute 20 of 30", "before round 1"); "" once round 1 has started.
    """

    phase: str = ""
    round: int | None = None
    handed_in: bool = False
    by_staff: bool = False
    redraft: Redraft | None = None
    settings: dict[str, str] = field(default_factory=dict)


Verdict = Problem | None
"""None if allowed."""


def may_trade(*, before_end: bool) -> Verdict:
    """Whether cards may be traded (R-056)."""
    return Problem(DeckRefusal.TRADE_FORBIDDEN, "error", (), "R-056") if before_end else None


def may_change(change: Change) -> Verdict:
    """Whether a deck may change (R-032, R-055, R-057).

    Freely while building, by S5 once submitted, never after round 1 has started.
    """
    if change.redraft and change.redraft.opens(change.round):
        return None
    if not _is_before_round_1(change.phase.lower()):
        late = change.redraft is not None and not change.redraft.announced
        return Problem(DeckRefusal.DECK_LOCKED, "error", (), "R-057", {"redraft_not_announced": late})
    if not change.handed_in:
        return None
    rule = choice(change.settings, "S5")
    if rule == "free" or (rule == "staff" and change.by_staff):
        return None
    return Problem(DeckRefusal.DECK_LOCKED, "error", (), "R-032", {"by_staff": change.by_staff}, "S5")


def may_replace(damaged: str, by_card: str, *, same: Callable[[], bool] = lambda: True) -> Verdict:
    """Whether a damaged card may be replaced (R-016, R-032): another copy, of any number, does not change the deck."""
    if damaged.strip().casefold() == by_card.strip().casefold() and same():
        return None
    return Problem(DeckRefusal.DECK_LOCKED, "error", (), "R-032", {"damaged": damaged, "by_card": by_card})


def may_rearrange(when: str) -> Verdict:
    """Whether drafted cards may be rearranged: in Rochester, once all opened cards are taken (R-093)."""
    return (
        None
        if ALL_TAKEN.search(when.lower())
        else Problem(DeckRefusal.REARRANGE_TOO_EARLY, "error", (), "R-093")
    )


def may_swap(*, placed: bool) -> Verdict:
    """Whether a pick may be swapped: a card placed face down on the pile is final (R-092)."""
    return Problem(DeckRefusal.PICK_FINAL, "error", (), "R-092") if placed else None


def may_talk(*, cards_left: int, cooperative: bool = False) -> Verdict:
    """Whether players may talk (R-094, R-096).

    Not about picks before the stack is used up, unless cooperation was announced.
    """
    if cards_left <= 0 or cooperative:
        return None
    return Problem(DeckRefusal.NO_TALK_DURING_DRAFT, "error", (), "R-094", {"cards_left": cards_left})


def on_time(started: timedelta, handed_in: timedelta) -> bool:
    """Whether a list was submitted within building time, the last second included (R-055).

    Clock times of one day; building may cross midnight.
    """
    return (handed_in - started) % DAY <= BUILDING


def pool_complete(
    *, deck: int, supplied_energy: int, unused: int, pool: int, settings: dict[str, str] | None = None
) -> Verdict:
    """Check that (deck − supplied Energy) + unused = pool, if the event asks for unused cards (R-058, S4)."""
    if choice(settings or {}, "S4") != "deck_and_unused":
        return None
    missing = pool - (deck - supplied_energy) - unused
    if missing == 0 and 0 <= supplied_energy <= deck:
        return None
    return Problem(
        DeckRefusal.POOL_LIST_INCOMPLETE, "error", (), "R-058", {"pool": pool, "missing": missing}, "S4"
    )


def _is_before_round_1(phase: str) -> bool:
    """Whether the phase is before round 1, and not past the thirty minutes of building."""
    minute = MINUTES.search(phase)
    if minute is not None and int(minute[1]) > int(minute[2] or BUILDING.total_seconds() / 60):
        return False
    if BUILT.search(phase):
        return "round" not in phase or bool(BEFORE_ROUND.search(phase))
    return "building" in phase or bool(BEFORE_ROUND.search(phase))
