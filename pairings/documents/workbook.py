"""Standings and pairings as one spreadsheet with real numbers, ready to sort, filter and print."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from core.documents.spreadsheets import PERCENT, Field, NamedList, Value, as_xlsx
from core.engine.sheet_heads import SheetHead
from pairings.documents import paper_words
from pairings.documents.pairings import table_order_key
from pairings.engine.display_rows import EntryPerson, MatchRow, StandingRow
from pairings.words import tie_break_words
from tournaments.labels import age_division_label
from tournaments.words.entrants import entrant_fields

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

Ids = Mapping[int, str | None]
"""Player IDs by entry, in files for staff only."""


def build_workbook(
    head: SheetHead,
    *,
    ids: Ids | None = None,
    standings: Sequence[tuple[str, Sequence[StandingRow]]] = (),
    pairings: Sequence[tuple[str, Sequence[MatchRow]]] = (),
) -> bytes:
    """Build an XLSX file with one sheet per named list, standings first.

    `ids` adds columns with Player IDs. Lists with teams have a last column with the members of each team.
    Without any list, the file has one sheet of standings without rows. The same input gives the same bytes.
    """
    lists: list[NamedList] = []
    for title, places in standings:
        teams = any(row.person.members for row in places)
        cell_rows = [standing_cells(row, ids, teams=teams) for row in places]
        lists.append((title, standing_fields(ids, teams=teams), cell_rows))
    for title, matches in pairings:
        teams = any(person.members for row in matches for person in row.people)
        cell_rows = [pairing_cells(row, ids, teams=teams) for row in sorted(matches, key=table_order_key)]
        fields = entrant_fields(PAIRING_FIELDS)
        fields = fields if ids is None else (*fields, *PAIRING_IDS)
        lists.append((title, ((*fields, *PAIRING_TEAMS) if teams else fields), cell_rows))
    return as_xlsx(lists or [(str(_("Standings")), standing_fields(ids), ())], head)


def standing_fields(ids: Ids | None, *, teams: bool = False) -> tuple[Field, ...]:
    """Return the columns of a list of standings. `ids`, `teams`: add Player IDs and team members."""
    fields = STANDING_FIELDS if ids is None else (*STANDING_FIELDS, STANDING_ID)
    return (*fields, STANDING_TEAM) if teams else fields


def standing_cells(row: StandingRow, ids: Ids | None = None, *, teams: bool = False) -> tuple[Value, ...]:
    """Return the cells of a line of the standings. `ids`, `teams`: as in `standing_fields`."""
    person = row.person
    names = (person.last_name, person.first_name, age_division_label(person.age_division))
    dropped = str(_("yes")) if person.dropped else None
    figures = (person.points, row.wins, row.losses, row.ties, *row.tie_breaks.values())
    return row.place, *names, *figures, dropped, *_optional_cells(ids, teams, person)


def pairing_cells(row: MatchRow, ids: Ids | None = None, *, teams: bool = False) -> tuple[Value, ...]:
    """Return the cells of a match. `ids`, `teams`: as in `standing_fields`.

    Without an opponent, the result column says why, such as a bye.
    """
    left, right = row.left, row.right
    cells: tuple[Value, ...]
    if right is None:
        cells = (
            None,
            left.name,
            left.points,
            None,
            None,
            str(paper_words.table_or_word_text(row)),
            None,
            None,
        )
    else:
        people = (left.name, left.points, right.name, right.points)
        games = (row.games_left, row.games_right)
        cells = (row.table, *people, str(paper_words.outcome_choice_text(row)), *games)
    return *cells, *_optional_cells(ids, teams, left, right)


def _optional_cells(ids: Ids | None, teams: bool, *people: EntryPerson | None) -> tuple[str | None, ...]:
    """Return one Player ID per person if there are `ids`, and then the members of each team with `teams`.

    A missing person, ID or team gives None.
    """
    numbers = (
        [(ids.get(person.entry_id) or None) if person else None for person in people]
        if ids is not None
        else []
    )
    seats = [(person.seats or None) if person else None for person in people] if teams else []
    return (*numbers, *seats)
