"""Journal lines, newest first; `sentences.journal_text(row.kind, row.facts)` gives their sentences."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q

from core import hooks
from core.models import JournalEvent
from core.models.journal import Home
from core.stamps.scopes import remembered_of


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One journal line. `division` is the code of its part or "", `part` the key or 0; `undone`: a later line undid it.

    `link`: who wrote it without an account, "" if that person is gone; None if it was not written so.
    """

    id: int
    at: datetime
    by: str
    kind: str
    facts: Mapping[str, object]
    division: str
    part: int
    undone: bool
    undoes: int | None
    link: str | None = None


def journal_rows(
    home: Home,
    *,
    division: int | None = None,
    kinds: Collection[str] | None = None,
    where: Q | None = None,
    by: int | None = None,
    before: int | None = None,
    limit: int | None = 200,
) -> list[JournalRow]:
    """The journal of a home, filtered by part, kinds, other conditions or account; part and account by their keys.

    One query, and those of `hooks.line_readers` and `line_links`. `before` continues from a line. `limit` None: all
    lines.
    """
    rows = JournalEvent.objects.filter(tournament=home).select_related("division")
    if division is not None:
        rows = rows.filter(division=division)
    if kinds is not None:
        rows = rows.filter(kind__in=kinds)
    if where is not None:
        rows = rows.filter(where)
    if by is not None:
        rows = rows.filter(by=by)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    lines = list(rows.annotate(undone=undone).order_by("-pk")[:limit])
    facts: dict[int, Mapping[str, object]] = {line.pk: line.facts for line in lines}
    for read in hooks.line_readers:
        facts.update(read(home, lines))
    links = {pk: name for find in hooks.line_links for pk, name in find(lines).items()}
    return [_row(line, facts[line.pk], links.get(line.pk)) for line in lines]


def _row(line: JournalEvent, facts: Mapping[str, object], link: str | None) -> JournalRow:
    return JournalRow(
        line.pk,
        line.at,
        line.by_name,
        line.kind,
        facts,
        str(facts.get("division", "")) if line.division else "",
        line.division.pk if line.division else 0,
        bool(getattr(line, "undone", False)),
        line.undoes_id,
        link,
    )


def newest_steps(home: Home, kinds: Collection[str]) -> dict[int, int]:
    """The newest line of these kinds that is not undone, by the key of its part. One query."""
    held = JournalEvent.objects.filter(
        tournament=home, kind__in=kinds, undone_by=None, division__isnull=False
    )
    rows: Any = held.order_by().values_list("division").annotate(newest=Max("pk"))
    return dict(rows)


def authors(home: Home) -> list[tuple[int, str]]:
    """The accounts that wrote lines of a home, with their names as of their newest line. Cached per process."""
    lines = JournalEvent.objects.filter(tournament=home, by__isnull=False)
    rows = lines.values_list("by", "by_name").annotate(last=Max("pk")).order_by("last")
    return remembered_of(
        home,
        "journal.authors",
        lambda: sorted({pk: name for pk, name, _last in rows}.items(), key=lambda author: author[1]),
    )
