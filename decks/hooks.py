"""Hooks to which the apps that depend on `decks` add functions at startup."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.engine.code_labels import Facts
from decks.engine.building_clocks import Clock
from decks.models import Draft
from tournaments.models import Division, Entry


class ListRequest(Protocol):
    """A request that a player rewrite a list (R-036). `facts["reason"]`: the reason as text."""

    @property
    def facts(self) -> Facts: ...


posted_rounds: list[Callable[[Division], dict[int, datetime]]] = []
"""Functions that map the number of each posted round to the time it was posted."""

list_requests: list[Callable[[Entry], ListRequest | None]] = []
"""Functions that return the open request to a player to rewrite their list."""

building_clocks: list[Callable[[Draft, dict[int, datetime]], Collection[Clock]]] = []
"""Functions that return the building clocks, by pod, of a draft whose seats are drawn.

The second argument maps round numbers to the times they were posted.
"""

entries_picking: list[Callable[[Draft], Collection[int]]] = []
"""Functions that return the entries that are still picking, in drafts whose pools are filled from tapped picks."""


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One step of a player in a draft. `state`: "done", "now" or "to_come"."""

    text: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftLink:
    """A link from a player's other pages to their draft.

    - `url`: "" without a page to follow.
    - `pod`: 0 without pods.
    - `pair`: whether two players draft.
    - `about`: how this player's draft differs from that of the others, or "". `steps`: what the player does then.
    """

    url: str
    name: str
    on_paper: bool = False
    pod: int = 0
    seat: int = 0
    pair: bool = False
    about: str = ""
    steps: Sequence[DraftStep] = ()


draft_links: list[Callable[[Entry, str], DraftLink | None]] = []
"""Functions that return the link from a player's other pages to their draft, for `decks/lists/draft_link.html`.

The second argument is the token of the player's personal link.
"""
