"""Reading journal lines, newest first; `sentences.journal_text(row.kind, row.facts)` returns their sentences."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q

from core import hooks
from core.models import JournalEvent
from core.models.journal import Home
from core.stamps.scopes import cached_for_home


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A journal line.

    `division` is the code of its part or "", and `part` the part's key or 0. `undone` is true if a later line
    undid this one. `link` is the name of an author without an account, "" if that person was removed, and None
    for all other lines.
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
    """Return lines of a home's journal, newest first.

    They can be limited to a part (`division`, a key), kinds, a condition (`where`), an account (`by`, a key), and
    lines before the one with the key `before`. `limit` None returns all lines. Makes one query, plus the queries of
    `hooks.line_readers` and `line_links`.
    """
    rows = JournalEvent.objects.filter(tournament=home.pk).select_related("division")
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
    for read_facts in hooks.line_readers:
        facts.update(read_facts(home, lines))
    links = {pk: name for find_links in hooks.line_links for pk, name in find_links(lines).items()}
    return [
        JournalRow(
            line.pk,
            line.at,
            line.by_name,
            line.kind,
            facts[line.pk],
            str(facts[line.pk].get("division", "")) if line.division else "",
            line.division.pk if line.division else 0,
            bool(line.undone),
            line.undoes_id,
            links.get(line.pk),
        )
        for line in lines
    ]


def newest_step_by_part(home: Home, kinds: Collection[str]) -> dict[int, int]:
    """Map the key of each part to the key of its newest line of these kinds that is not undone.

    Makes one query.
    """
    steps = JournalEvent.objects.filter(
        tournament=home.pk, kind__in=kinds, undone_by=None, division__isnull=False
    )
    newest_by_part: Any = steps.order_by().values_list("division").annotate(newest=Max("pk"))
    return dict(newest_by_part)


def journal_authors(home: Home) -> list[tuple[int, str]]:
    """Return (key, name) of each account that wrote lines of a home, sorted by name.

    The name is that in the account's newest line. Cached per process.
    """
    lines = JournalEvent.objects.filter(tournament=home.pk, by__isnull=False)
    names_by_account = lines.values_list("by", "by_name").annotate(last=Max("pk")).order_by("last")
    return cached_for_home(
        home,
        "journal.authors",
        lambda: sorted(
            {pk: name for pk, name, _last in names_by_account}.items(), key=lambda author: author[1]
        ),
    )
