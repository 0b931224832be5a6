"""Whether an unposted round still matches the results before it and the players of the event."""

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.rounds import fields, options, rows


def follows_old_results(round_: Round) -> bool:
    """Whether results were corrected since an unposted Swiss round was paired, so that its points are outdated.

    Two queries; a round paired by standings costs those of the standings too.
    """
    inputs = round_.draw.get("inputs")
    if not inputs or round_.state != Round.State.UNPOSTED:
        return False
    scores = rows.scores_before(round_)
    drawn = {entry: points for points, entries in inputs["by_points"] for entry in entries}
    if any(scores.get(entry, rows.NO_SCORE)[0] != points for entry, points in drawn.items()):
        return True
    by_standing = inputs["options"]["by_standing"]
    if by_standing is None:
        return False
    ids = fields.round_field(round_.division, round_.number).field.ids
    now = options.for_draw(round_, ids, options.wishes_of(round_.division)).by_standing
    return by_standing != list(now or ())


def require_fresh(round_: Round) -> None:
    """Refused: PAIRINGS_ARE_STALE, PAIRINGS_FOLLOW_OLD_RESULTS where an unposted round is out of date."""
    if not fields.follows_people(round_):
        return
    came, left = list(fields.unseated(round_)), list(fields.no_longer_playing(round_))
    if came or left:
        raise Refused(
            PairingRefusal.PAIRINGS_ARE_STALE,
            round=round_.number,
            came=", ".join(str(entry) for entry in came[:4]) or "–",
            left=", ".join(str(entry) for entry in left[:4]) or "–",
            changed=len(came) + len(left),
        )
    if follows_old_results(round_):
        raise Refused(PairingRefusal.PAIRINGS_FOLLOW_OLD_RESULTS, **round_facts(round_))
