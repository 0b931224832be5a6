"""Where rooms to the right answer what this one asks. Each adds its function when the program starts."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from tournaments.models import Division, Entry


class ListRequest(Protocol):
    """Why a player has to write the list again (R-036): `facts["reason"]` says what of it."""

    @property
    def facts(self) -> dict[str, object]: ...


posted_rounds: list[Callable[[Division], dict[int, datetime]]] = []
"""When each round that players have seen was posted, by its number."""

list_requests: list[Callable[[Entry], ListRequest | None]] = []
"""The request to write the list again that stands for a player."""
