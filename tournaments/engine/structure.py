"""Numbers of Swiss rounds and sizes of the cut by attendance.

The tables are data (`tournaments/data/attendance.csv`), one row per band, each with its rule number. They
count the players of one division (M-031). The tables league_challenge (M-012), league_cup (M-013) and the
cuts of regional (M-014) are certain. The bands of 2017 (M-013, M-015) and the rounds of regional, where the
official text gives only the cut, are less certain. So are the match points for day 2 (M-016). At a prerelease
(M-052) organizers are free to choose, and the table is a proposal.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.engine.refused import Refused
from core.engine.tabular import SHIPPED, NamedRows
from tournaments.engine.refusals import TournamentRefusal

MIN_PLAYERS = 4
"""The minimum number of players in an official event (M-011)."""

MIN_ROUNDS = 3
"""The minimum number of rounds in an official event (M-011)."""

NUMBERS = ("players_from", "rounds", "cut", "later_rounds", "later_points")

ATTENDANCE_FILE = Path(__file__).parent.parent / "data" / "attendance.csv"


@dataclass(frozen=True, slots=True)
class AttendanceBand:
    """One row of a table, for `players_from` players or more.

    A `cut` of 0 means no cut. If the cut is not a power of two, its top seeds have a bye (M-014). `later_rounds`
    is the number of Swiss rounds in a second phase, for players who advance with `later_points` match points
    (M-016), or 0.
    """

    players_from: int
    rounds: int
    cut: int
    later_rounds: int
    later_points: int
    rule: str


@dataclass(frozen=True, slots=True)
class Structure:
    """The numbers of rounds and the size of the cut for one division, with any warnings.

    `rounds` are Swiss rounds, `cut` is 0 without a cut, and `later_rounds` are Swiss rounds in a second phase.
    `warnings` contains BELOW_OFFICIAL_MINIMUM if there are too few players for an official event.
    """

    rounds: int
    cut: int
    later_rounds: int = 0
    rule: str = "M-011"
    warnings: tuple[str, ...] = ()


def read_attendance_tables(lines: Iterable[str]) -> dict[str, tuple[AttendanceBand, ...]]:
    """Parse tables by name from CSV lines: table, players_from, rounds, cut, later_rounds, later_points, rule."""
    tables: dict[str, list[AttendanceBand]] = {}
    for _line, row in NamedRows(lines, SHIPPED):
        players_from, rounds, cut, later_rounds, later_points = (int(row[name]) for name in NUMBERS)
        tables.setdefault(row["table"], []).append(
            AttendanceBand(players_from, rounds, cut, later_rounds, later_points, row["rule"])
        )
    return {name: tuple(sorted(bands, key=lambda band: band.players_from)) for name, bands in tables.items()}


TABLES = read_attendance_tables(ATTENDANCE_FILE.read_text(encoding="utf-8").splitlines())


def attendance_table_for(name: str, edition: str) -> str:
    """Return the name of the table for an edition of the rules, or of the common table if the edition has none."""
    edition_table = f"{name}_{edition}"
    return edition_table if edition_table in TABLES else name


def structure_for_attendance(players: int, table: str, *, official: bool = True) -> Structure:
    """Return the rounds and the cut for a division of this many players.

    Refused: TOO_FEW_FOR_OFFICIAL (players, players_needed, rounds_needed) for an official event with fewer
    than four players (M-011). An unofficial event plays as many rounds as it can, with a warning.
    """
    if players >= MIN_PLAYERS:
        bands = TABLES[table]
        band = bands[bisect_right(bands, players, key=lambda band: band.players_from) - 1]
        return Structure(band.rounds, band.cut, band.later_rounds, band.rule)
    if official:
        raise Refused(
            TournamentRefusal.TOO_FEW_FOR_OFFICIAL,
            players=players,
            players_needed=MIN_PLAYERS,
            rounds_needed=MIN_ROUNDS,
        )
    # Two players play one round. Three play three rounds, with one bye each.
    return Structure({2: 1, 3: 3}.get(players, 0), 0, warnings=("BELOW_OFFICIAL_MINIMUM",))


def players_deciding_structure(attendance: Iterable[int]) -> int:
    """Return the number of players that decides the structure of age divisions paired together (M-031).

    Tables count the players of one age division, so the largest decides. `attendance` is the number of players
    in each age division. The result is at least the official minimum if there are that many players in total
    (M-011).
    """
    counts = list(attendance)
    return max(max(counts, default=0), min(sum(counts), MIN_PLAYERS))


def swiss_rounds_for_attendance(players: int, table: str) -> int:
    """Return the number of Swiss rounds for this many players, however few they are."""
    return structure_for_attendance(players, table, official=False).rounds


def cut_size_for_attendance(players: int, table: str) -> int:
    """Return the size of the cut for this many players, or 0 if there is no cut."""
    return structure_for_attendance(players, table, official=False).cut


def day_two_points_of(table: str) -> int:
    """Return the match points for day 2 in a table (M-016), or 0 if the table has no day 2."""
    return max(band.later_points for band in TABLES[table])
