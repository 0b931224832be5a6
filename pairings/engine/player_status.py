"""The status of a player in the event: one for each message about what comes next."""

from dataclasses import dataclass
from enum import StrEnum


class PlayerStatus(StrEnum):
    """What a player waits for or has to do."""

    BEFORE = "before"
    NOT_HERE = "not_here"
    NOT_OUT = "not_out"
    DAY_TWO_COMING = "day_two_coming"
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
    """Facts of one player.

    `round`: "" before round 1, else "posted" or "closed" for the newest posted round; `cut`: it belongs to a bracket.
    `match`: "" without one in that round, else "bye", "missed", "open" or "decided". `lost`: that round eliminated
    them. `missed`: the stage that began without them, "day_two" or "cut", else "". `last`: no round follows for them,
    because they dropped, were eliminated or the last one is on. `phase`: what the division waits for ("pair",
    "results", "day_two", "swiss_over", "over"); `cut_planned`: a cut follows. `below_cut`: it takes them only if a
    player ahead of them drops.
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
    phase: str = "pair"
    cut_planned: bool = False
    below_cut: bool = False
    mine: bool = False
    theirs: bool = False
    dispute: bool = False


def where(at: PlayerFacts) -> PlayerStatus:
    """The status of one player; the first that applies."""
    if at.disqualified:
        return PlayerStatus.DISQUALIFIED
    if at.round == "posted" and at.match:
        return _at_table(at)
    is_over = at.phase == "over" or (at.phase == "swiss_over" and not at.cut_planned)
    if is_over:
        return PlayerStatus.OVER
    if at.left:
        return PlayerStatus.LEFT
    if not at.round:
        return PlayerStatus.BEFORE if at.checked_in else PlayerStatus.NOT_HERE
    return _between(at)


def _at_table(at: PlayerFacts) -> PlayerStatus:
    result = PlayerStatus.LAST_RESULT_IN if at.last or at.left else PlayerStatus.RESULT_IN
    settled = {"bye": PlayerStatus.BYE, "missed": PlayerStatus.MISSED, "decided": result}
    if at.match in settled:
        return settled[at.match]
    if at.dispute:
        return PlayerStatus.DISAGREE
    reported = {
        (True, True): PlayerStatus.BOTH_REPORTED,
        (True, False): PlayerStatus.REPORTED,
        (False, True): PlayerStatus.TO_CONFIRM,
    }
    return reported.get((at.mine, at.theirs), PlayerStatus.PLAYING)


def _between(at: PlayerFacts) -> PlayerStatus:
    """The status without a match in a posted round, or after a closed one."""
    if at.missed:
        return PlayerStatus.NOT_IN_CUT if at.missed == "cut" else PlayerStatus.NOT_ON_DAY_TWO
    if at.cut and (at.lost or not at.match):
        return PlayerStatus.OUT
    if at.round == "posted":
        return PlayerStatus.UNSEATED if at.checked_in else PlayerStatus.NOT_HERE
    if at.phase == "day_two":
        return PlayerStatus.DAY_TWO_COMING
    if at.phase == "swiss_over":
        return PlayerStatus.BELOW_CUT if at.below_cut else PlayerStatus.CUT_COMING
    return PlayerStatus.NOT_OUT
