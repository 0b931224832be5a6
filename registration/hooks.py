"""Extension points for other rooms, which register their functions at start-up."""

from collections.abc import Callable, Collection

from registration.models import Registration
from tournaments.models import Tournament

state_changed: list[Callable[[Registration], object]] = []
"""Called in the transaction in which a registration was made or changed its state, such as to mail its player."""

without_list: list[Callable[[Tournament], Collection[int] | None]] = []
"""Return the keys of the entries that have not handed in a deck list, None where no lists are collected."""
