"""Keep players apart without revealing them in the public inputs of a draw.

This is for families, teams and forbidden pairs. If a draw made without these options happens to satisfy them,
it can be replayed without them, so its inputs can be public. Therefore, seeds derived from the first one are
tried in turn. The result is still a fair random choice among the pairings that satisfy the options. If no
seed works, as in a small field or with large teams, the draw uses the options, and only staff may see its
inputs.
"""

from dataclasses import replace
from random import Random

from pairings.engine.swiss.draw import pair_field as drawn
from pairings.engine.swiss.draw_values import Draw, Field, Options

Meeting = frozenset[int]
"""The entries of two players who meet."""

MAX_SEEDS_TRIED = 64
"""Number of seeds tried in a field of up to SMALL players. Larger fields use fewer, to limit the time."""
SMALL_FIELD = 256
MAX_SEEDS_IN_LARGE_FIELD = 16
MAX_AVOIDED_TO_TRY = 12
"""The most avoidable pairs of the first draw, beyond the minimum, with which other seeds are tried.

With more of them, as in a field of a few countries, no seed satisfies the options.
"""
SEED_BITS = 62


def pair_apart(field: Field, *, seed: int, options: Options) -> tuple[Draw, Options]:
    """Draw a round that separates the pairs of `options`; return it with the options needed to replay it.

    If possible, these are options without the pairs, and a seed that happens to separate them. The cost is
    the minimum in either case. Refused: whatever `swiss.pair_field` refuses.
    """
    if not options.forbidden and not options.avoid:
        return drawn(field, seed=seed, options=options), options
    open_options = replace(options, forbidden=(), avoid=())
    forbidden = {frozenset(players) for players in options.forbidden}
    avoid = {frozenset(players) for players in options.avoid}
    first_draw = _with_avoidable_pairs(drawn(field, seed=seed, options=open_options), forbidden, avoid)
    if first_draw is not None and not first_draw.avoided:
        return first_draw, open_options
    constrained_draw = drawn(field, seed=seed, options=options)
    most_avoided = len(constrained_draw.avoided) + MAX_AVOIDED_TO_TRY
    if first_draw is not None and len(first_draw.avoided) > most_avoided:
        return constrained_draw, options
    rng = Random(f"apart {seed}")
    for attempt in range(MAX_SEEDS_TRIED if len(field.ids) <= SMALL_FIELD else MAX_SEEDS_IN_LARGE_FIELD):
        other_seed = seed if attempt == 0 else rng.getrandbits(SEED_BITS)
        open_draw = _with_avoidable_pairs(
            drawn(field, seed=other_seed, options=open_options), forbidden, avoid
        )
        # Dropping options never raises the cost, so only the number of avoidable pairs matters.
        if open_draw is not None and len(open_draw.avoided) <= len(constrained_draw.avoided):
            return open_draw, open_options
    return constrained_draw, options


def _with_avoidable_pairs(draw: Draw, forbidden: set[Meeting], avoid: set[Meeting]) -> Draw | None:
    """Return a draw with the list of its pairs that should have been avoided.

    Return None if a forbidden pair meets.
    """
    if any(frozenset(players) in forbidden for players in draw.pairs):
        return None
    return replace(draw, avoided=tuple(players for players in draw.pairs if frozenset(players) in avoid))
