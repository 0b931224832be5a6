"""Hooks answered by rooms further right, which add their functions at startup."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Protocol

from decks.engine.building import Clock
from decks.models import Draft
from tournaments.models import Division, Entry


class ListRequest(Protocol):
    """Why a player must write the list again (R-036); `facts["reason"]` is the text."""

    @property
    def facts(self) -> dict[str, object]: ...


posted_rounds: list[Callable[[Division], dict[int, datetime]]] = []
"""When each posted round was posted, by its number."""

list_requests: list[Callable[[Entry], ListRequest | None]] = []
"""The open request to a player to write the list again."""

building_clocks: list[Callable[[Draft, dict[int, datetime]], Collection[Clock]]] = []
"""The building clocks of a draft whose seats are drawn, by pod; the second argument: when each round was posted."""

picked_on: list[Callable[[Draft], Collection[int]]] = []
"""The entries still picking in a draft whose pools fill themselves."""

draft_links: list[Callable[[Entry, str], dict[str, Any] | None]] = []
"""The link from the player's other pages to their draft, for `decks/lists/draft_link.html`; the second argument: the
token of their personal link.
"""
