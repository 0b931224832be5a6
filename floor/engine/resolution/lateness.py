"""The first criterion of an unresolved match: lateness or absence (8.2(1), 8.3(1), 9.2(1), 9.3(1))."""

from floor.engine.resolution.editions import rule_in_edition
from floor.engine.resolution.games import games_needed, stage_of_match
from floor.engine.resolution.match_state import (
    Ask,
    Decision,
    MatchState,
    Stage,
    TablePlayer,
    Tardy,
    Verdict,
    head_judge_verdict,
    require_known_fact,
    win_verdict,
)

CHOICES = ("as_on_time", "head_judge", "double_loss")


def decide_by_lateness(match: MatchState) -> Verdict | None:
    """Decide the match against the only player who was late or absent without permission.

    This requires that a judge learned of it in time. S3 decides if both were late or a judge learned of it too
    late. Returns None if the next criterion applies. Rules: R-124 and R-125 in Swiss, R-132 in elimination, M-062
    today; R-128 defines which absences count.
    """
    tardy = require_known_fact(match.tardy, Ask.TARDY)
    if tardy is Tardy.NOBODY:
        return None
    if stage_of_match(match) is Stage.ELIMINATION:
        rule_number = rule_in_edition(match, "R-132", "M-062")
    else:
        rule_number = rule_in_edition(match, "R-124" if games_needed(match) == 1 else "R-125", "M-062")
    if tardy in (Tardy.A, Tardy.B):
        late = TablePlayer.A if tardy is Tardy.A else TablePlayer.B
        return win_verdict(late.other, "LATE_LOSES", rule_number, late=late)

    # Setting S3 treats both as on time, leaves it to the head judge, or makes both lose.
    choice = match.settings.get("S3", CHOICES[0])
    prefix = "BOTH_LATE" if tardy is Tardy.BOTH else "LEARNED_TOO_LATE"
    if choice == "head_judge":
        return head_judge_verdict(f"{prefix}_JUDGE", rule_number)
    if choice == "double_loss":
        return Verdict(Decision.DOUBLE_LOSS, f"{prefix}_LOSS", rule_number)
    return None
