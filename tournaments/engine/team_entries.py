"""Teams that enter an event as one: seats (R-102 to R-104), and a file of teams."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.engine import tabular
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from tournaments.engine.refusals import TournamentRefusal

KINDS = ("team_battle", "two_on_two")
"""Kinds of events that teams of two enter; in 2-on-2 a player may also enter alone."""

SEATS = ("A", "B")
"""Teammates sit diagonally: A beside an opponent, B across from the other. The rules have no teams of three."""

OF_MEMBER = 3
"""Columns per member in a file: first name, last name, Player ID; the team's name comes first."""

LARGEST_FILE, MOST_TEAMS = 2_000_000, 2_000
BOUNDS = tabular.Bounds(unpacked=20_000_000, rows=MOST_TEAMS + 1, columns=50, cells=200_000)


@dataclass(frozen=True, slots=True)
class Member:
    """One player of a team and the seat."""

    seat: str
    first_name: str
    last_name: str
    player_id: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team on entering."""

    name: str
    members: tuple[Member, ...]


def check(team: TeamEntry) -> None:
    """Check a team. Refused: TEAM_NAME_MISSING, TEAM_MEMBER_MISSING (seat, team), TEAM_TOO_LARGE (team, seats),
    PLAYER_ID_NOT_DIGITS (value), TEAM_MEMBER_TWICE.
    """
    if not team.name:
        raise Refused(CoreRefusal.TEAM_NAME_MISSING)
    if len(team.members) > len(SEATS):
        raise Refused(TournamentRefusal.TEAM_TOO_LARGE, team=team.name, seats=len(SEATS))
    by_seat = {member.seat: member for member in team.members}
    for seat in SEATS:
        if seat not in by_seat or not by_seat[seat].last_name:
            raise Refused(TournamentRefusal.TEAM_MEMBER_MISSING, seat=seat, team=team.name)
    ids = [member.player_id for member in team.members if member.player_id]
    for number in ids:
        if not (number.isascii() and number.isdigit() and len(number) <= 20):
            raise Refused(TournamentRefusal.PLAYER_ID_NOT_DIGITS, value=number)
    if len(ids) != len(set(ids)):
        raise Refused(TournamentRefusal.TEAM_MEMBER_TWICE, team=team.name)


def read(data: bytes, filename: str) -> list[tuple[int, TeamEntry]]:
    """Read the teams of a CSV or XLSX file, each with its row; the first non-blank row has the titles.

    Refused: FILE_EMPTY, FILE_TOO_BIG (limit), FILE_KIND_UNKNOWN (filename), FILE_UNREADABLE (filename), ROW_UNREADABLE
    (row), TOO_MANY_TEAMS (limit), TOO_MANY_COLUMNS (row, found, limit), TOO_MANY_CELLS (limit).
    """
    if len(data) > LARGEST_FILE:
        raise Refused(CoreRefusal.FILE_TOO_BIG, limit=LARGEST_FILE // 1_000_000)
    try:
        cleaned = (
            (number, [" ".join(tabular.cell_text(value).split()) for value in values])
            for number, values in _rows(data)
        )
        rows = [(number, cells) for number, cells in cleaned if any(cells)]
    except tabular.FileFault as fault:
        if fault.kind == "rows":
            raise Refused(TournamentRefusal.TOO_MANY_TEAMS, limit=MOST_TEAMS) from fault
        raise (
            fault.too_large()
            or {
                "too_big": Refused(CoreRefusal.FILE_TOO_BIG, limit=LARGEST_FILE // 1_000_000),
                "not_text": Refused(CoreRefusal.FILE_KIND_UNKNOWN, filename=filename),
                "damaged": Refused(CoreRefusal.FILE_UNREADABLE, filename=filename),
                "row": Refused(CoreRefusal.ROW_UNREADABLE, row=fault.row),
            }[fault.kind]
        ) from fault
    if len(rows) < 2:
        raise Refused(CoreRefusal.FILE_EMPTY)
    return [(number, team_of(cells)) for number, cells in rows[1:]]


def team_of(cells: Sequence[str]) -> TeamEntry:
    """The team of a row: its name, then first name, last name and Player ID of each seat, and of surplus members."""
    padded = [*cells, *[""] * (1 + OF_MEMBER * len(SEATS))]
    members = []
    for place, start in enumerate(range(1, len(padded) - OF_MEMBER + 1, OF_MEMBER)):
        first_name, last_name, player_id = padded[start : start + OF_MEMBER]
        if place < len(SEATS):
            members.append(Member(SEATS[place], first_name, last_name, player_id.lstrip("'")))
        elif first_name or last_name or player_id:
            members.append(Member("", first_name, last_name, player_id.lstrip("'")))
    return TeamEntry(padded[0], tuple(members))


def seats_text(members: Iterable[Member]) -> str:
    """ "A Ana Silva · B Luis Pérez"."""
    return " · ".join(f"{member.seat} {member.name}" for member in members)


def _rows(data: bytes) -> Iterator[tabular.Numbered]:
    if tabular.is_xlsx(data):
        return tabular.xlsx_rows(data, BOUNDS)
    body, delimiters = tabular.csv_body(tabular.text_of(data))
    delimiter = tabular.best_delimiter(body, delimiters, lambda _cells: 0, BOUNDS, within=1)
    return tabular.csv_rows(body, delimiter, BOUNDS)
