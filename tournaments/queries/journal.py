"""What happened, newest first; `sentences.tell(row.kind, row.facts)` says it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

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
    before: int | None = None,
    limit: int = 200,
) -> list[JournalRow]:
    """The journal of an event, of a division or of one player; `before` pages on from a line. One query."""
    rows = JournalEvent.objects.filter(tournament=event).select_related("division")
    if division is not None:
        rows = rows.filter(division=division)
    if entry is not None:
        rows = rows.filter(facts__entry=entry.pk)
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
