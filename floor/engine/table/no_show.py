"""Losses for empty seats, and when they are due, by edition (M-075)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Loss(StrEnum):
    GAME = "game"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Minutes:
    """Minutes of the round after which an empty seat costs a game, and after which it costs the match."""

    game: int
    match: int
    rule: str = "M-075"


MINUTES = {"2017": Minutes(5, 10), "2026": Minutes(5, 10)}
"""Minutes by edition. They are common practice, so the judge decides."""


@dataclass(frozen=True, slots=True)
class NoShowLossDue:
    """A loss for an empty seat, with the time from which a judge may give it."""

    loss: Loss
    at: datetime
    rule: str

    def is_due(self, now: datetime) -> bool:
        return now >= self.at


def no_show_losses_due(edition: str, best_of: int, started_at: datetime) -> tuple[NoShowLossDue, ...]:
    """List the losses due for an empty seat, in order.

    In a single game, there is only a Match Loss, due after the minutes that would cost a game.
    """
    minutes = MINUTES[edition]
    match_minutes = minutes.match if best_of > 1 else minutes.game
    losses = [NoShowLossDue(Loss.MATCH, started_at + timedelta(minutes=match_minutes), minutes.rule)]
    if best_of > 1:
        losses.insert(0, NoShowLossDue(Loss.GAME, started_at + timedelta(minutes=minutes.game), minutes.rule))
    return tuple(losses)
