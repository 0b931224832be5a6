"""Rules on when players at a Limited event may trade cards, change decks and talk, and on counting their pools."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from cards.engine.rule_settings import choice_of_setting
from decks.engine.legality.context import Problem
from decks.engine.refusals import DeckRefusal

BUILDING = timedelta(minutes=30)
"""Length of the building time in minutes (R-055)."""

DAY = timedelta(days=1)

# Patterns for the descriptions of an event's phase in cases.
BEFORE_ROUND = re.compile(r"\bbefore (the )?(first round|round 1)\b")
BUILT = re.compile(r"\bafter (the )?deck[- ]building\b")
MINUTES = re.compile(r"\bminute (\d+)(?: of (\d+))?")
ALL_TAKEN = re.compile(r"\b(after (the )?last card|all (cards )?(are )?taken|between (the )?openings)\b")


@dataclass(frozen=True, slots=True)
class Redraft:
    """A redraft: the round it is for, and whether it was announced before the event (R-095).

    `round` is None if the redraft is for any round. Only the subtype "solomon" is a Solomon redraft.
    """

    round: int | None = None
    announced: bool = False
    subtype: str = "solomon"

    def unlocks_lists(self, round_: int | None) -> bool:
        """Return whether lists may change again for this round, because of an announced Solomon redraft.

        If `round_` is None, the round of the redraft does not matter.
        """
        in_round = round_ is None or self.round is None or self.round == round_
        return self.announced and self.subtype == "solomon" and in_round


@dataclass(frozen=True, slots=True)
class DeckChange:
    """A requested change of a deck.

    `phase`: a description such as "deck building, minute 20 of 30" or "before round 1"; "" once round 1 has started.
    """

    phase: str = ""
    round: int | None = None
    handed_in: bool = False
    by_staff: bool = False
    redraft: Redraft | None = None
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def is_before_round_1(self) -> bool:
        """Whether the phase is before round 1 and within the time for deck building.

        The phase may state this time ("minute 20 of 40"); otherwise it is thirty minutes.
        """
        phase = self.phase.lower()
        minute = MINUTES.search(phase)
        if minute is not None and int(minute[1]) > int(minute[2] or BUILDING.total_seconds() / 60):
            return False
        if BUILT.search(phase):
            return "round" not in phase or bool(BEFORE_ROUND.search(phase))
        return "building" in phase or bool(BEFORE_ROUND.search(phase))


Verdict = Problem | None
"""The reason why an action is not allowed; None if it is."""


def trade_problem(*, before_end: bool) -> Verdict:
    """Return why cards may not be traded, or None if they may (R-056).

    `before_end`: whether the event has not ended yet.
    """
    return Problem(DeckRefusal.TRADE_FORBIDDEN, "error", (), "R-056") if before_end else None


def deck_change_problem(change: DeckChange) -> Verdict:
    """Return why a deck may not be changed, or None if it may (R-032, R-055, R-057).

    For an announced Solomon redraft, changes are allowed. Otherwise, before round 1 and within the time for deck
    building, players may change an unsubmitted deck freely, and S5 decides for a submitted one. Later, no change
    is allowed.
    """
    if change.redraft and change.redraft.unlocks_lists(change.round):
        return None
    if not change.is_before_round_1:
        is_unannounced = change.redraft is not None and not change.redraft.announced
        return Problem(
            DeckRefusal.DECK_LOCKED, "error", (), "R-057", {"redraft_not_announced": is_unannounced}
        )
    if not change.handed_in:
        return None
    rule = choice_of_setting(change.settings, "S5")
    if rule == "free" or (rule == "staff" and change.by_staff):
        return None
    return Problem(DeckRefusal.DECK_LOCKED, "error", (), "R-032", {"by_staff": change.by_staff}, "S5")


def replacement_problem(damaged: str, by_card: str, *, same: Callable[[], bool] = lambda: True) -> Verdict:
    """Return why a damaged card may not be replaced, or None if it may (R-016, R-032).

    It may only be replaced by another copy of the same card, of any printing. `same` is called only if both
    names are equal, and returns whether they mean the same card.
    """
    if damaged.strip().casefold() == by_card.strip().casefold() and same():
        return None
    return Problem(DeckRefusal.DECK_LOCKED, "error", (), "R-032", {"damaged": damaged, "by_card": by_card})


def rearrangement_problem(when: str) -> Verdict:
    """Return why drafted cards may not be rearranged yet, or None if they may (R-093).

    `when` describes the current stage of the draft. Cards may be rearranged once all opened cards are taken.
    """
    return (
        None
        if ALL_TAKEN.search(when.lower())
        else Problem(DeckRefusal.REARRANGE_TOO_EARLY, "error", (), "R-093")
    )


def pick_swap_problem(*, placed: bool) -> Verdict:
    """Return why a pick may not be swapped, or None if it may. A card placed face down on the pile is final (R-092)."""
    return Problem(DeckRefusal.PICK_FINAL, "error", (), "R-092") if placed else None


def talk_about_picks_problem(*, cards_left: int, cooperative: bool = False) -> Verdict:
    """Return why players may not talk about picks, or None if they may (R-094, R-096).

    They may talk after the last card, or if cooperation was announced.
    """
    if cards_left <= 0 or cooperative:
        return None
    return Problem(DeckRefusal.NO_TALK_DURING_DRAFT, "error", (), "R-094", {"cards_left": cards_left})


def is_within_building_time(started: timedelta, handed_in: timedelta) -> bool:
    """Return whether a list was submitted within building time, including its last second (R-055).

    Both are times of day; the building time may cross midnight.
    """
    return (handed_in - started) % DAY <= BUILDING


def pool_list_problem(
    *, deck: int, supplied_energy: int, unused: int, pool: int, settings: dict[str, str] | None = None
) -> Verdict:
    """Return a problem unless (deck − supplied Energy) + unused = pool, with 0 ≤ supplied Energy ≤ deck.

    Return None if the event does not require unused cards (R-058, S4).
    """
    if choice_of_setting(settings or {}, "S4") != "deck_and_unused":
        return None
    missing = pool - (deck - supplied_energy) - unused
    if missing == 0 and 0 <= supplied_energy <= deck:
        return None
    return Problem(
        DeckRefusal.POOL_LIST_INCOMPLETE, "error", (), "R-058", {"pool": pool, "missing": missing}, "S4"
    )
