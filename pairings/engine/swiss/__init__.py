"""Swiss pairing: the best pairing there is, drawn from a seed, with a proof that none is better.

    draw = pair(Field(ids, points, byes, met, rounds), seed=20260714)

How it works, in the order of the modules:

1. `state` sorts the field by match points and shuffles it within groups. Pairing neighbors gives the bound:
   the least sum of squared gaps that any pairing can have while rematches are ignored.
2. `swaps` removes rematches by exchanging players of equal points, which leaves every gap unchanged. If that
   succeeds (as it nearly always does in a large field), the pairing meets the bound and is proven.
3. Otherwise `matching` takes over: an exact minimum-cost matching in which only the groups in trouble (the
   core) keep their histories, while everyone else may meet anyone. Its optimum is a new bound. If swaps can seat
   the rest, the pairing meets that bound and is proven; if not, the groups still in trouble join the core. Where
   matches must be repeated, how often and how long ago two players met are digits of the cost.
4. `draw` returns the pairing with the facts that explain each pair-down and the bye.
"""

from pairings.engine.swiss.draw import pair_field
from pairings.engine.swiss.lone_player import pair_lone_player
from pairings.engine.swiss.values import Draw, Field, Options

__all__ = ["Draw", "Field", "Options", "pair_field", "pair_lone_player"]
