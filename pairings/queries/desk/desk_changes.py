"""What has changed at a desk: the latest steps, and the matches changed since it was loaded."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

from core.engine.journal.kinds import KINDS
from core.models import JournalEvent
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class DeskChange:
    """A journal line of a division. `standing` means it was neither undone nor replaced by a newer line."""

    line: JournalEvent
    undone: bool
    standing: bool
    newest: bool

    def can_undo(self, playing: int | None) -> bool:
        """Return whether the desk offers to undo this line; `playing` is the number of the round in play.

        Changes of the whole event, changes of entries, drops of no-shows and results of the round in play can
        be undone in any order, other lines only while they are the latest.
        """
        line, kind = self.line, KINDS.get(self.line.kind)
        in_any_order = (
            (kind is not None and kind.scope == "event")
            or line.kind.startswith(("Entry", "NoShows"))
            or (line.kind.startswith("Result") and line.facts.get("round") == playing)
        )
        return self.standing if in_any_order else self.newest


def _lines_of_division(division: Division) -> QuerySet[JournalEvent]:
    """Return the journal lines of a division and the changes of the event's settings, newest first."""
    of_division, of_event = Q(division=division.pk), Q(division=None, kind="EventChanged")
    lines = JournalEvent.objects.filter(of_division | of_event, tournament=division.tournament_id)
    return lines.order_by("-pk")


def newest_lines(division: Division, *, limit: int) -> list[JournalEvent]:
    """Return enough journal lines for `latest_changes` with this limit, newest first. One query."""
    # Nearly all lines are displayed, and filtering by eighty kinds takes longer than reading some lines more.
    return list(_lines_of_division(division)[: limit * 2])


def latest_changes(
    division: Division,
    *,
    kinds: Collection[str],
    limit: int = 8,
    newest: Sequence[JournalEvent] | None = None,
) -> list[DeskChange]:
    """Return the latest changes of these kinds and the latest undos, newest first.

    Changes of the event's settings are included if `kinds` has EventChanged. `newest`: the lines of `newest_lines`
    with the same limit, if already read. One query without them, sometimes one or two more.
    """
    displayed_kinds = {*kinds, "Undone"}
    newest = newest_lines(division, limit=limit) if newest is None else newest
    latest_lines = [line for line in newest if line.kind in displayed_kinds][:limit]
    if len(latest_lines) < limit and len(newest) == limit * 2:
        latest_lines = list(_lines_of_division(division).filter(kind__in=displayed_kinds)[:limit])
    # An undo is newer than its step, so it is among these lines too, unless the step changed the event.
    undone = {line.undoes_id for line in latest_lines}
    if event_lines := [line.pk for line in latest_lines if line.division_id is None]:
        undone |= set(JournalEvent.objects.filter(undoes__in=event_lines).values_list("undoes", flat=True))
    latest: list[DeskChange] = []
    changed_matches: set[object] = set()
    for line in latest_lines:
        line.division = division if line.division_id else None
        is_undone = line.pk in undone
        is_standing = line.kind != "Undone" and not is_undone
        match = line.facts.get("match")
        is_newest = is_standing and not any(change.standing and change.line.division_id for change in latest)
        latest.append(DeskChange(line, is_undone, is_standing and match not in changed_matches, is_newest))
        changed_matches |= {match} if match is not None and is_standing else set()
    return latest


def latest_change_key(division: Division) -> int:
    """Return the key of a division's latest journal line, or 0; it identifies the state shown on a page."""
    line = division.journal.order_by("-pk").values_list("pk", flat=True).first()
    return line or 0


@dataclass(frozen=True, slots=True)
class ChangesSinceDesk:
    """Changes in the journal since a desk was read: matches that changed, and changes beyond their rows.

    `further` counts steps of the round, and undone results, as their rows may be in a collapsed section.
    `only_results` means that all changes are results. `latest` is the newest line of each division. `lines` are
    the lines of `newest_lines`, if they were read for this.
    """

    matches: frozenset[int]
    further: int
    only_results: bool
    latest: Mapping[int, int]
    lines: Sequence[JournalEvent] | None = None

    def __bool__(self) -> bool:
        return bool(self.matches or self.further)

    @property
    def is_plain(self) -> bool:
        """Whether all changes are results of tables that had no result."""
        return self.only_results and not self.further


def changes_since(seen: Mapping[int, int]) -> ChangesSinceDesk:
    """Return the changes of each division after its journal line in `seen`. One query.

    `seen` maps division keys to line keys.
    """
    newer = Q(pk__in=[])
    for division, line in seen.items():
        newer |= Q(division=division, pk__gt=line)
    lines = JournalEvent.objects.filter(newer).order_by("pk")
    columns = ("pk", "division", "kind", "facts", "undoes__kind", "undoes__facts")
    return _tally_changes(seen, lines.values_list(*columns))


def changes_of_division_since(division: Division, line: int, *, limit: int) -> ChangesSinceDesk:
    """Return the changes of a division after this journal line, with its newest lines. One query, sometimes two.

    `limit`: the number of changes displayed (`latest_changes`).
    """
    newest, seen = newest_lines(division, limit=limit), {division.pk: line}
    newer = [row for row in reversed(newest) if row.division_id == division.pk and row.pk > line]
    has_all = len(newest) < limit * 2 or newest[-1].pk <= line
    if not has_all or any(row.undoes_id for row in newer):
        return replace(changes_since(seen), lines=newest)
    tallied = _tally_changes(seen, ((row.pk, division.pk, row.kind, row.facts, None, None) for row in newer))
    return replace(tallied, lines=newest)


def _tally_changes(seen: Mapping[int, int], rows: Iterable[tuple[Any, ...]]) -> ChangesSinceDesk:
    """Return what journal lines change, in order.

    A row has key, division, kind and facts of a line, then kind and facts of the line it undoes, if any.
    """
    matches: set[int] = set()
    further, only_results, latest = 0, True, dict(seen)
    for pk, division, name, facts, undone_name, undone_facts in rows:
        latest[division] = pk
        match, kind = facts.get("match"), KINDS.get(undone_name or name)
        if undone_facts:
            match = undone_facts.get("match")
        if isinstance(match, int):
            matches.add(match)
        only_results &= name == "ResultEntered"
        is_result_undone = bool(undone_name) and undone_name.startswith("Result")
        further += is_result_undone or (kind is not None and kind.topic == "rounds")
    return ChangesSinceDesk(frozenset(matches), further, only_results, latest)
