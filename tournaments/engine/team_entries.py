"""Teams that enter an event together: seats (R-102 to R-104), and files of teams."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.engine import tabular
from core.engine.person_names import search_key
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from tournaments.engine.refusals import TournamentRefusal

KINDS = ("team_battle", "two_on_two")
"""Kinds of events for teams of two; in 2-on-2 a player may also enter alone."""

TEAMS_ONLY = ("team_battle",)
"""Kinds of events in which no player may enter alone (R-103)."""

SEATS = ("A", "B")
"""A team's seats, on a diagonal: A beside one opponent, B across from the other. The rules have no teams of three."""

OF_MEMBER = 3
"""Columns per member in a file: first name, last name, Player ID; the team's name comes first."""

MAX_FILE_SIZE, MAX_TEAMS = 2_000_000, 2_000
BOUNDS = tabular.TableBounds(unpacked=20_000_000, rows=MAX_TEAMS + 1, columns=50, cells=200_000)


@dataclass(frozen=True, slots=True)
class TeamEntryMember:
    """One player of a team. `seat` is "" for a player beyond the last seat."""

    seat: str
    first_name: str
    last_name: str
    player_id: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def may_be_same_person_as(self, other: "TeamEntryMember") -> bool:
        """Return whether two members may be the same person.

        Player IDs are compared if both members have one, otherwise names.
        """
        if self.player_id and other.player_id:
            return self.player_id == other.player_id
        return search_key(self.name) == search_key(other.name)


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team to enter."""

    name: str
    members: tuple[TeamEntryMember, ...]


def require_complete_team(team: TeamEntry) -> None:
    """Check that a team has a name, a player in each seat and valid Player IDs.

    Refused: TEAM_NAME_MISSING, TEAM_MEMBER_MISSING (seat, team), TEAM_TOO_LARGE (team, seats),
    PLAYER_ID_NOT_DIGITS (value), TEAM_MEMBER_TWICE (team) if two players have the same Player ID.
    """
    if not team.name:
        raise Refused(CoreRefusal.TEAM_NAME_MISSING)
    if len(team.members) > len(SEATS):
        raise Refused(TournamentRefusal.TEAM_TOO_LARGE, team=team.name, seats=len(SEATS))
    member_by_seat = {member.seat: member for member in team.members}
    for seat in SEATS:
        if seat not in member_by_seat or not member_by_seat[seat].last_name:
            raise Refused(TournamentRefusal.TEAM_MEMBER_MISSING, seat=seat, team=team.name)
    player_ids = [member.player_id for member in team.members if member.player_id]
    for player_id in player_ids:
        if not (player_id.isascii() and player_id.isdigit() and len(player_id) <= 20):
            raise Refused(TournamentRefusal.PLAYER_ID_NOT_DIGITS, value=player_id)
    if len(player_ids) != len(set(player_ids)):
        raise Refused(TournamentRefusal.TEAM_MEMBER_TWICE, team=team.name)


def read_teams(data: bytes, filename: str) -> list[tuple[int, TeamEntry]]:
    """Read the teams of a CSV or XLSX file, each with its row number. The first non-blank row has the titles.

    Refused: FILE_EMPTY, FILE_TOO_BIG (limit), FILE_KIND_UNKNOWN (filename), FILE_UNREADABLE (filename), ROW_UNREADABLE
    (row), TOO_MANY_TEAMS (limit), TOO_MANY_COLUMNS (row, found, limit), TOO_MANY_CELLS (limit).
    """
    if len(data) > MAX_FILE_SIZE:
        raise Refused(CoreRefusal.FILE_TOO_BIG, limit=MAX_FILE_SIZE // 1_000_000)
    try:
        if tabular.is_xlsx(data):
            numbered_rows = tabular.xlsx_rows(data, BOUNDS)
        else:
            body, delimiters = tabular.csv_body_and_delimiters(tabular.decode_text_file(data))
            # No titles are known, so the delimiter that gives the most cells is chosen.
            delimiter = tabular.best_delimiter(body, delimiters, lambda _cells: 0, BOUNDS, within=1)
            numbered_rows = tabular.csv_rows(body, delimiter, BOUNDS)
        cleaned_rows = (
            (number, [" ".join(tabular.cell_text(value).split()) for value in values])
            for number, values in numbered_rows
        )
        rows = [(number, cells) for number, cells in cleaned_rows if any(cells)]
    except tabular.TableFileFault as fault:
        if fault.kind == "rows":
            raise Refused(TournamentRefusal.TOO_MANY_TEAMS, limit=MAX_TEAMS) from fault
        raise (
            fault.too_large()
            or {
                "too_big": Refused(CoreRefusal.FILE_TOO_BIG, limit=MAX_FILE_SIZE // 1_000_000),
                "not_text": Refused(CoreRefusal.FILE_KIND_UNKNOWN, filename=filename),
                "damaged": Refused(CoreRefusal.FILE_UNREADABLE, filename=filename),
                "row": Refused(CoreRefusal.ROW_UNREADABLE, row=fault.row),
            }[fault.kind]
        ) from fault
    if len(rows) < 2:
        raise Refused(CoreRefusal.FILE_EMPTY)
    return [(number, team_of_row(cells)) for number, cells in rows[1:]]


def team_of_row(cells: Sequence[str]) -> TeamEntry:
    """Parse the team of a row: its name, then first name, last name and Player ID of each member.

    Members beyond the last seat have no seat.
    """
    padded_cells = [*cells, *[""] * (1 + OF_MEMBER * len(SEATS))]
    members = []
    for position, first_column in enumerate(range(1, len(padded_cells) - OF_MEMBER + 1, OF_MEMBER)):
        first_name, last_name, player_id = padded_cells[first_column : first_column + OF_MEMBER]
        # Some spreadsheets mark digits as text with an apostrophe, which is removed.
        if position < len(SEATS):
            members.append(TeamEntryMember(SEATS[position], first_name, last_name, player_id.lstrip("'")))
        elif first_name or last_name or player_id:
            members.append(TeamEntryMember("", first_name, last_name, player_id.lstrip("'")))
    return TeamEntry(padded_cells[0], tuple(members))


def team_seats_text(members: Iterable[TeamEntryMember]) -> str:
    """Format seats and names: "A Ana Silva · B Luis Pérez"."""
    return " · ".join(f"{member.seat} {member.name}" for member in members)
