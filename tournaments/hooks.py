"""Where rooms to the right join in. Each adds its function when the program starts."""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from contextlib import ExitStack
from datetime import datetime
from typing import Any

from core.engine.seals import Found
from core.engine.snapshots.parts import Part
from tournaments.engine.notices import Notice
from tournaments.engine.round_news import RoundNews
from tournaments.models import Entry, JournalEvent, Tournament, User

event_changed: list[Callable[[Tournament, Container[str], User | None], None]] = []
"""Called in the transaction of a change of settings, after its journal line, with the names of the changed settings and
who changed them, None for an undo."""

entry_changed: list[Callable[[Entry, Container[str]], None]] = []
"""Called in the transaction of a change of an entry, with the names of its changed fields."""

event_copied: list[Callable[..., None]] = []
"""Called before an event is copied to a file, with the event, None for a whole database; the way (snapshot, backup,
stick); and `by`, who does it.
"""

entries_made: list[Callable[[Tournament], object]] = []
"""Called in the transaction in which new entries of an event were saved, however they came."""

event_restored: list[Callable[[Tournament], object]] = []
"""Called in the transaction in which an event was restored from a snapshot, once all its rows are here."""

entry_removed: list[Callable[[Entry], None]] = []
"""Called in the transaction that removes an entry, before it; Refused: ENTRY_HAS_PLAYED (name)."""

entry_restored: list[Callable[[Entry], object]] = []
"""Called in the transaction that has put an entry back that was removed."""

rounds_paired: list[Callable[[Entry], set[int]]] = []
"""The numbers of the rounds an entry sits in, other than by a loss for a round missed."""

entries_joined: list[Callable[[Entry, Entry], Mapping[str, Any]]] = []
"""Called in the transaction that makes one entry of two that were both paired, before the first of them is removed: its
matches become those of the second. What an undo needs. Refused: ENTRIES_OF_TWO_DIVISIONS, ENTRIES_MET_LATER_STAGE."""

entries_parted: list[Callable[[Entry, Entry, Mapping[str, Any]], object]] = []
"""The undo of `entries_joined`: the restored first entry has its matches again."""

results_moved: list[Callable[[Entry], object]] = []
"""Called in that transaction once all rows are final: the entry's division is ranked again."""

of_rounds: set[str] = set()
"""Models, by label, whose rows of an entry are deleted and restored with its rounds."""

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

each_hour: list[Callable[[], object]] = []
"""What the beat of the queue does by itself, and a laptop without one each hour."""

rounds_begun: list[Callable[[Tournament], dict[int, int]]] = []
"""How many Swiss rounds each division of an event plays that has begun to, by its key."""

round_news: list[Callable[[int], RoundNews]] = []
"""Who sits where in the newest posted rounds of an event, by its key. Results change nothing of it."""

journal_checks: list[Callable[[Tournament], Iterable[Found]]] = []
"""Where the tables of a room differ from the journal of an event."""

first_time: list[Callable[[str], bool]] = []
"""Whether nobody has sent this key before; it belongs to the transaction of what it brought."""

notices: dict[str, Callable[[JournalEvent], Iterable[Notice]]] = {}
"""Who is told of a line of the journal on a locked phone, by its kind. Asked after the line is committed."""

webhook_types: dict[str, Callable[[JournalEvent], Iterable[str]]] = {}
"""Which types of `engine.webhooks` a line of the journal is sent as, by its kind. Called in its transaction; asks
nothing of the database."""

webhook_facts: dict[str, Callable[[JournalEvent, str], Mapping[str, object] | None]] = {}
"""What a webhook is told of a line, by type, as plain values; the address of this site makes its links. None where it
is not public any more. Asked when it is sent."""

webhooks_wait: list[Callable[[Collection[int]], None]] = []
"""Called in the transaction that has written deliveries, with the keys of their webhooks."""

line_written: list[Callable[[JournalEvent], None]] = []
"""Called in the transaction of each line of the journal; asks nothing of the database."""

event_deleted: list[Callable[[int], None]] = []
"""Called once an event is gone, with its key."""

snapshot_parts: list[Part] = []
"""The models of an event, in the order a snapshot has them."""

standing_at: list[Callable[[Tournament], str]] = []
"""Where an event stands, as a part of a file's name: "round-3"."""

pictures: list[Callable[[Tournament], Iterable[tuple[str, bytes]]]] = []
"""The pictures of an event, each with the name its row has for it."""

Fit = Callable[[list[dict[str, Any]], Mapping[str, bytes], ExitStack], list[dict[str, Any]]]

rows_fitted: dict[str, Fit] = {}
"""By the label of a model: makes of the rows to restore, with the pictures of the snapshot, such as can be here. What
it writes beside the database, the stack removes where nothing comes of the restore.
"""
