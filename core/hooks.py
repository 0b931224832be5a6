"""Extension points for other apps, which register their functions and data at start-up.

The docstring of a list of functions describes what each function in it does.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Q
from django.utils.functional import Promise

from core.engine.code_labels import Facts
from core.engine.notices import Notice
from core.engine.seals import JournalOrigin, Mismatch
from core.engine.snapshots.file import SnapshotTable
from core.engine.snapshots.parts import Row, SnapshotPart
from core.models import Team
from core.models.journal import JournalEvent

HomeRow = Any
"""A `Home` of the class that the registered function expects. Core does not know this class."""

UserRow = Any
"""An account of the class that AUTH_USER_MODEL names."""

start_pages: set[str] = set()
"""The URL names of pages that an app on a phone may open at its start."""

home_powers: list[Callable[[UserRow, HomeRow], dict[str, bool]]] = []
"""Return the powers of an account over a home: "view", "report", "run", "rule", "organize"."""

home_words: list[Callable[[HomeRow], AbstractContextManager[None]]] = []
"""Choose the words for a home while its page is made, such as teams instead of players."""

may_create: list[Callable[[UserRow], bool]] = []
"""Return whether an account may create homes, and teams for them."""

home_locks: list[Callable[[HomeRow], HomeRow]] = []
"""Lock a home and return its current row. Refused: CHANGED_MEANWHILE."""

edit_locks: list[Callable[[HomeRow], HomeRow]] = []
"""Lock a home with all its parts, for a form that is compared and saved (`core.access.locks_home_for_edit`)."""

line_locks: list[Callable[[JournalEvent], None]] = []
"""Lock the home and part of a journal line, to undo it. Refused: CHANGED_MEANWHILE."""

home_deleted: list[Callable[[int], None]] = []
"""Called with the key of a home after its deletion."""

line_written: list[Callable[[JournalEvent], None]] = []
"""Called in the transaction of each journal line, before a seal that the line causes.

The functions must not query the database.
"""


@dataclass(frozen=True, slots=True)
class PartOfJournal:
    """A part of a journal by which its page can be filtered: the key, the code in URLs, and the name."""

    pk: int
    code: str
    label: str


class LineReader(Protocol):
    """Returns facts of lines in the form that pages show.

    "division" is the code of a line's part; other facts replace the stored ones.
    """

    def __call__(self, home: HomeRow, lines: Sequence[JournalEvent], /) -> Mapping[int, Facts]: ...


class JournalPageFilter(Protocol):
    """A further filter of the journal page: its field, its choices, and the lines that a choice selects."""

    name: str

    @property
    def label(self) -> str | Promise: ...
    @property
    def everything(self) -> str | Promise: ...

    def values(self, home: HomeRow) -> Sequence[int]: ...
    def lines(self, value: int) -> Q: ...


journal_parts: list[Callable[[HomeRow], Sequence[PartOfJournal]]] = []
"""Return the parts of a journal, in order."""

journal_topics: dict[str, str | Promise] = {}
"""The label of each topic of journal kinds."""

journal_choices: list[JournalPageFilter] = []

line_readers: list[LineReader] = []

line_links: list[Callable[[Iterable[JournalEvent]], Mapping[int, str]]] = []
"""Return the authors of lines written without an account, by the keys of the lines, or "" if that person was
removed.
"""

undo_addresses: list[Callable[[HomeRow, int], str]] = []
"""Return the address that undoes a line, given its key, or "" if there is none."""

step_news: list[Callable[[HomeRow, int], Iterable[str]]] = []
"""Return sentences, as text or safe HTML, about the consequences of the steps after a journal line."""

deletion_notes: list[Callable[[HomeRow], Iterable[Mismatch]]] = []
"""Return records that claim the deletion of a journal that still exists. They would allow deleting its lines."""

journal_checks: list[Callable[[HomeRow], Iterable[Mismatch]]] = []
"""Return the differences between the tables of an app and a journal."""

journal_origins: list[Callable[[HomeRow], Iterable[JournalOrigin]]] = []
"""Return the origins of the lines of a restored journal, by number. Makes one query."""

webhook_topics: dict[str, tuple[str, ...]] = {}
"""The types of messages of each topic."""

webhook_types: dict[str, Callable[[JournalEvent], Iterable[str]]] = {}
"""Return the types of messages of a journal line, by its kind.

