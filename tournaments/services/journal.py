"""The journal's only pen."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.db import connection
from django.utils import timezone

from core.engine.refused import Refused
from tournaments import hooks
from tournaments.models import Division, Entry, JournalEvent, JournalSeal, Tournament, User
from tournaments.services import journal_kinds, seals
from tournaments.services.webhooks import outbox

BY_LINK = "by_link"
"""The fact of every line written by personal link: the key of its entry, never the link itself."""

_link: ContextVar[int | None] = ContextVar("journal_link", default=None)


@contextmanager
def behind_link(entry: Entry) -> Iterator[None]:
    """Mark every line written inside as done by the personal link of `entry`."""
    before = _link.set(entry.pk)
    try:
        yield
    finally:
        _link.reset(before)


def write(
    tournament: Tournament | None,
    kind: str,
    *,
    by: User | None,
    division: Division | None = None,
    undoes: JournalEvent | None = None,
    at: datetime | None = None,
    **facts: object,
) -> JournalEvent:
    """Append one line inside the transaction of the change it records.

    `tournament` None: a change of the whole installation. `by` None: the command line, a scheduled job, or a player
    by personal link (`behind_link`). A kind that `closes` is sealed with all lines before it. Webhooks subscribed to
    the kind have it queued. TypeError if the kind is not defined, or does not have these facts.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("A journal event belongs into the transaction of its change.")
    journal_kinds.require(kind, facts)
    link = _link.get()
    if link is not None:
        facts[BY_LINK] = link
    line = JournalEvent.objects.create(
        tournament=tournament,
        division=division,
        kind=kind,
        by=by,
        by_name=str(by) if by else "",
        at=at or timezone.now(),
        undoes=undoes,
        facts=facts,
    )
    outbox.note_line(line)
    if tournament is not None and journal_kinds.KINDS[kind].closes:
        seals.seal(tournament, by=by, why=JournalSeal.Why.ROUND, at=line.at)
    for follow in hooks.line_written:
        follow(line)
    return line


def require_newest(event: JournalEvent, kinds: Iterable[str], **same: object) -> None:
    """Refused: UNDO_OVERTAKEN when a later line of these kinds, with the same facts, stands in the division."""
    later = JournalEvent.objects.filter(division=event.division_id, pk__gt=event.pk, undone_by__isnull=True)
    if later.filter(kind__in=kinds, **{f"facts__{name}": value for name, value in same.items()}).exists():
        raise Refused("UNDO_OVERTAKEN")
