"""Where a player stands in the event: one state for each sentence that tells them what comes next."""

from dataclasses import dataclass
from enum import StrEnum


class Where(StrEnum):
    """What a player waits for or has to do."""

    BEFORE = "before"
    NOT_HERE = "not_here"
    NOT_OUT = "not_out"
    CUT_COMING = "cut_coming"
    BYE = "bye"
    MISSED = "missed"
    UNSEATED = "unseated"
    PLAYING = "playing"
    TOLD = "told"
    ASKED = "asked"
    BOTH_TOLD = "both_told"
    DISAGREE = "disagree"
    RESULT_IN = "result_in"
    NOT_ON_DAY_TWO = "not_on_day_two"
    NOT_IN_CUT = "not_in_cut"
    OUT = "out"
    LEFT = "left"
    DISQUALIFIED = "disqualified"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Situation:
    """Facts of one player.

    `round`: "" before round 1, else "posted" or "closed" for the newest round shown; `cut`: it belongs to a bracket.
    `match`: "" without one in that round, else "bye", "missed", "open" or "told". `lost`: that round sent them out.
    `missed`: what began without them, "day_two" or "cut", else "".
    `phase`: what the division waits for ("pair", "results", "swiss_over", "over"); `cut_planned`: a cut follows.
    """

    checked_in: bool = True
    left: bool = False
    disqualified: bool = False
    round: str = ""
    cut: bool = False
    match: str = ""
    lost: bool = False
    missed: str = ""
    phase: str = "pair"
    cut_planned: bool = False
    mine: bool = False
    theirs: bool = False
    dispute: bool = False


def where(at: Situation) -> Where:
    """The state of one player; the first that holds counts."""
    if at.disqualified:
        return Where.DISQUALIFIED
    if at.round == "posted" and at.match:
        return _at_table(at)
    if _is_over(at):
        return Where.OVER
    if at.left:
        return Where.LEFT
    if not at.round:
        return Where.BEFORE if at.checked_in else Where.NOT_HERE
    return _between(at)


def _is_over(at: Situation) -> bool:
    return at.phase == "over" or (at.phase == "swiss_over" and not at.cut_planned)


def _at_table(at: Situation) -> Where:
    settled = {"bye": Where.BYE, "missed": Where.MISSED, "told": Where.RESULT_IN}
    if at.match in settled:
        return settled[at.match]
    if at.dispute:
        return Where.DISAGREE
    said = {(True, True): Where.BOTH_TOLD, (True, False): Where.TOLD, (False, True): Where.ASKED}
    return said.get((at.mine, at.theirs), Where.PLAYING)


def _between(at: Situation) -> Where:
    """Without a match in a round that is posted, or after one that is closed."""
    if at.missed:
        return Where.NOT_IN_CUT if at.missed == "cut" else Where.NOT_ON_DAY_TWO
    if at.cut and (at.lost or not at.match):
        return Where.OUT
    if at.round == "posted":
        return Where.UNSEATED if at.checked_in else Where.NOT_HERE
    if at.phase == "swiss_over":
        return Where.CUT_COMING
    return Where.NOT_OUT
