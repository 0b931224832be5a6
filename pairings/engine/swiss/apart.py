"""Keep players apart (families, teams, forbidden pairs) without revealing it in the public inputs of the draw.

A draw without these options that happens to satisfy them can be replayed without them, so its inputs can be public. So
seeds are tried one after the other, each following from the first; chance stays as fair as before, among the pairings
that satisfy the options. Only where no seed works, in a field of few players or of large teams, the options go into the
draw, and its inputs are for staff only.
"""

from dataclasses import replace
from random import Random

from pairings.engine.swiss.draw import pair as drawn
from pairings.engine.swiss.values import Draw, Field, Options

TRIES = 64
"""Seeds tried in a field of up to SMALL players; fewer in a larger one, to limit the time."""
SMALL = 256
TRIES_OF_LARGE = 16
SEED_BITS = 62


def pair(field: Field, *, seed: int, options: Options) -> tuple[Draw, Options]:
    """A round of least cost, and the options that replay it with its own seed.

    Refused: as `swiss.pair`.
    """
    if not options.forbidden and not options.avoid:
        return drawn(field, seed=seed, options=options), options
    free = replace(options, forbidden=(), avoid=())
    first = _checked(drawn(field, seed=seed, options=free), options)
    if first is not None and not first.avoided:
        return first, free
    best = drawn(field, seed=seed, options=options)
    rng = Random(f"apart {seed}")
    for turn in range(TRIES if len(field.ids) <= SMALL else TRIES_OF_LARGE):
        other = seed if turn == 0 else rng.getrandbits(SEED_BITS)
        free_draw = _checked(drawn(field, seed=other, options=free), options)
        # Whether a draw without the options has no more avoidable pairs; its cost is never higher
        if free_draw is not None and len(free_draw.avoided) <= len(best.avoided):
            return free_draw, free
    return best, options


def _checked(draw: Draw, options: Options) -> Draw | None:
    """The draw with its avoidable pairs, or None where a forbidden pair meets."""
    forbidden = {frozenset(two) for two in options.forbidden}
    avoid = {frozenset(two) for two in options.avoid}
    if any(frozenset(two) in forbidden for two in draw.pairs):
        return None
    return replace(draw, avoided=tuple(two for two in draw.pairs if frozenset(two) in avoid))
