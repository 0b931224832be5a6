"""The first criterion of an unresolved match: lateness or absence (8.2(1), 8.3(1), 9.2(1), 9.3(1))."""

from floor.engine.resolution.editions import rule
from floor.engine.resolution.games import games_needed, stage
from floor.engine.resolution.values import (
    Ask,
    Decision,
    MatchState,
    Player,
    Stage,
    Tardy,
    Verdict,
    head_judge,
    required,
    wins,
)

CHOICES = ("as_on_time", "head_judge", "double_loss")


def lateness(match: MatchState) -> Verdict | None:
    """Exactly one player late or absent without permission, known to a judge before the end, loses.

    R-124 and R-125 in Swiss, R-132 in elimination, R-128 for what counts; M-062 today. None: the next criterion
    applies. Both late, or known too late: S3.
    """
    tardy = required(match.tardy, Ask.TARDY)
    if tardy is Tardy.A:
        return _loses(match, Player.A)
    if tardy is Tardy.B:
        return _loses(match, Player.B)
    return None if tardy is Tardy.NOBODY else _open_point(match, tardy)


def _loses(match: MatchState, late: Player) -> Verdict:
    return wins(late.other, "LATE_LOSES", _rule(match), late=late)


def _open_point(match: MatchState, tardy: Tardy) -> Verdict | None:
    """S3: as if nobody was late, or the head judge decides, or both lose."""
    choice = match.settings.get("S3", CHOICES[0])
    suffix = "BOTH_LATE" if tardy is Tardy.BOTH else "LEARNED_TOO_LATE"
    if choice == "head_judge":
        return head_judge(f"{suffix}_JUDGE", _rule(match))
    if choice == "double_loss":
        return Verdict(Decision.DOUBLE_LOSS, f"{suffix}_LOSS", _rule(match))
    return None


def _rule(match: MatchState) -> str:
    if stage(match) is Stage.ELIMINATION:
        return rule(match, "R-132", "M-062")
    return rule(match, "R-124" if games_needed(match) == 1 else "R-125", "M-062")
