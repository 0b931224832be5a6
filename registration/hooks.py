"""Extension points for rooms to the right, which register their functions at start-up."""

from collections.abc import Callable

from registration.models import Registration

state_changed: list[Callable[[Registration], object]] = []
"""Called in the transaction in which a registration was made or changed its state, such as to mail its player."""
