"""Where rooms to the right join in. Each adds its function when the program starts."""

from collections.abc import Callable, Mapping

from pairings.models import Round
from tournaments.models import Division, Tournament

desk_panels: dict[str, Callable[[Tournament, Division], Mapping[str, object] | None]] = {}
"""What the desk of a division shows of other rooms: a name in its template, and what makes it; None: nothing."""

print_documents: dict[str, str] = {}
"""Documents of the Print centre that other rooms make: by name the dotted path of a function that takes an order and
its event, and gives the sheets.
"""

round_moved: list[Callable[[Round], None]] = []
"""Called in the transaction that posted or closed a round, or corrected one that is closed, after its journal line."""


def moved(round_: Round) -> None:
    """Tell everybody who follows the rounds that this one changed."""
    for follow in round_moved:
        follow(round_)