They are called in the transaction of the line and must not query the database.
"""

webhook_facts: dict[str, Callable[[JournalEvent, str], Facts | None]] = {}
"""Return the payload of a line for a webhook, by type, as plain values. Return None if it is no longer public.

They are called when the message is sent, with the site address for links.
"""

webhook_queues: list[Callable[[Collection[int]], None]] = []
"""Called in the transaction that queued deliveries, with the keys of their webhooks."""

webhook_homes: list[Callable[[HomeRow, str], Facts]] = []
"""Return the facts about a home in the messages of its webhooks, by name. The site address is for links."""

notices: dict[str, Callable[[JournalEvent], Iterable[Notice]]] = {}
"""Return the push notices of a journal line, by its kind. Called after the commit."""

notice_pages: dict[str, str] = {}
"""The URL name of the page that a notice opens by default.

The page for an "entry" is routed with the token of a personal link, the page for a "member" with the home's slug.
"""

each_hour: list[Callable[[], object]] = []
"""Called every hour, by the scheduler of the queue or, without a queue, by the server."""


class CopyNote(Protocol):
    """Records that a home was copied to a file, or the whole database if the home is None.

    `copy_kind` is "snapshot", "backup" or "stick".
    """

    def __call__(self, home: HomeRow | None, copy_kind: str, /, *, by: UserRow | None) -> None: ...


class RowFit(Protocol):
    """Adapts rows to be restored, and the pictures of the snapshot, to this installation.

    Files that it writes must be registered with the stack, which deletes them if the restore fails.
    """

    def __call__(self, rows: list[Row], pictures: Mapping[str, bytes], undone: ExitStack, /) -> list[Row]: ...


class Restorer(Protocol):
    """Creates a home from a snapshot, with `by` as an organizer and `slug` or that of the file.

    Earlier steps of a `trusted` file can be undone. A `rehearsal` is a copy for practice, which is not public.
    With `staff`, matching accounts get their roles. `copy_of` is the home from which this installation wrote the
    file.
    """

    def __call__(
        self,
        data: bytes,
        *,
        by: UserRow | None,
        slug: str = "",
        trusted: bool = False,
        rehearsal: bool = False,
        staff: bool = True,
        copy_of: HomeRow | None = None,
    ) -> HomeRow: ...


copied: list[CopyNote] = []

snapshot_parts: list[SnapshotPart] = []
"""The models of a snapshot, in order."""

snapshot_tables: dict[str, Callable[[int], SnapshotTable]] = {}
"""Return tables of a snapshot that are not whole rows, by model label. Called with the key of a home."""

standing_at: list[Callable[[HomeRow], str]] = []
"""Return the state of a home for a file name, such as "round-3"."""

pictures: list[Callable[[HomeRow], Iterable[tuple[str, bytes]]]] = []
"""Return the pictures of a home, each with its name in the row."""

rows_fitted: dict[str, RowFit] = {}
"""Adapters of rows, by model label."""

restorers: list[Restorer] = []

latest_origin: list[Callable[[HomeRow], object]] = []
"""Return the newest restore of a home, for its snapshots page. Return None if the home was not restored."""

staff_of_home: list[Callable[[HomeRow], Iterable[tuple[UserRow, str]]]] = []
"""Return the accounts that work at a home, each with the code of its role."""

team_facts: list[Callable[[Team], Facts]] = []
"""Return facts about rows of other apps for the page of a team, by template variable."""
