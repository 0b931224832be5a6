"""News of a posted round, which phones show before their pages are updated."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RoundNews:
    """The latest posted round of each division of one event. It has no seats if the event is not public.

    `due` is True if a round is paired but not posted yet, so that pages poll more often. `seats` maps entry
    keys to players' seats: when the round was `posted` (milliseconds since 1970), its `number` (0 in the
    cut), the `table` (0 without one), and the opponent's public name (`against`, or "" for a bye).
    """

    due: bool = False
    seats: Mapping[int, Mapping[str, int | str]] = field(default_factory=dict)
