"""Extension points for other rooms, which register what is theirs at start-up."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Protocol

from django.db.models import Q
from django.utils.functional import Promise

from core.engine.facts import Facts
from core.engine.notices import Notice
from core.engine.seals import Found, Origin
from core.engine.snapshots.file import Table
from core.engine.snapshots.parts import Part, Row
from core.models import Team
from core.models.journal import Account, Home, JournalEvent

start_pages: set[str] = set()
"""The URL names of the pages that an app on a phone may start with."""

home_powers: list[Callable[[Account, Home], dict[str, bool]]] = []
"""What an account may do with a home: "view", "report", "run", "rule", "organize"."""

may_create: list[Callable[[Account], bool]] = []
"""Whether an account may create homes, and teams for them."""

home_locks: list[Callable[[Home], Home]] = []
"""Lock what a journal or a webhook is of and return it as it is now. Refused: CHANGED_MEANWHILE."""

edit_locks: list[Callable[[Home], Home]] = []
"""The same with all its parts, for a form that is compared and saved (`core.access.edits_alone`)."""

line_locks: list[Callable[[JournalEvent], None]] = []
"""Lock what a line is of, for its undo. Refused: CHANGED_MEANWHILE."""

home_deleted: list[Callable[[int], None]] = []
"""Called with the key of a home after its deletion."""

line_written: list[Callable[[JournalEvent], None]] = []
"""Called in the transaction of each journal line, before a seal that it causes; must not query the database."""


@dataclass(frozen=True, slots=True)
class PartOfJournal:
    """A part of a journal, by which its page can be narrowed: its key, its code in an address, its name."""

    pk: int
    code: str
    label: str


class LineReader(Protocol):
    """Facts of lines as pages show them: "division" is the code of a line's part, others replace stored ones."""

    def __call__(self, home: Home, lines: Sequence[JournalEvent], /) -> Mapping[int, Facts]: ...


class JournalChoice(Protocol):
    """A further filter of the journal's page: its field, what can be chosen, and the lines of a choice."""

    name: str

    @property
    def label(self) -> str | Promise: ...
    @property
    def everything(self) -> str | Promise: ...

    def values(self, home: Home) -> Sequence[int]: ...
    def lines(self, value: int) -> Q: ...


journal_parts: list[Callable[[Home], Sequence[PartOfJournal]]] = []
"""The parts of a journal, in order."""

journal_topics: dict[str, str | Promise] = {}
"""The label of each topic of journal kinds."""

journal_choices: list[JournalChoice] = []

line_readers: list[LineReader] = []

line_links: list[Callable[[Iterable[JournalEvent]], Mapping[int, str]]] = []
"""Who wrote lines without an account, by their keys; "" if that person is gone."""

undo_addresses: list[Callable[[Home, int], str]] = []
"""The address that undoes a line, by its key; "" if there is none."""

step_news: list[Callable[[Home, int], Iterable[str]]] = []
"""Sentences, as text or safe HTML, about the consequences of a step, after a journal line."""

deletion_notes: list[Callable[[Home], Iterable[Found]]] = []
"""The records that a journal which still exists was deleted; they would allow deleting its lines."""

journal_checks: list[Callable[[Home], Iterable[Found]]] = []
"""Where the tables of a room differ from a journal."""

journal_origins: list[Callable[[Home], Iterable[Origin]]] = []
"""Where the lines of a restored journal are from, by number. One query."""

webhook_topics: dict[str, tuple[str, ...]] = {}
"""The types of messages by topic."""

webhook_types: dict[str, Callable[[JournalEvent], Iterable[str]]] = {}
"""The types of messages of a journal line, by its kind. Called in its transaction; must not query anything."""

webhook_facts: dict[str, Callable[[JournalEvent, str], Facts | None]] = {}
"""The payload of a line for a webhook, by type, as plain values; the site address is for links. None if it is no longer
public. Called when it is sent.
"""

webhooks_wait: list[Callable[[Collection[int]], None]] = []
"""Called in the transaction that queued deliveries, with the keys of their webhooks."""

webhook_homes: list[Callable[[Home, str], Facts]] = []
"""What each message says of the home of its webhook, by name; the site address is for links."""

notices: dict[str, Callable[[JournalEvent], Iterable[Notice]]] = {}
"""The push notices of a journal line, by its kind. Called after the commit."""

notice_pages: dict[str, str] = {}
"""The URL name of the page a notice opens by default: for an "entry", routed with the token of its personal link, and
for a "member", routed with the slug of the home.
"""

each_hour: list[Callable[[], object]] = []
"""What the queue's scheduler runs, and a laptop without a queue every hour."""


class CopyNote(Protocol):
    """Notes that a home is copied to a file, None for a whole database; `way`: snapshot, backup, stick."""

    def __call__(self, home: Home | None, way: str, /, *, by: Account | None) -> None: ...


class RowFit(Protocol):
    """Adapts rows to be restored, with the pictures of the snapshot, to this installation. Files it writes must be
    removed by the stack if the restore fails.
    """

    def __call__(self, rows: list[Row], pictures: Mapping[str, bytes], undone: ExitStack, /) -> list[Row]: ...


class Restorer(Protocol):
    """Makes a home of a snapshot."""

    def __call__(
        self,
        data: bytes,
        *,
        by: Account | None,
        slug: str = "",
        trusted: bool = False,
        rehearsal: bool = False,
        staff: bool = True,
        copy_of: Home | None = None,
    ) -> Home: ...


copied: list[CopyNote] = []

snapshot_parts: list[Part] = []
"""The models of a snapshot, in its order."""

snapshot_tables: dict[str, Callable[[int], Table]] = {}
"""Tables of a snapshot that are not whole rows, by the label of their model; called with the key of a home."""

standing_at: list[Callable[[Home], str]] = []
"""How far a home is, for a file name: "round-3"."""

pictures: list[Callable[[Home], Iterable[tuple[str, bytes]]]] = []
"""The pictures of a home, each with its name in the row."""

rows_fitted: dict[str, RowFit] = {}
"""By model label."""

restorers: list[Restorer] = []

latest_origin: list[Callable[[Home], object]] = []
"""The newest restore of a home, for its page of snapshots; None if it began here."""

staff_of_home: list[Callable[[Home], Iterable[tuple[Account, str]]]] = []
"""The accounts that work at a home, with the code of their role."""

team_facts: list[Callable[[Team], Facts]] = []
"""What the page of a team shows of the rows of other rooms, by name in its template."""
