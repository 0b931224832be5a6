"""What happened, newest first; `sentences.tell(row.kind, row.facts)` says it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, Max, OuterRef

from tournaments.models import Division, Entry, JournalEvent, Tournament


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One journal line. `division` is a code or empty; `undone` says that a later line took it back."""

    id: int
    at: datetime
    by: str
    kind: str
    facts: dict[str, object]
    division: str
    undone: bool
    undoes: int | None


def journal_rows(
    event: Tournament,
    *,
    division: Division | None = None,
    entry: Entry | None = None,
    kinds: Collection[str] | None = None,
    before: int | None = None,
    limit: int = 200,
) -> list[JournalRow]:
    """The journal of an event, of a division, of one player, or some kinds of lines; one query.

    `before` pages on from a line.
    """
    rows = JournalEvent.objects.filter(tournament=event).select_related("division")
    if division is not None:
        rows = rows.filter(division=division)
    if entry is not None:
        rows = rows.filter(facts__entry=entry.pk)
    if kinds is not None:
        rows = rows.filter(kind__in=kinds)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    return [_row(line) for line in rows.annotate(undone=undone).order_by("-pk")[:limit]]


def _row(line: JournalEvent) -> JournalRow:
    home = line.division.category if line.division else ""
    return JournalRow(
        line.pk,
        line.at,
        line.by_name,
        line.kind,
        ({"division": home} if home else {}) | line.facts,
        home,
        bool(getattr(line, "undone", False)),
        line.undoes_id,
    )


def newest_steps(event: Tournament, kinds: Collection[str]) -> dict[str, int]:
    """The newest line of these kinds that still holds, by division. One query."""
    held = JournalEvent.objects.filter(
        tournament=event, kind__in=kinds, undone_by=None, division__isnull=False
    )
    rows = held.order_by().values_list("division__category").annotate(newest=Max("pk"))
    return dict(rows)
