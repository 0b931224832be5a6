"""Swiss pairing: the best pairing there is, drawn from a seed, with the proof that none is better.

    draw = pair(Field(ids, points, byes, met, rounds), seed=20260714)

How it works, in the order of the modules:

1. `state` sorts the field by match points and shuffles it inside the groups. Pairing neighbors gives the
   least sum of squared gaps any pairing can have while rematches are ignored: the bound.
2. `swaps` removes rematches by exchanging players of equal points, which leaves every gap as it is. When that
   succeeds (nearly always in a large field) the pairing meets the bound and is proven.
3. `matching` takes over where it does not: an exact minimum-cost matching in which only the groups in trouble
   (the core) keep their histories while everyone else may meet anyone. Its optimum is a new bound. If swaps
   can seat the rest, the pairing meets it and is proven; if not, the groups still in trouble join the core.
   Where a match must be repeated, how often and how long ago two met are digits of its costs.
4. `draw` tells what came out, with the facts that explain each pair-down and the bye.
"""

from pairings.engine.swiss.draw import pair
from pairings.engine.swiss.lone import lone
from pairings.engine.swiss.values import Draw, Field, Options

__all__ = ["Draw", "Field", "Options", "lone", "pair"]
