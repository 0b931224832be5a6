"""Extension points for apps that build on this one; they register their functions at start-up."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from tournaments.engine.player_tags import TagLine, TagRow
from tournaments.engine.round_news import RoundNews
from tournaments.models import Entry, Tournament, User

event_changed: list[Callable[[Tournament, Container[str], User | None], None]] = []
"""Called in the transaction that changes settings, after its journal line is written, with the names of the changed
settings and the user who changed them, or None for an undo.
"""

expansion_suggestions: list[Callable[[], Iterable[tuple[str, str]]]] = []
"""Returns names of expansions to suggest for a new Prerelease, each with the code of its expansion."""

expansion_codes: list[Callable[[str], str]] = []
"""Returns the code of the expansion with this code or name. Refused: EXPANSION_UNKNOWN (expansion)."""

prereleases_created: list[Callable[[Tournament, str, User | None], object]] = []
"""Called in the transaction that creates a Prerelease from the guided form, with the code of its expansion, "" if it is
not known yet.
"""

entry_changed: list[Callable[[Entry, Container[str]], None]] = []
"""Called in the transaction that changes an entry, with the names of its changed fields."""

entries_made: list[Callable[[Tournament, Sequence[Entry]], object]] = []
"""Called in the transaction that saves new entries of an event, from any source, with these entries."""

sign_ups: list[Callable[[Tournament], str]] = []
"""Returns the sentence under *Register* on the front page of an event, or "" while players cannot register."""

home_cards: list[Callable[[HttpRequest], SafeString]] = []
"""Returns the first card of the home page for the reader who sent a request, or "" if there is nothing to show."""

link_renewed: list[Callable[[Entry], object]] = []
"""Called in the transaction that replaces an entry's personal link, to revoke all other access to its pages."""

open_tasks: list[Callable[[Tournament], Iterable[tuple[str, str, str, str]]]] = []
"""Returns more open tasks of an event's staff, each as icon, sentence, button label and URL."""

event_restored: list[Callable[[Tournament], object]] = []
"""Called in the transaction that restores an event from a snapshot, after all rows are saved."""

entry_removed: list[Callable[[Entry], None]] = []
"""Called in the transaction that removes an entry, before the removal. Refused: ENTRY_HAS_PLAYED (name)."""

entry_restored: list[Callable[[Entry], object]] = []
"""Called in the transaction that restores a removed entry."""

rounds_paired: list[Callable[[Entry], set[int]]] = []
"""Returns the numbers of the rounds in which an entry is seated; losses for missed rounds do not count."""

entries_joined: list[Callable[[Entry, Entry], Mapping[str, Any]]] = []
"""Called in the transaction that merges two paired entries, before the first is removed. Moves its matches to the
second, and returns the facts that an undo needs. Refused: ENTRIES_OF_TWO_DIVISIONS, ENTRIES_MET_LATER_STAGE.
"""

entries_parted: list[Callable[[Entry, Entry, Mapping[str, Any]], object]] = []
"""Undoes `entries_joined`: returns the matches to the restored first entry."""

results_moved: list[Callable[[Entry], object]] = []
"""Called at the end of a transaction that merges entries or undoes a merge, to rank the entry's division again."""

of_rounds: set[str] = set()
"""Labels of models whose rows are deleted and restored with the rounds of an entry."""

features_in_use: list[Callable[[Tournament], Iterable[str]]] = []
"""Returns the `engine.features` that an event uses, so that the staff of a small event see their pages."""

blocked_tables: list[Callable[[Tournament], Collection[int]]] = []
"""Returns the tables of an event to which pairing assigns no match: blocked tables and feature tables."""

round_titles: list[Callable[[Tournament], Mapping[tuple[int, int], str]]] = []
"""Returns the titles of rounds that have one, such as those of the cut, by division key and round number."""

events_over: list[Callable[[Collection[int]], set[int]]] = []
"""Returns the keys of those events that have played all their rounds."""

posted_since: list[Callable[[datetime], set[int]]] = []
"""Returns the keys of events in which a round was posted since a moment."""

rounds_begun: list[Callable[[Tournament], dict[int, int]]] = []
"""Returns the number of Swiss rounds of each started division of an event, by division key."""

round_news: list[Callable[[int], RoundNews]] = []
"""Returns the seats of the latest posted rounds of the event with this key. Results do not affect them."""

first_time: list[Callable[[str], bool]] = []
"""Returns whether an idempotency key is new. Called in the transaction of the request that sent it."""

tag_lines: list[Callable[[Tournament, Sequence[TagRow]], Sequence[TagLine]]] = []
"""Returns what rows that set tags of players would change, in their order, or why they are refused."""

tags_set: list[Callable[..., object]] = []
"""Sets the tags of `TagRow`s in an event, `by` a user, all rows or none. Called in the caller's transaction."""
