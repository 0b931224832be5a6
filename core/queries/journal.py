"""Journal lines, newest first; `sentences.journal_text(row.kind, row.facts)` gives their sentences."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q

from core.models import JournalEvent
from tournaments import hooks
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.journal_names import Namesake, namesakes, numbered_facts
from tournaments.scopes import remembered_of


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One journal line. `division` is a code or ""; `undone`: a later line undid it.

    `link`: the player whose personal link wrote it, "" if no longer in the event; None if it was not written by a
    link.
    """

    id: int
    at: datetime
    by: str
    kind: str
    facts: dict[str, object]
    division: str
    undone: bool
    undoes: int | None
    link: str | None = None


def journal_rows(
    event: Tournament,
    *,
    division: Division | None = None,
    entry: Entry | None = None,
    kinds: Collection[str] | None = None,
    round_number: int | None = None,
    by: int | None = None,
    before: int | None = None,
    limit: int | None = 200,
) -> list[JournalRow]:
    """The journal of an event, filtered by division, player, kinds, round or account.

    Two queries, one more if a line names a round, and one if a personal link wrote a line. `before` continues from a
    line. `limit` None: all lines.
    """
    rows = JournalEvent.objects.filter(tournament=event).select_related("division")
    if division is not None:
        rows = rows.filter(division=division)
    if entry is not None:
        rows = rows.filter(facts__entry=entry.pk)
    if kinds is not None:
        rows = rows.filter(kind__in=kinds)
    if round_number is not None:
        rows = rows.filter(Q(facts__round=round_number) | Q(facts__facts__round=round_number))
    if by is not None:
        rows = rows.filter(by=by)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    lines = list(rows.annotate(undone=undone).order_by("-pk")[:limit])
    titles = round_titles(event) if any(_round(line.facts) for line in lines) else {}
    links, known = link_names(lines), namesakes(event)
    return [_row(line, titles, links, known) for line in lines]


def event_of(line: JournalEvent) -> Tournament:
    """The event of a line that has one, as all lines that can be undone do."""
    assert line.tournament is not None  # noqa: S101 - asked of lines with an event alone
    return line.tournament


def link_names(lines: Iterable[JournalEvent]) -> dict[int, str]:
    """The player whose personal link wrote a line, by the key of the line; "" for a player no longer in the event.

    One query, none if no line was written by a personal link.
    """
    wanted = {line.pk: line.facts["by_link"] for line in lines if "by_link" in line.facts}
    if not wanted:
        return {}
    names = {entry.pk: str(entry) for entry in Entry.objects.filter(pk__in=set(wanted.values()))}
    return {pk: names.get(entry, "") for pk, entry in wanted.items()}


def round_titles(event: Tournament) -> Mapping[tuple[int, int], str]:
    """The titles of rounds that have more than a number, by division key and number. One query."""
    return {at: title for find in hooks.round_titles for at, title in find(event).items()}


def line_facts(
    line: JournalEvent, titles: Mapping[tuple[int, int], str], known: tuple[Namesake, ...] = ()
) -> dict[str, object]:
    """The facts of a line with division and round title; `titles`: see `round_titles`, `known`: `namesakes`."""
    facts: dict[str, object] = {"division": line.division.age_division} if line.division else {}
    title = titles.get((line.division_id or 0, _round(line.facts)))
    return facts | ({"round_title": title} if title else {}) | numbered_facts(line, known)


def _round(facts: Mapping[str, Any]) -> int:
    """The round of a line, or of the line it undoes; 0 for none."""
    inner = facts.get("facts")
    found = facts.get("round") or (inner.get("round") if isinstance(inner, Mapping) else None)
    return found if isinstance(found, int) else 0


def _row(
    line: JournalEvent,
    titles: Mapping[tuple[int, int], str],
    links: Mapping[int, str],
    known: tuple[Namesake, ...],
) -> JournalRow:
    home = line.division.age_division if line.division else ""
    return JournalRow(
        line.pk,
        line.at,
        line.by_name,
        line.kind,
        line_facts(line, titles, known),
        home,
        bool(getattr(line, "undone", False)),
        line.undoes_id,
        links.get(line.pk),
    )


def newest_steps(event: Tournament, kinds: Collection[str]) -> dict[str, int]:
    """The newest line of these kinds that is not undone, by division. One query."""
    held = JournalEvent.objects.filter(
        tournament=event, kind__in=kinds, undone_by=None, division__isnull=False
    )
    rows = held.order_by().values_list("division__age_division").annotate(newest=Max("pk"))
    return dict(rows)


def authors(event: Tournament) -> list[tuple[int, str]]:
    """The accounts that wrote lines of an event, with their names as of their newest line. Cached per process."""
    return remembered_of(event, "journal.authors", lambda: _authors(event))


def _authors(event: Tournament) -> list[tuple[int, str]]:
    rows = JournalEvent.objects.filter(tournament=event, by__isnull=False).values_list("by", "by_name")
    names = {pk: name for pk, name, _last in rows.annotate(last=Max("pk")).order_by("last")}
    return sorted(names.items(), key=lambda one: one[1])


def round_numbers(event: Tournament) -> list[int]:
    """The numbers of all paired rounds. Cached per process."""
    return remembered_of(event, "journal.rounds", lambda: _round_numbers(event))


def _round_numbers(event: Tournament) -> list[int]:
    rows = JournalEvent.objects.filter(
        tournament=event, facts__has_key="seed", kind__startswith="RoundPaired"
    )
    return sorted(set(rows.order_by().values_list("facts__round", flat=True)))
