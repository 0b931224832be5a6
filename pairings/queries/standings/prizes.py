"""Prize tables of an event, and the prizes that players receive by the standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from pairings.engine.display_rows import EntryPerson
from pairings.engine.standings.prizes import PrizeRow, prize_of_place
from pairings.models import Prize
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.rounds.event_progress import progress_of_divisions
from pairings.queries.rounds.match_rows import AGE_DIVISION_ORDER
from pairings.queries.standings.standings_lists import standings_lists
from tournaments.engine.divisions import PLAYS_IN
from tournaments.models import Division, Entry, Tournament

MAX_SOURCES = 40
"""Maximum number of tables of other events that are offered for copying."""


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The prizes of one standings list, by place."""

    division: Division
    age_division: str
    rows: tuple[PrizeRow, ...]

    @property
    def key(self) -> str:
        """Name of the list in URLs, the same as that of the standings."""
        return f"{self.division.pk}-{self.age_division}"

    @property
    def label(self) -> str:
        return str(
            Division.AgeDivision(self.age_division).label if self.age_division != "all" else self.division
        )


@dataclass(frozen=True, slots=True)
class Award:
    """What a player receives by place. `player_number` is the Player ID, or ""."""

    place: int
    person: EntryPerson
    player_number: str
    prize: PrizeRow


@dataclass(frozen=True, slots=True)
class AwardList:
    """The awards of one list by place.

    `after` is the last closed Swiss round, 0 before the first. With `final`, all rounds of the division are
    played, so that no place can change any more except by a correction.
    """

    table: PrizeTable
    awards: tuple[Award, ...]
    after: int
    final: bool

    @property
    def points(self) -> int:
        """Sum of the points of all awards."""
        return sum(award.prize.points or 0 for award in self.awards)

    @property
    def packs(self) -> int:
        """Sum of the packs of all awards."""
        return sum(award.prize.packs or 0 for award in self.awards)


def prize_rows(division: Division | int, age_division: str) -> tuple[PrizeRow, ...]:
    """Return the prizes of the standings list of a division, or of its key, by place. One query."""
    rows = Prize.objects.filter(division=division, age_division=age_division).order_by("first_place")
    return tuple(map(_row, rows))


def _row(prize: Prize) -> PrizeRow:
    return PrizeRow(prize.first_place, prize.last_place, prize.text, prize.points, prize.packs)


def prize_tables(event: Tournament) -> list[PrizeTable]:
    """Return the prize table of each standings list of an event, empty or not, oldest players first.

    A division ranked by age division has a list for each age division with entries or, before its first entry, for
    each that may play in it. Three queries.
    """
    divisions = list(event.divisions.order_by("position", "id"))
    entered = set(event.entries.order_by().values_list("division", "age_division").distinct())
    rows: dict[tuple[int, str], list[PrizeRow]] = {}
    for prize in Prize.objects.filter(division__tournament=event).order_by("first_place"):
        rows.setdefault((prize.division_id, prize.age_division), []).append(_row(prize))
    tables = []
    for division in divisions:
        division.tournament = event
        ages = PLAYS_IN[division.age_division]
        played = [age_division for age_division in ages if (division.pk, age_division) in entered]
        for age_division in (played or ages) if division.by_age else ("all",):
            list_rows = tuple(rows.get((division.pk, age_division), ()))
            tables.append(PrizeTable(division, age_division, list_rows))
    return sorted(tables, key=lambda table: AGE_DIVISION_ORDER.index(table.age_division))


def table_by_key(tables: Sequence[PrizeTable], key: str | None) -> PrizeTable:
    """Return the table with this key, by default the first that has rows, or else the first."""
    by_key = next((table for table in tables if table.key == key), None)
    return by_key or next((table for table in tables if table.rows), tables[0])


def awards_of_tables(event: Tournament, tables: Sequence[PrizeTable]) -> list[AwardList]:
    """Return the awards of some lists of an event by the current standings.

    A disqualified player has no place, so that those below move up; a player who dropped keeps place and prize
    (M-020). Five queries, and for each division those of its standings.
    """
    progress = progress_of_divisions(event, unposted=True)
    over = {row.age_division for row in progress if row.state == "over"}
    lists_by_division = {
        division: {ranking.age_division: ranking for ranking in standings_lists(division)}
        for division in {table.division for table in tables}
    }
    keys = [
        row.person.entry_id
        for lists in lists_by_division.values()
        for ranking in lists.values()
        for row in ranking.rows
    ]
    numbers = dict(Entry.objects.filter(pk__in=keys).values_list("pk", "player_number"))
    after = {
        division: ranked_rounds(division).order_by("-number").values_list("number", flat=True).first() or 0
        for division in lists_by_division
    }
    award_lists = []
    for table in tables:
        ranking = lists_by_division[table.division].get(table.age_division)
        awards = [
            Award(row.place, row.person, numbers.get(row.person.entry_id) or "", prize)
            for row in (ranking.rows if ranking else ())
            if (prize := prize_of_place(table.rows, row.place)) is not None
        ]
        award_lists.append(
            AwardList(table, tuple(awards), after[table.division], table.division.age_division in over)
        )
    return award_lists


@dataclass(frozen=True, slots=True)
class PrizeSource:
    """A prize table that can be copied: the key of its `division`, and its list.

    `event` is the name of its event, or "" for the same event.
    """

    division: int
    age_division: str
    event: str
    label: str
    count: int

    @property
    def key(self) -> str:
        """Name of the table in a form."""
        return f"{self.division}-{self.age_division}"


def prize_sources(table: PrizeTable) -> list[PrizeSource]:
    """Return the other prize tables of the event, then those of earlier events of the organizer, newest first.

    One query.
    """
    event = table.division.tournament
    stored = Prize.objects.filter(division__tournament__organizer=event.organizer_id)
    stored = stored.exclude(division=table.division, age_division=table.age_division)
    names = ("division", "age_division", "division__age_division", "division__tournament")
    counted = (
        stored.order_by()
        .values_list(*names, "division__tournament__name", "division__tournament__starts_at")
        .annotate(count=Count("pk"))
    )
    found = sorted(
        counted,
        key=lambda row: (row[3] != event.pk, -row[5].timestamp(), row[0], AGE_DIVISION_ORDER.index(row[1])),
    )
    return [
        PrizeSource(
            division=division,
            age_division=age_division,
            event="" if tournament == event.pk else name,
            label=str(Division.AgeDivision(age_division if age_division != "all" else of_ages).label),
            count=count,
        )
        for division, age_division, of_ages, tournament, name, _starts_at, count in found[:MAX_SOURCES]
    ]
