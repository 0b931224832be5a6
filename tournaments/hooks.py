"""Extension points for rooms to the right, which register their functions at start-up."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tournaments.engine.round_news import RoundNews
from tournaments.models import Entry, Tournament, User

event_changed: list[Callable[[Tournament, Container[str], User | None], None]] = []
"""Called in the transaction that changes settings, after its journal line, with the names of the changed settings and
the user who changed them, None for an undo.
"""

entry_changed: list[Callable[[Entry, Container[str]], None]] = []
"""Called in the transaction that changes an entry, with the names of its changed fields."""

entries_made: list[Callable[[Tournament, Sequence[Entry]], object]] = []
"""Called in the transaction that saved new entries of an event, from any source, with these entries."""

sign_ups: list[Callable[[Tournament], str]] = []
"""Returns the sentence under *Register* on the front page of an event, "" while players cannot register."""

home_cards: list[Callable[[HttpRequest], SafeString]] = []
"""Returns what the home page begins with for the reader of a request, "" for a reader without anything to show."""

link_renewed: list[Callable[[Entry], object]] = []
"""Called in the transaction that replaces the personal link of an entry: every other way to its pages ends too."""

open_tasks: list[Callable[[Tournament], Iterable[tuple[str, str, str, str]]]] = []
"""Returns more tasks of those who run an event: icon, sentence, label of the button and its address."""

event_restored: list[Callable[[Tournament], object]] = []
"""Called in the transaction that restored an event from a snapshot, after all its rows."""

entry_removed: list[Callable[[Entry], None]] = []
"""Called in the transaction that removes an entry, before the removal. Refused: ENTRY_HAS_PLAYED (name)."""

entry_restored: list[Callable[[Entry], object]] = []
"""Called in the transaction that restored a removed entry."""

rounds_paired: list[Callable[[Entry], set[int]]] = []
"""Returns the numbers of the rounds an entry sits in, without losses for missed rounds."""

entries_joined: list[Callable[[Entry, Entry], Mapping[str, Any]]] = []
"""Called in the transaction that merges two paired entries, before the first is removed: moves its matches to the
second, and returns the facts that an undo needs. Refused: ENTRIES_OF_TWO_DIVISIONS, ENTRIES_MET_LATER_STAGE.
"""

entries_parted: list[Callable[[Entry, Entry, Mapping[str, Any]], object]] = []
"""Undoes `entries_joined`: returns the matches to the restored first entry."""

results_moved: list[Callable[[Entry], object]] = []
"""Called in the transaction of a merge or its undo once all rows are final, to rank the entry's division again."""

of_rounds: set[str] = set()
"""Labels of models whose rows of an entry are deleted and restored with its rounds."""

features_in_use: list[Callable[[Tournament], Iterable[str]]] = []
"""Returns the `engine.features` that an event uses, so that its staff see them in a small event too."""

blocked_tables: list[Callable[[Tournament], Collection[int]]] = []
"""Returns the blocked tables of an event."""

round_titles: list[Callable[[Tournament], Mapping[tuple[int, int], str]]] = []
"""Returns the titles of rounds that have more than a number, by division key and number."""

events_over: list[Callable[[Collection[int]], set[int]]] = []
"""Returns those of these events, by key, that have played all their rounds."""

posted_since: list[Callable[[datetime], set[int]]] = []
"""Returns the keys of the events in which a round was posted since that moment."""

rounds_begun: list[Callable[[Tournament], dict[int, int]]] = []
"""Returns how many Swiss rounds each started division of an event plays, by its key."""

round_news: list[Callable[[int], RoundNews]] = []
"""Returns the seats of the latest posted rounds of an event, by its key. Results do not affect them."""

first_time: list[Callable[[str], bool]] = []
"""Returns whether an idempotency key is new; called in the transaction of the request sent with it."""
