"""Standings and pairings as one spreadsheet: real numbers, ready to sort, filter and print."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from core.documents.spreadsheets import PERCENT, Field, NamedList, Value, as_xlsx
from core.engine.heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.pairings import table_order
from pairings.engine.rows import MatchRow, Person, StandingRow
from pairings.words import tie_break_words
from tournaments.wording import age_division_label

STANDING_FIELDS = (
    Field(_("Place"), 8, "0"),
    Field(_("Last name"), 24),
    Field(_("First name"), 20),
    Field(_("Age division"), 14),
    Field(_("Points"), 9, "0"),
    Field(_("Won"), 8, "0"),
    Field(_("Lost"), 8, "0"),
    Field(_("Tied"), 8, "0"),
    *(Field(heading, 22, PERCENT) for heading in tie_break_words.HEADINGS),
    Field(_("Dropped"), 16),
)
PAIRING_FIELDS = (
    Field(_("Table"), 9, "0"),
    Field(_("Player 1"), 30),
    Field(_("Player 1: points"), 14, "0"),
    Field(_("Player 2"), 30),
    Field(_("Player 2: points"), 14, "0"),
    Field(_("Result"), 14),
    Field(_("Player 1: games"), 14, "0"),
    Field(_("Player 2: games"), 14, "0"),
)

STANDING_ID = Field(_("Player ID"), 14)
PAIRING_IDS = (Field(_("Player 1: Player ID"), 16), Field(_("Player 2: Player ID"), 16))

STANDING_TEAM = Field(_("Players"), 40)
PAIRING_TEAMS = (Field(_("Team 1: players"), 40), Field(_("Team 2: players"), 40))

Ids = Mapping[int, str]
"""Entry -> Player ID, for files for staff only."""


def workbook(
    head: SheetHead,
    *,
    ids: Ids | None = None,
    standings: Sequence[tuple[str, Sequence[StandingRow]]] = (),
    pairings: Sequence[tuple[str, Sequence[MatchRow]]] = (),
) -> bytes:
    """An XLSX file with one sheet for each named list, standings first.

    With `ids` the last columns are Player IDs and, in a list with teams, their players. The same input gives the same
    bytes.
    """
    lists: list[NamedList] = []
    for title, places in standings:
        teams = any(row.person.members for row in places)
        lines = [standing_line(row, ids, teams=teams) for row in places]
        lists.append((title, standing_fields(ids, teams=teams), lines))
    for title, matches in pairings:
        sides = (side for row in matches for side in (row.left, row.right))
        teams = any(side.members for side in sides if side is not None)
        lines = [pairing_line(row, ids, teams=teams) for row in sorted(matches, key=table_order)]
        fields = PAIRING_FIELDS if ids is None else (*PAIRING_FIELDS, *PAIRING_IDS)
        lists.append((title, ((*fields, *PAIRING_TEAMS) if teams else fields), lines))
    return as_xlsx(lists or [(str(_("Standings")), standing_fields(ids), ())], head)


def standing_fields(ids: Ids | None, *, teams: bool = False) -> tuple[Field, ...]:
    fields = STANDING_FIELDS if ids is None else (*STANDING_FIELDS, STANDING_ID)
    return (*fields, STANDING_TEAM) if teams else fields


def standing_line(row: StandingRow, ids: Ids | None = None, *, teams: bool = False) -> tuple[Value, ...]:
    person = row.person
    names = (person.last_name, person.first_name, age_division_label(person.age_division))
    left = str(_("yes")) if person.dropped else None
    figures = (person.points, row.wins, row.losses, row.ties, *row.tie_breaks.values())
    return row.place, *names, *figures, left, *_ids(ids, person), *_players(teams, person)


def pairing_line(row: MatchRow, ids: Ids | None = None, *, teams: bool = False) -> tuple[Value, ...]:
    left, right = row.left, row.right
    if right is None:
        alone = (None, left.name, left.points, None, None, str(paper_words.place_of(row)), None, None)
        return *alone, *_ids(ids, left, None), *_players(teams, left, None)
    people = (left.name, left.points, right.name, right.points)
    games = (row.games_left, row.games_right)
    return (
        row.table,
        *people,
        str(paper_words.outcome(row)),
        *games,
        *_ids(ids, left, right),
        *_players(teams, left, right),
    )


def _players(teams: bool, *people: Person | None) -> tuple[str | None, ...]:
    return tuple((person.seats or None) if person else None for person in people) if teams else ()


def _ids(ids: Ids | None, *people: Person | None) -> tuple[str | None, ...]:
    if ids is None:
        return ()
    return tuple((ids.get(person.entry_id) or None) if person else None for person in people)
