"""Determine the status of a player in the event, which selects the message about the next step."""

from dataclasses import dataclass
from enum import StrEnum


class PlayerStatus(StrEnum):
    """Status of a player, from which the message about the next step follows.

    NOT_HERE: not checked in. NOT_OUT: the next pairings are not posted yet. UNSEATED: checked in, but
    without a match in the posted round. DAY_TWO_CHECK_IN: qualified for day 2, which has no posted round, and not
    checked in for it. ON_DAY_TWO: the same, and checked in. TO_CONFIRM: only the opponent has reported. OUT:
    eliminated. LEFT: dropped.
    """

    BEFORE = "before"
    NOT_HERE = "not_here"
    NOT_OUT = "not_out"
    DAY_TWO_COMING = "day_two_coming"
    DAY_TWO_CHECK_IN = "day_two_check_in"
    ON_DAY_TWO = "on_day_two"
    CUT_COMING = "cut_coming"
    BELOW_CUT = "below_cut"
    BYE = "bye"
    MISSED = "missed"
    UNSEATED = "unseated"
    PLAYING = "playing"
    REPORTED = "reported"
    TO_CONFIRM = "to_confirm"
    BOTH_REPORTED = "both_reported"
    DISAGREE = "disagree"
    RESULT_IN = "result_in"
    LAST_RESULT_IN = "last_result_in"
    NOT_ON_DAY_TWO = "not_on_day_two"
    NOT_IN_CUT = "not_in_cut"
    OUT = "out"
    LEFT = "left"
    DISQUALIFIED = "disqualified"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """Facts about one player.

    `left` means that the player dropped. `round` is the state of the latest posted round, "posted" or
    "closed", or "" before round 1; `cut` is True if the round belongs to a bracket. `match` is the state of the
    player's match in this round: "bye", "missed", "open", "decided" or "" without a match. `mine` and `theirs`
    mean that the player and the opponent have reported a result, `dispute` that a dispute is open. `lost` means
    that this round eliminated the player. `missed` is the stage that started without the player, "day_two",
    "cut" or "". `last` means that the player has no further round, as they dropped or were eliminated, or no
    round follows. `phase` is the next step of the division ("pair", "results", "day_two", "swiss_over",
    "over"); `cut_planned` is True if a cut follows. `below_cut` means that the player only makes the cut if a
    player above drops.
    """

    checked_in: bool = True
    left: bool = False
    disqualified: bool = False
    round: str = ""
    cut: bool = False
    match: str = ""
    lost: bool = False
    last: bool = False
    missed: str = ""
    day_two: str = ""
    phase: str = "pair"
    cut_planned: bool = False
    below_cut: bool = False
    mine: bool = False
    theirs: bool = False
    dispute: bool = False


def determine_player_status(facts: PlayerFacts) -> PlayerStatus:
    """Return the status of a player, the first one that applies."""
    if facts.disqualified:
        return PlayerStatus.DISQUALIFIED
    if facts.round == "posted" and facts.match:
        return _status_with_match(facts)
    is_over = facts.phase == "over" or (facts.phase == "swiss_over" and not facts.cut_planned)
    if is_over:
        return PlayerStatus.OVER
    if facts.left:
        return PlayerStatus.LEFT
    if not facts.round:
        return PlayerStatus.BEFORE if facts.checked_in else PlayerStatus.NOT_HERE
    return _status_between_rounds(facts)


def _status_with_match(facts: PlayerFacts) -> PlayerStatus:
    """Return the status of a player with a match, bye or missed round in the posted round."""
    result = PlayerStatus.LAST_RESULT_IN if facts.last or facts.left else PlayerStatus.RESULT_IN
    status_by_match = {"bye": PlayerStatus.BYE, "missed": PlayerStatus.MISSED, "decided": result}
    if facts.match in status_by_match:
        return status_by_match[facts.match]
    if facts.dispute:
        return PlayerStatus.DISAGREE
    status_by_reports = {
        (True, True): PlayerStatus.BOTH_REPORTED,
        (True, False): PlayerStatus.REPORTED,
        (False, True): PlayerStatus.TO_CONFIRM,
    }
    return status_by_reports.get((facts.mine, facts.theirs), PlayerStatus.PLAYING)


def _status_between_rounds(facts: PlayerFacts) -> PlayerStatus:
    """Return the status of a player without a match in a posted round, or after a closed round."""
    if facts.missed:
        return PlayerStatus.NOT_IN_CUT if facts.missed == "cut" else PlayerStatus.NOT_ON_DAY_TWO
    if facts.day_two:
        return PlayerStatus.ON_DAY_TWO if facts.day_two == "here" else PlayerStatus.DAY_TWO_CHECK_IN
    if facts.cut and (facts.lost or not facts.match):
        return PlayerStatus.OUT
    if facts.round == "posted":
        return PlayerStatus.UNSEATED if facts.checked_in else PlayerStatus.NOT_HERE
    if facts.phase == "day_two":
        return PlayerStatus.DAY_TWO_COMING
    if facts.phase == "swiss_over":
        return PlayerStatus.BELOW_CUT if facts.below_cut else PlayerStatus.CUT_COMING
    return PlayerStatus.NOT_OUT
