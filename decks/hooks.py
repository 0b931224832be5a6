"""Hooks answered by rooms further right, which add their functions at startup."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from tournaments.models import Division, Entry


class ListRequest(Protocol):
    """Why a player must write the list again (R-036); `facts["reason"]` is the text."""

    @property
    def facts(self) -> dict[str, object]: ...


posted_rounds: list[Callable[[Division], dict[int, datetime]]] = []
"""When each posted round was posted, by its number."""

list_requests: list[Callable[[Entry], ListRequest | None]] = []
"""The open request to a player to write the list again."""
