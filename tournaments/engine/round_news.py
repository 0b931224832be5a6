"""What a player's phone shows the moment a round is posted, before its page is updated."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RoundNews:
    """The newest posted round of each division of one event.

    `due`: a round is drawn and not posted yet, so pages poll more often. `seats`: for each player, by entry key, when
    the round was `posted` (milliseconds since 1970), its `number`, 0 in the cut, the `table`, 0 without one, and who
    sits `against`, as shown publicly, "" for a bye. Empty if the event is not public.
    """

    due: bool = False
    seats: Mapping[int, Mapping[str, int | str]] = field(default_factory=dict)
