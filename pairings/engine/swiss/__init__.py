"""Swiss pairing: an optimal pairing drawn from a seed, with a proof that no pairing is better.

    draw = pair_field(Field(ids, points, byes, met, rounds), seed=20260714)

The algorithm, module by module:

1. `normalized_field` sorts the field by match points and shuffles it within groups. Pairing neighbors gives the bound:
   the minimum sum of squared gaps of any pairing if rematches are ignored.
2. `swaps` removes rematches by exchanging players of equal points, which leaves every gap unchanged. If this
   succeeds (nearly always in a large field), the pairing meets the bound and is proven optimal.
3. Otherwise, `matching` computes an exact minimum-cost matching that respects earlier meetings only in the
   groups with remaining rematches (the core). Its optimum is a new bound. If swaps can clear the rematches of
   all other groups, the pairing meets this bound and is proven optimal; if not, the groups with rematches join
   the core. If matches must be repeated, the number and age of earlier meetings are digits of the cost.
4. `draw` returns the pairing with the facts that explain each pair-down and the bye.
"""

from pairings.engine.swiss.draw import pair_field
from pairings.engine.swiss.draw_values import Draw, Field, Options
from pairings.engine.swiss.lone_player import pair_lone_player

__all__ = ["Draw", "Field", "Options", "pair_field", "pair_lone_player"]
