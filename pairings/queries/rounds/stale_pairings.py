"""Whether an unposted round still follows from the results before it."""

from pairings.models import Round
from pairings.queries.rounds import fields, options, rows


def follows_old_results(round_: Round) -> bool:
    """Whether results were corrected since an unposted Swiss round was paired: its points are others now.

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
    return by_standing is not None and by_standing != _by_standing(round_)


def _by_standing(round_: Round) -> list[int]:
    ids = fields.round_field(round_.division, round_.number).field.ids
    now = options.for_draw(round_, ids, options.wishes_of(round_.division)).by_standing
    return list(now or ())
