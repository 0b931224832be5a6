"""The only writer of the journal."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from core.engine.journal.facts import Ref
from core.engine.journal.kinds import KINDS, Kind, add_common, facts_in
from core.engine.labels import label_of
from core.engine.refused import Refused
from tournaments import hooks
from tournaments.models import Division, Entry, JournalEvent, JournalSeal, Tournament, User
from tournaments.services import seals
from tournaments.services.webhooks import outbox

BY_LINK = "by_link"
"""The fact of every line written by personal link: the key of its entry, never the link itself."""

add_common(BY_LINK, Ref(label_of(Entry)))

_link: ContextVar[int | None] = ContextVar("journal_link", default=None)
_collecting: ContextVar[tuple[list[JournalEvent], ...]] = ContextVar("journal_collecting", default=())


@contextmanager
def behind_link(entry: Entry) -> Iterator[None]:
    """Mark every line written inside as done by the personal link of `entry`."""
    before = _link.set(entry.pk)
    try:
        yield
    finally:
        _link.reset(before)


@contextmanager
def collected() -> Iterator[list[JournalEvent]]:
    """Collect the lines written inside, also by callees, in order; includes those of a rolled back savepoint."""
    lines: list[JournalEvent] = []
    before = _collecting.set((*_collecting.get(), lines))
    try:
        yield lines
    finally:
        _collecting.reset(before)


def write(
    tournament: Tournament | None,
    line: Kind,
    /,
    *,
    by: User | None,
    division: Division | None = None,
    undoes: JournalEvent | None = None,
    at: datetime | None = None,
) -> JournalEvent:
    """Append one line inside the transaction of the change it records.

    `tournament` None: a change of the whole installation. `by` None: the command line, a scheduled job, or a player by
    personal link (`behind_link`). A kind that `closes` is sealed with all lines before it. The line is queued for
    webhooks subscribed to its kind.
    """
    return append(
        tournament, type(line).__name__, facts_in(line), by=by, division=division, undoes=undoes, at=at
    )


def append(
    tournament: Tournament | None,
    kind: str,
    facts: dict[str, Any],
    *,
    by: User | None,
    division: Division | None,
    undoes: JournalEvent | None = None,
    at: datetime | None = None,
) -> JournalEvent:
    """Append one line from a kind's name and its facts, as they are stored."""
    if not connection.in_atomic_block:
        raise RuntimeError("A journal event belongs into the transaction of its change.")
    link = _link.get()
    if link is not None:
        facts[BY_LINK] = link
    row = JournalEvent.objects.create(
        tournament=tournament,
        division=division,
        kind=kind,
        by=by,
        by_name=str(by) if by else "",
        at=at or timezone.now(),
        undoes=undoes,
        facts=facts,
    )
    outbox.note_line(row)
    if tournament is not None and KINDS[kind].closes:
        seals.seal(tournament, by=by, why=JournalSeal.Why.ROUND, at=row.at)
    for lines in _collecting.get():
        lines.append(row)
    for follow in hooks.line_written:
        follow(row)
    return row


def require_newest(event: JournalEvent, kinds: Iterable[str], **same: object) -> None:
    """Refused: UNDO_OVERTAKEN if the division has a later line of these kinds with the same facts."""
    later = JournalEvent.objects.filter(division=event.division_id, pk__gt=event.pk, undone_by__isnull=True)
    if later.filter(kind__in=kinds, **{f"facts__{name}": value for name, value in same.items()}).exists():
        raise Refused("UNDO_OVERTAKEN")
