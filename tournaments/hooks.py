"""Extension points for rooms further right, which register their functions at start-up."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from datetime import datetime
from typing import Any

from tournaments.engine.round_news import RoundNews
from tournaments.models import Entry, Tournament, User

event_changed: list[Callable[[Tournament, Container[str], User | None], None]] = []
"""Called in the transaction of a change of settings, after its journal line, with the names of the changed settings and
who changed them, None for an undo.
"""

entry_changed: list[Callable[[Entry, Container[str]], None]] = []
"""Called in the transaction of a change of an entry, with the names of its changed fields."""

entries_made: list[Callable[[Tournament], object]] = []
"""Called in the transaction that saved new entries of an event, whatever their source."""

event_restored: list[Callable[[Tournament], object]] = []
"""Called in the transaction that restored an event from a snapshot, after all its rows."""

entry_removed: list[Callable[[Entry], None]] = []
"""Called in the transaction that removes an entry, before the removal; Refused: ENTRY_HAS_PLAYED (name)."""

entry_restored: list[Callable[[Entry], object]] = []
"""Called in the transaction that restored a removed entry."""

rounds_paired: list[Callable[[Entry], set[int]]] = []
"""The numbers of the rounds an entry sits in, not counting losses for missed rounds."""

entries_joined: list[Callable[[Entry, Entry], Mapping[str, Any]]] = []
"""Called in the transaction that merges two paired entries, before the first is removed: moves its matches to the
second, and returns what an undo needs. Refused: ENTRIES_OF_TWO_DIVISIONS, ENTRIES_MET_LATER_STAGE.
"""

entries_parted: list[Callable[[Entry, Entry, Mapping[str, Any]], object]] = []
"""The undo of `entries_joined`: returns its matches to the restored first entry."""

results_moved: list[Callable[[Entry], object]] = []
"""Called in that transaction once all rows are final, to rank the entry's division again."""

of_rounds: set[str] = set()
"""Models, by label, whose rows of an entry are deleted and restored with its rounds."""

features_in_use: list[Callable[[Tournament], Iterable[str]]] = []
"""The features of `engine.features` that an event uses, so that its staff see them in a small event too."""

blocked_tables: list[Callable[[Tournament], Collection[int]]] = []
"""The blocked tables of an event."""

round_titles: list[Callable[[Tournament], Mapping[tuple[int, int], str]]] = []
"""The titles of rounds that have more than a number, by division key and number."""

events_over: list[Callable[[Collection[int]], set[int]]] = []
"""Which of these events, by key, have played all their rounds."""

posted_since: list[Callable[[datetime], set[int]]] = []
"""The keys of the events in which a round was posted since that moment."""

rounds_begun: list[Callable[[Tournament], dict[int, int]]] = []
"""How many Swiss rounds each started division of an event plays, by its key."""

round_news: list[Callable[[int], RoundNews]] = []
"""Who sits where in the newest posted rounds of an event, by its key. Results do not affect it."""

first_time: list[Callable[[str], bool]] = []
"""Whether this key is new; called in the transaction of what was sent with it."""
