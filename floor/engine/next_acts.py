"""A player's acts in order, from the deck list to the result, and the current act."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from pairings.engine.player_status import PlayerStatus


class Act(StrEnum):
    """An act of the player: something to do or to wait for."""

    DECK_LIST = "deck_list"
    CHECK_IN = "check_in"
    DRAFT = "draft"
    POOL = "pool"
    BUILD = "build"
    SEAT = "seat"
    TABLE = "table"
    PLAY = "play"
    REPORT = "report"
    SLIP = "slip"
    CONFIRM = "confirm"
    JUDGE = "judge"
    NEXT_ROUND = "next_round"


class Follows(StrEnum):
    """The part of the event that follows the newest round.

    NEXT is another round of the cut. STANDINGS means that no round follows.
    """

    ROUND = "round"
    DAY_TWO = "day_two"
    CUT = "cut"
    NEXT = "next"
    STANDINGS = "standings"


class ListState(StrEnum):
    """State of a player's deck list.

    FAULTY means that it must be corrected, and CLOSED that lists are closed and the player did not submit one.
    """

    NONE = ""
    MISSING = "missing"
    FAULTY = "faulty"
    CLOSED = "closed"
    IN = "in"


class PoolState(StrEnum):
    """State of the pool in a Limited event. NONE means that it is not registered by hand."""

    NONE = ""
    OPEN = "open"
    IN = "in"


class Building(StrEnum):
    """State of the time to build a deck. NONE means that it has not begun."""

    NONE = ""
    RUNS = "runs"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ActFacts:
    """Facts about one player.

    `draft` is true if the player takes part in a draft whose round is not posted. `picks` is true if players pick
    cards in that draft and do not just open packs. `begun` is true if the clock of the round has started or something
    was recorded at the table. `decided` is true if the records at the table decide the match. `phones` is true if
    players report on their phones.
    """

    status: PlayerStatus
    checked_in: bool = True
    deck_list: ListState = ListState.NONE
    draft: bool = False
    picks: bool = False
    pool: PoolState = PoolState.NONE
    building: Building = Building.NONE
    begun: bool = False
    decided: bool = False
    phones: bool = True

    @property
    def list_acts(self) -> list[tuple[Act, bool]]:
        """The act for the deck list, paired with whether it is done. Empty if the event collects no lists."""
        if self.deck_list is ListState.NONE:
            return []
        return [(Act.DECK_LIST, self.deck_list is ListState.IN)]

    @property
    def draft_acts(self) -> list[tuple[Act, bool]]:
        """The acts of a draft, each paired with whether it is done.

        They are the draft, the pool, building, the deck list and the seat. A submitted list implies that the deck
        is built.
        """
        built = self.building is Building.OVER or self.deck_list is ListState.IN
        picked = built or self.building is Building.RUNS or self.pool is PoolState.IN
        picks = [(Act.DRAFT, picked)] if self.picks else []
        pool = [(Act.POOL, self.pool is PoolState.IN)] if self.pool is not PoolState.NONE else []
        return [*picks, *pool, (Act.BUILD, built), *self.list_acts, (Act.SEAT, False)]

    @property
    def round_acts(self) -> tuple[Act, ...]:
        """Acts from the table to the next round."""
        if not self.phones and self.status in (PlayerStatus.PLAYING, PlayerStatus.RESULT_IN):
            return (Act.TABLE, Act.PLAY, Act.SLIP, Act.NEXT_ROUND)
        last = Act.JUDGE if self.status is PlayerStatus.DISAGREE else Act.CONFIRM
        return (Act.TABLE, Act.PLAY, Act.REPORT, last, Act.NEXT_ROUND)


@dataclass(frozen=True, slots=True)
class ActLine:
    """Acts in order. Acts before `now` are done. `acts` is empty if nothing is left to do."""

    acts: tuple[Act, ...] = ()
    now: Act | None = None

    @classmethod
    def of(cls, acts: list[tuple[Act, bool]]) -> Self:
        """Build a line of acts from pairs of an act and whether it is done. Completed acts move to the front."""
        done = [act for act, is_done in acts if is_done]
        remaining = [act for act, is_done in acts if not is_done]
        return cls((*done, *remaining), next(iter(remaining), None))


AT_TABLE = {
    PlayerStatus.REPORTED: Act.CONFIRM,
    PlayerStatus.TO_CONFIRM: Act.CONFIRM,
    PlayerStatus.BOTH_REPORTED: Act.CONFIRM,
    PlayerStatus.DISAGREE: Act.JUDGE,
    PlayerStatus.RESULT_IN: Act.NEXT_ROUND,
}
IDLE_STATUSES = (
    PlayerStatus.BYE,
    PlayerStatus.MISSED,
    PlayerStatus.NOT_OUT,
    PlayerStatus.DAY_TWO_COMING,
    PlayerStatus.ON_DAY_TWO,
    PlayerStatus.CUT_COMING,
)
"""Statuses with nothing to do until the next pairings, except building a deck if a draft comes first."""


def line_of_acts(player: ActFacts) -> ActLine:
    """Return the acts of one player in order, with the current one; empty if nothing is left to do."""
    if player.status in (PlayerStatus.BEFORE, PlayerStatus.NOT_HERE):
        check_in = (Act.CHECK_IN, player.checked_in)
        if player.draft:
            # The player writes the list after the draft, with the cards in hand.
            return ActLine.of([check_in, *player.draft_acts])
        return ActLine.of([*player.list_acts, check_in, (Act.SEAT, False)])
    if player.status is PlayerStatus.DAY_TWO_CHECK_IN:
        return ActLine.of([(Act.CHECK_IN, False), (Act.NEXT_ROUND, False)])
    if player.status is PlayerStatus.PLAYING:
        if player.decided:
            return ActLine(player.round_acts, Act.REPORT if player.phones else Act.SLIP)
        return ActLine(player.round_acts, Act.PLAY if player.begun else Act.TABLE)
    if player.status in AT_TABLE:
        return ActLine(player.round_acts, AT_TABLE[player.status])
    if player.status in IDLE_STATUSES:
        return ActLine.of(player.draft_acts if player.draft else [(Act.NEXT_ROUND, False)])
    return ActLine()
