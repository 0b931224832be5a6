"""Standings and pairings as one spreadsheet: real numbers, ready to sort, filter and print."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from pairings.documents import paper_words
from pairings.documents.pairings import table_order
from pairings.engine.rows import MatchRow, Person, StandingRow
from tournaments.documents.spreadsheets import PERCENT, Field, NamedList, Value, as_xlsx
from tournaments.engine.rows import SheetHead
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
    Field(_("Opp. win %"), 18, PERCENT),
    Field(_("Opp. opp. win %"), 22, PERCENT),
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

Ids = Mapping[int, str]
"""Entry -> Player ID, for files of the staff alone."""


def workbook(
    head: SheetHead,
    *,
    ids: Ids | None = None,
    standings: Sequence[tuple[str, Sequence[StandingRow]]] = (),
    pairings: Sequence[tuple[str, Sequence[MatchRow]]] = (),
) -> bytes:
    """An XLSX file with one sheet for each named list, standings first; with `ids` their Player IDs stand at the end.

    The same input gives the same bytes.
    """
    of_standings = standing_fields(ids)
    of_pairings = PAIRING_FIELDS if ids is None else (*PAIRING_FIELDS, *PAIRING_IDS)
    lists: list[NamedList] = [
        (title, of_standings, [standing_line(row, ids) for row in places]) for title, places in standings
    ]
    lists += [
        (title, of_pairings, [pairing_line(row, ids) for row in sorted(matches, key=table_order)])
        for title, matches in pairings
    ]
    return as_xlsx(lists or [(str(_("Standings")), of_standings, ())], head)


def standing_fields(ids: Ids | None) -> tuple[Field, ...]:
    return STANDING_FIELDS if ids is None else (*STANDING_FIELDS, STANDING_ID)


def standing_line(row: StandingRow, ids: Ids | None = None) -> tuple[Value, ...]:
    person = row.person
    names = (person.last_name, person.first_name, age_division_label(person.age_division))
    left = str(_("yes")) if person.dropped else None
    figures = (person.points, row.wins, row.losses, row.ties, row.owp, row.oowp)
    return row.place, *names, *figures, left, *_ids(ids, person)


def pairing_line(row: MatchRow, ids: Ids | None = None) -> tuple[Value, ...]:
    left, right = row.left, row.right
    if right is None:
        alone = (None, left.name, left.points, None, None, str(paper_words.place_of(row)), None, None)
        return *alone, *_ids(ids, left, None)
    people = (left.name, left.points, right.name, right.points)
    games = (row.games_left, row.games_right)
    return row.table, *people, str(paper_words.outcome(row)), *games, *_ids(ids, left, right)


def _ids(ids: Ids | None, *people: Person | None) -> tuple[str | None, ...]:
    if ids is None:
        return ()
    return tuple((ids.get(person.entry_id) or None) if person else None for person in people)
