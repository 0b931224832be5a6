"""Writing the journal. No other module writes it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, cast

from django.db import connection
from django.utils import timezone

from core import hooks
from core.engine.code_labels import Facts
from core.engine.journal.kinds import KINDS, Kind, facts_in
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent, JournalSeal
from core.models.journal import Home, Part
from core.services import seals
from core.services.webhooks import outbox

_common: ContextVar[Mapping[str, Any] | None] = ContextVar("journal_common", default=None)
_collecting: ContextVar[tuple[list[JournalEvent], ...]] = ContextVar("journal_collecting", default=())


@contextmanager
def add_facts_to_lines(**facts: Any) -> Iterator[None]:
    """Add facts declared by `kinds.add_common_fact` to every line written inside the block."""
    token = _common.set({**(_common.get() or {}), **facts})
    try:
        yield
    finally:
        _common.reset(token)


@contextmanager
def collect_journal_lines() -> Iterator[list[JournalEvent]]:
    """Collect the lines written inside the block and by its callees, in order.

    Lines of a savepoint that was rolled back are included.
    """
    lines: list[JournalEvent] = []
    token = _collecting.set((*_collecting.get(), lines))
    try:
        yield lines
    finally:
        _collecting.reset(token)


def write_journal_line(
    home: Home | None,
    line: Kind,
    /,
    *,
    by: Any,
    division: Part | None = None,
    undoes: JournalEvent | None = None,
    at: datetime | None = None,
) -> JournalEvent:
    """Append a line inside the transaction of the change it records.

    `home` is None for a change of the whole installation. `by` is None for the command line, a scheduled job, or
    someone without an account (`add_facts_to_lines`). A kind that `closes` is sealed together with all lines before it.
    """
    return append_line(
        home, type(line).__name__, facts_in(line), by=by, division=division, undoes=undoes, at=at
    )


def append_line(
    home: Home | None,
    kind: str,
    facts: Facts,
    *,
    by: Any,
    division: Part | None,
    undoes: JournalEvent | None = None,
    at: datetime | None = None,
) -> JournalEvent:
    """Append a line whose kind is given by name, with facts that are already in their stored form.

    Raises RuntimeError outside a transaction. For the other effects and arguments, see `write_journal_line`.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("A journal event belongs into the transaction of its change.")
    line = JournalEvent.objects.create(
        tournament=cast(Any, home),
        division=cast(Any, division),
        kind=kind,
        by=by,
        by_name=str(by) if by else "",
        at=at or timezone.now(),
        undoes=undoes,
        facts={**facts, **(_common.get() or {})},
    )
    outbox.queue_line_for_webhooks(line)
    for follow in hooks.line_written:
        follow(line)
    if home is not None and KINDS[kind].closes:
        seals.seal_journal(home, by=by, why=JournalSeal.Why.CLOSING, at=line.at)
    for lines in _collecting.get():
        lines.append(line)
    return line


def require_newest_line(line: JournalEvent, kinds: Iterable[str], **same: object) -> None:
    """Check that the part has no later line of these kinds that has the facts `same` and is not undone.

    Refused: UNDO_OVERTAKEN if there is one.
    """
    later = JournalEvent.objects.filter(division=line.division_id, pk__gt=line.pk, undone_by__isnull=True)
    if later.filter(kind__in=kinds, **{f"facts__{name}": value for name, value in same.items()}).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
