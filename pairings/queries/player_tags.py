"""Check which tags of players a step would change: byes awarded, fixed tables, notes and pairing requests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from pairings.engine.refusals import PairingRefusal
from pairings.models import EntryWish, Seat, Stage
from pairings.queries.rounds.options import blocked_tables
from tournaments.engine.player_tags import (
    AWARDED_BYES,
    TABLE,
    TAGS,
    TagLine,
    TagProblem,
    TagRow,
    TagValues,
)
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, Tournament

OF_ENTRY = tuple(tag.key for tag in TAGS if not tag.of_wish)
OF_WISH = tuple(tag.key for tag in TAGS if tag.of_wish)
NO_TAGS: TagValues = {tag.key: tag.unset for tag in TAGS}


@dataclass(frozen=True, slots=True)
class _Owner:
    """A player with a fixed table."""

    entry: int
    name: str


@dataclass(frozen=True, slots=True)
class _Hall:
    """The tables of the event. `owners` are the players with a fixed table, by table."""

    first: int
    last: int | None
    blocked: frozenset[int]
    owners: Mapping[int, _Owner]


def tags_of_entries(entries: QuerySet[Entry]) -> Mapping[int, TagValues]:
    """Return the tags of entries, by entry key. Two queries."""
    tags: dict[int, dict[str, int | str | None]] = {
        pk: {**NO_TAGS, **dict(zip(OF_ENTRY, values, strict=True))}
        for pk, *values in entries.values_list("pk", *OF_ENTRY)
    }
    wishes = EntryWish.objects.filter(entry__in=entries.values("pk"))
    for pk, *values in wishes.values_list("entry", *OF_WISH):
        tags[pk] |= dict(zip(OF_WISH, values, strict=True))
    return tags


def tag_lines(event: Tournament, rows: Sequence[TagRow]) -> list[TagLine]:
    """Return what rows would change, in their order, or why they are refused. Writes nothing. Six queries.

    The problems of a row are TAG_BYES_PAIRED (name, round), TAG_TABLE_OUTSIDE (table, first, last),
    TAG_TABLE_TWICE (table, first_row), and TABLE_IS_BLOCKED (table) and TABLE_IS_FIXED_FOR (table, name) of the
    pairing options.
    """
    keys = {row.entry for row in rows if row.entry is not None}
    facts = _Facts(
        rows=rows,
        names={entry.pk: str(entry) for entry in event.entries.filter(pk__in=keys).select_related("player")},
        tags=tags_of_entries(event.entries.filter(pk__in=keys)),
        rounds=_paired_rounds(event, keys),
        hall=_hall_of(event),
    )
    # A refused row moves no player, so their table is not free for another row.
    staying: frozenset[int] = frozenset()
    while True:
        lines = facts.lines(staying)
        refused = staying.union(line.entry for line in lines if line.problem and line.entry is not None)
        if refused == staying:
            return lines
        staying = refused


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of the players of the rows, by entry key, and of the hall."""

    rows: Sequence[TagRow]
    names: Mapping[int, str]
    tags: Mapping[int, TagValues]
    rounds: Mapping[int, set[int]]
    hall: _Hall

    def lines(self, staying: frozenset[int]) -> list[TagLine]:
        """Return the lines of the rows, if the players `staying` keep their tables."""
        moved = {row.entry for row in self.rows if TABLE.key in row.tags and row.entry is not None} - staying
        taken = {table: owner.name for table, owner in self.hall.owners.items() if owner.entry not in moved}
        row_by_table: dict[int, int] = {}
        lines = []
        for row in self.rows:
            before = NO_TAGS if row.entry is None else self.tags[row.entry]
            problem = (
                self._bye_problem(row, before)
                or self._table_problem(row, before, taken)
                or _table_twice_problem(row, row_by_table)
            )
            name = row.name if row.entry is None else self.names[row.entry]
            values = {key: before[key] for key in row.tags}
            lines.append(TagLine(row.row, row.entry, name, values, dict(row.tags), problem))
        return lines

    def _bye_problem(self, row: TagRow, before: TagValues) -> TagProblem | None:
        """Return a problem if a round that the row would make a bye, or no bye, is already paired."""
        if AWARDED_BYES.key not in row.tags or row.entry is None:
            return None
        old, new = int(before[AWARDED_BYES.key] or 0), int(row.tags[AWARDED_BYES.key] or 0)
        changed_rounds = range(min(old, new) + 1, max(old, new) + 1)
        paired = self.rounds.get(row.entry, set())
        number = next((number for number in changed_rounds if number in paired), None)
        if number is None:
            return None
        facts = {"name": self.names[row.entry], "round": number}
        return TagProblem(TournamentRefusal.TAG_BYES_PAIRED, facts, AWARDED_BYES.key)

    def _table_problem(self, row: TagRow, before: TagValues, taken: Mapping[int, str]) -> TagProblem | None:
        """Return a problem if the table is new to the player and outside the hall, blocked or in `taken`."""
        table, hall = row.tags.get(TABLE.key), self.hall
        if not isinstance(table, int) or table == before[TABLE.key]:
            return None
        if hall.last is not None and not hall.first <= table <= hall.last:
            limits = {"table": table, "first": hall.first, "last": hall.last}
            return TagProblem(TournamentRefusal.TAG_TABLE_OUTSIDE, limits, TABLE.key)
        if table in hall.blocked:
            return TagProblem(PairingRefusal.TABLE_IS_BLOCKED, {"table": table}, TABLE.key)
        if table in taken:
            owner = {"table": table, "name": taken[table]}
            return TagProblem(PairingRefusal.TABLE_IS_FIXED_FOR, owner, TABLE.key)
        return None


def _paired_rounds(event: Tournament, keys: set[int]) -> dict[int, set[int]]:
    """Return the Swiss rounds in which each of these entries has a seat, posted or not, by entry key."""
    seats = Seat.objects.filter(
        entry__in=keys, round__division__tournament=event, round__stage__kind=Stage.Kind.SWISS
    )
    rounds: dict[int, set[int]] = {}
    for entry, number in seats.values_list("entry", "round__number"):
        rounds.setdefault(entry, set()).add(number)
    return rounds


def _hall_of(event: Tournament) -> _Hall:
    """Return the tables of the event and the players with a fixed table."""
    wishes = EntryWish.objects.filter(entry__tournament=event, table__isnull=False)
    owners = {
        wish.table: _Owner(wish.entry_id, str(wish.entry))
        for wish in wishes.select_related("entry__player")
        if wish.table
    }
    return _Hall(event.table_from, event.table_to, frozenset(blocked_tables(event)), owners)


def _table_twice_problem(row: TagRow, row_by_table: dict[int, int]) -> TagProblem | None:
    """Return a problem if an earlier row has the table. Otherwise, add the row's table to `row_by_table`."""
    table = row.tags.get(TABLE.key)
    if not isinstance(table, int):
        return None
    first_row = row_by_table.setdefault(table, row.row)
    if first_row == row.row:
        return None
    return TagProblem(TournamentRefusal.TAG_TABLE_TWICE, {"table": table, "first_row": first_row}, TABLE.key)
