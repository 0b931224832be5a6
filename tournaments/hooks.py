"""Where rooms to the right join in. Each adds its function when the program starts."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from datetime import datetime

from tournaments.engine.round_news import RoundNews
from tournaments.models import Entry, Tournament, User

event_changed: list[Callable[[Tournament, Container[str], User | None], None]] = []
"""Called in the transaction of a change of settings, after its journal line, with the names of the changed settings and
who changed them, None for an undo."""

entry_changed: list[Callable[[Entry, Container[str]], None]] = []
"""Called in the transaction of a change of an entry, with the names of its changed fields."""

features_in_use: list[Callable[[Tournament], Iterable[str]]] = []
"""The features of `engine.features` that an event uses, so that its staff find them in a small event too."""

step_news: list[Callable[[Tournament, int], Iterable[str]]] = []
"""Sentences, as text or safe HTML, about what followed from a step, after a line of the journal."""

blocked_tables: list[Callable[[Tournament], Collection[int]]] = []
"""The tables of an event that nobody is sent to."""

event_phase: list[Callable[[Tournament], str]] = []
"""How an event stands, as one of the phases of `navigation`."""

round_titles: list[Callable[[Tournament], Mapping[tuple[int, int], str]]] = []
"""What rounds are called that have more than a number, by the key of their division and the number."""

events_over: list[Callable[[Collection[int]], set[int]]] = []
"""Which of these events, by key, have played all their rounds."""

posted_since: list[Callable[[datetime], set[int]]] = []
"""The keys of the events a round was posted in since that moment."""

rounds_begun: list[Callable[[Tournament], dict[int, int]]] = []
"""How many Swiss rounds each division of an event plays that has begun to, by its key."""

round_news: list[Callable[[int], RoundNews]] = []
"""Who sits where in the newest posted rounds of an event, by its key. Results change nothing of it."""
