"""A player's next acts, from deck list to result: the acts of this moment in order, and the current one."""

from dataclasses import dataclass
from enum import StrEnum

from pairings.engine.player_status import PlayerStatus


class Act(StrEnum):
    """One thing to do, or to wait for."""

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
    """What comes after the newest round. `NEXT`: another round of the cut, `STANDINGS`: no round."""

    ROUND = "round"
    DAY_TWO = "day_two"
    CUT = "cut"
    NEXT = "next"
    STANDINGS = "standings"


class ListState(StrEnum):
    """State of a player's deck list. `CLOSED`: none was submitted, and lists are closed."""

    NONE = ""
    MISSING = "missing"
    FAULTY = "faulty"
    CLOSED = "closed"
    IN = "in"


class PoolState(StrEnum):
    """State of the pool in a Limited event. `NONE`: it is not registered by hand."""

    NONE = ""
    OPEN = "open"
    IN = "in"


class Building(StrEnum):
    """The time to build a deck. `NONE`: not begun."""

    NONE = ""
    RUNS = "runs"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ActFacts:
    """Facts of one player.

    `draft`: they have a seat in a draft whose round is not posted; `picks`: its cards are picked, not only
    opened. `begun`: the clock of the round has started, or something was marked at the table. `decided`: the
    marks decide the match. `phones`: players report here.
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


@dataclass(frozen=True, slots=True)
class ActLine:
    """Acts in order; those before `now` are done. `acts` is empty if nothing is left to do."""

    acts: tuple[Act, ...] = ()
    now: Act | None = None


AT_TABLE = {
    PlayerStatus.REPORTED: Act.CONFIRM,
    PlayerStatus.TO_CONFIRM: Act.CONFIRM,
    PlayerStatus.BOTH_REPORTED: Act.CONFIRM,
    PlayerStatus.DISAGREE: Act.JUDGE,
    PlayerStatus.RESULT_IN: Act.NEXT_ROUND,
}
BETWEEN = (
    PlayerStatus.BYE,
    PlayerStatus.MISSED,
    PlayerStatus.NOT_OUT,
    PlayerStatus.DAY_TWO_COMING,
    PlayerStatus.CUT_COMING,
)
"""Nothing to do until the next pairings, except building a deck if a draft precedes them."""


def acts_of(at: ActFacts) -> ActLine:
    """Build the line of acts of one player."""
    if at.status in (PlayerStatus.BEFORE, PlayerStatus.NOT_HERE):
        # Each act and whether it is done. With a draft, the list is written once the cards are there.
        present = (Act.CHECK_IN, at.checked_in)
        before_round_1 = [present, *_from_draft(at)] if at.draft else [*_list(at), present, (Act.SEAT, False)]
        return _first_open(before_round_1)
    if at.status is PlayerStatus.PLAYING:
        if at.decided:
            return ActLine(_round(at), Act.REPORT if at.phones else Act.SLIP)
        return ActLine(_round(at), Act.PLAY if at.begun else Act.TABLE)
    if at.status in AT_TABLE:
        return ActLine(_round(at), AT_TABLE[at.status])
    if at.status in BETWEEN:
        return _first_open(_from_draft(at) if at.draft else [(Act.NEXT_ROUND, False)])
    return ActLine()


def _from_draft(at: ActFacts) -> list[tuple[Act, bool]]:
    """Draft, pool, build, list, seat. A submitted list implies a built deck."""
    built = at.building is Building.OVER or at.deck_list is ListState.IN
    picked = built or at.building is Building.RUNS or at.pool is PoolState.IN
    picks = [(Act.DRAFT, picked)] if at.picks else []
    pool = [(Act.POOL, at.pool is PoolState.IN)] if at.pool is not PoolState.NONE else []
    return [*picks, *pool, (Act.BUILD, built), *_list(at), (Act.SEAT, False)]


def _list(at: ActFacts) -> list[tuple[Act, bool]]:
    if at.deck_list is ListState.NONE:
        return []
    return [(Act.DECK_LIST, at.deck_list is ListState.IN)]


def _round(at: ActFacts) -> tuple[Act, ...]:
    if not at.phones and at.status in (PlayerStatus.PLAYING, PlayerStatus.RESULT_IN):
        return (Act.TABLE, Act.PLAY, Act.SLIP, Act.NEXT_ROUND)
    last = Act.JUDGE if at.status is PlayerStatus.DISAGREE else Act.CONFIRM
    return (Act.TABLE, Act.PLAY, Act.REPORT, last, Act.NEXT_ROUND)


def _first_open(acts: list[tuple[Act, bool]]) -> ActLine:
    """Move the acts done to the front, so that all before `now` are done."""
    done, open_ = [act for act, is_done in acts if is_done], [act for act, is_done in acts if not is_done]
    return ActLine((*done, *open_), next(iter(open_), None))
