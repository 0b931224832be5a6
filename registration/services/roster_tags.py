"""The tags in the rows of a roster: byes awarded in advance, fixed tables, notes and pairing requests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from registration.engine import roster
from registration.services.roster_lines import ENTERED, SKIP, RosterLine
from tournaments import hooks
from tournaments.engine.player_tags import TagLine, TagRow
from tournaments.models import Entry, Tournament, User


def with_tags(
    event: Tournament, lines: Sequence[RosterLine], columns: Iterable[roster.Column]
) -> tuple[list[RosterLine], list[roster.Problem]]:
    """Return the lines with what their tags would change, and the problems of those that are refused.

    The number of queries does not depend on the number of lines; without tags there are none.
    """
    rows = tag_rows(lines, {}, entry_by_player=_entries_by_player(event) if _have_tags(lines) else {})
    changes = {line.row: line for check in hooks.tag_lines for line in check(event, rows)} if rows else {}
    titles = {column.kind: column.title for column in columns}
    problems = [
        roster.Problem(line.row, titles.get(line.problem.tag), line.problem.code, line.problem.facts)
        for line in changes.values()
        if line.problem is not None
    ]
    refused = {problem.row for problem in problems}
    return [
        replace(line, tags=_changes_of(changes.get(line.row.row)))
        for line in lines
        if line.row.row not in refused
    ], problems


def set_tags(
    event: Tournament,
    lines: Sequence[RosterLine],
    new_entries: Mapping[int, Entry],
    *,
    by: User | None,
) -> None:
    """Set the tags of the players in these lines. `new_entries` are the entries made of them, by row.

    Refused: whatever `hooks.tags_set` refuses, with the `row` of the file.
    """
    if not _have_tags(lines):
        return
    new_keys = {row: entry.pk for row, entry in new_entries.items()}
    rows = [
        row
        for row in tag_rows(lines, new_keys, entry_by_player=_entries_by_player(event))
        if row.entry is not None
    ]
    for set_rows in hooks.tags_set if rows else ():
        set_rows(event, rows, by=by)


def tag_rows(
    lines: Sequence[RosterLine], new_keys: Mapping[int, int], *, entry_by_player: Mapping[int, int]
) -> list[TagRow]:
    """Return the rows with tags: of players who are entered, and of others with their new entry, or none yet."""
    rows = []
    for line in lines:
        entry = new_keys.get(line.row.row)
        if line.status == ENTERED:
            entry = entry_by_player.get(line.candidates[0].player)
        elif entry is None and line.choices == (SKIP,):
            continue
        if line.row.tags:
            rows.append(TagRow(line.row.row, entry, dict(line.row.tags), line.name))
    return rows


def _have_tags(lines: Sequence[RosterLine]) -> bool:
    return any(line.row.tags for line in lines)


def _entries_by_player(event: Tournament) -> dict[int, int]:
    return {entry.player_id: entry.pk for entry in event.entries.only("player", "pk")}


def _changes_of(line: TagLine | None) -> TagLine | None:
    return line if line is not None and line.changed else None
