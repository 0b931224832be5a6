"""Pair a field of one player, which occurs if all others have awarded byes."""

from pairings.engine.swiss.draw_values import Draw, Field


def pair_lone_player(field: Field, *, seed: int) -> Draw:
    """Give a single player the bye. Raises ValueError for any other field."""
    (entry,), (points,), (byes,) = field.ids.tolist(), field.points.tolist(), field.byes.tolist()
    return Draw(
        pairs=(),
        bye=entry,
        seed=seed,
        gap_cost=0,
        bound=0,
        rematches=(),
        avoided=(),
        pair_downs=(),
        groups=((points, 1),),
        bye_group=points,
        bye_candidates=1,
        second_bye=bool(byes),
        proof="field",
        examined=(entry,),
    )
