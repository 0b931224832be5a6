"""Who must not meet, or rather not, kept apart without anybody being able to read it from the draw.

A draw that knows nothing of such wishes and happens to keep them needs none of them to be drawn once more: its
inputs can be public. So seeds are tried one after the other, each following from the first; chance stays as fair as it
was, among the pairings that keep the wishes. Only where none of them comes out, in a field of few players or of
large teams, the wishes go into the draw, and its inputs stay with the staff.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pairings.engine.swiss.draw import pair as drawn
from pairings.engine.swiss.values import Draw, Field, Options, Pair

TRIES = 64
"""Seeds tried in a field of up to SMALL players; fewer in a larger one, so that nobody waits."""
SMALL = 256
TRIES_OF_LARGE = 16
SEED_BITS = 62


def pair(field: Field, *, seed: int, options: Options) -> tuple[Draw, Options]:
    """A round of least cost, and the options it can be drawn once more from with its own seed.

    Refused: those of `swiss.pair`.
    """
    if not options.forbidden and not options.avoid:
        return drawn(field, seed=seed, options=options), options
    free = replace(options, forbidden=(), avoid=())
    first = _checked(drawn(field, seed=seed, options=free), options)
    if first is not None and not first.avoided:
        return first, free
    best = drawn(field, seed=seed, options=options)
    for other in _seeds(seed, TRIES if len(field.ids) <= SMALL else TRIES_OF_LARGE):
        found = _checked(drawn(field, seed=other, options=free), options)
        if found is not None and _as_good(found, best):
            return found, free
    return best, options


def _seeds(seed: int, tries: int) -> Iterator[int]:
    yield seed
    rng = Random(f"apart {seed}")
    for _ in range(tries - 1):
        yield rng.getrandbits(SEED_BITS)


def _checked(draw: Draw, options: Options) -> Draw | None:
    """The draw with the pairs that rather should not meet, or None where somebody meets who must not."""
    forbidden, avoid = _keys(options.forbidden), _keys(options.avoid)
    if any(frozenset(two) in forbidden for two in draw.pairs):
        return None
    return replace(draw, avoided=tuple(two for two in draw.pairs if frozenset(two) in avoid))


def _keys(pairs: tuple[Pair, ...]) -> set[frozenset[int]]:
    return {frozenset(two) for two in pairs}


def _as_good(found: Draw, best: Draw) -> bool:
    """Whether a draw that happens to keep the wishes keeps as many of them; its cost is never higher."""
    return len(found.avoided) <= len(best.avoided)
