"""Extension points for other apps, which register their functions at start-up."""

from collections.abc import Callable, Collection

from registration.models import Registration
from tournaments.models import Tournament

state_changed: list[Callable[[Registration], object]] = []
"""Called in the transaction that creates a registration or changes its state, for example to send an email."""

without_list: list[Callable[[Tournament], Collection[int] | None]] = []
"""Functions that return the keys of entries without a submitted deck list, or None if the event collects no lists."""
