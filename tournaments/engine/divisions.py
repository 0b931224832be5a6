"""Age divisions by birth year, the seasons that define them, and how attendance groups them.

An *age division* is a player's age group (junior, senior, masters). A *division* plays together: one age
division, two of them, or all (M-031). Each age division has its own standings inside a shared division.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.engine.refused import Refused
from core.engine.tabular import SHIPPED, NamedRows
from tournaments.engine.refusals import TournamentRefusal

AGE_DIVISIONS = ("junior", "senior", "masters")

PLAYS_IN: dict[str, tuple[str, ...]] = {
    "junior": ("junior",),
    "senior": ("senior",),
    "masters": ("masters",),
    "junior_senior": ("junior", "senior"),
    "senior_masters": ("senior", "masters"),
    "all": AGE_DIVISIONS,
}
"""The age divisions that play in each division."""

DIVISIONS = tuple(PLAYS_IN)

TOM_CODES = {"junior": 0, "senior": 1, "masters": 2, "junior_senior": 8, "senior_masters": 9, "all": 10}
"""The pod category TOM writes for each division."""

OF_TOM = {code: division for division, code in TOM_CODES.items()}

OWN_DIVISION = 6
"""The minimum number of players for a separate division (M-031)."""

SEASONS_FILE = Path(__file__).parent.parent / "data" / "seasons.csv"


@dataclass(frozen=True, slots=True)
class Season:
    """One season, named for the year it ends in, and the birth years of its age divisions (M-030).

    Juniors are born in `junior_from` or later, Seniors in `senior_from` or later, Masters before that.
    """

    year: int
    starts_on: date
    junior_from: int
    senior_from: int


def season_by_formula(year: int) -> Season:
    """Return the season of a year that has no row in the table (M-030).

    A season starts on 1 September of the year before; up to 2026 it was 1 July. Files written by TOM agree:
    in early August 2026 players born in 2010 were still Seniors, in October 2026 Masters.
    """
    junior_from = year - (11 if year <= 2020 else 12)
    month = 7 if year <= 2026 else 9
    return Season(year, date(year - 1, month, 1), junior_from, junior_from - 4)


def read_seasons(lines: Iterable[str]) -> tuple[Season, ...]:
    """Parse seasons from CSV lines, in order of their start: year, starts_on, junior_from, senior_from."""
    seasons = [
        Season(
            int(row["year"]),
            date.fromisoformat(row["starts_on"]),
            int(row["junior_from"]),
            int(row["senior_from"]),
        )
        for _line, row in NamedRows(lines, SHIPPED)
    ]
    return tuple(sorted(seasons, key=lambda season: season.starts_on))


SEASONS = read_seasons(SEASONS_FILE.read_text(encoding="utf-8").splitlines())
"""The seasons shipped with Stadium."""


def season_of(day: date, seasons: Sequence[Season] = SEASONS) -> Season:
    """Return the season of a day. Seasons after the last row of the table follow the formula.

    Refused: SEASON_UNKNOWN (day, first) for a day before the first season.
    """
    started_seasons = [season for season in seasons if season.starts_on <= day]
    if not started_seasons:
        first_day = min((season.starts_on for season in seasons), default=None)
        raise Refused(TournamentRefusal.SEASON_UNKNOWN, day=day, first=first_day)
    season = max(started_seasons, key=lambda candidate: candidate.starts_on)
    if len(started_seasons) == len(seasons):
        while (next_season := season_by_formula(season.year + 1)).starts_on <= day:
            season = next_season
    return season


def age_division_of(birth_year: int, season: Season) -> str:
    """Return the age division of a player born in `birth_year` (M-030)."""
    if birth_year >= season.junior_from:
        return "junior"
    return "senior" if birth_year >= season.senior_from else "masters"


def divisions_by_tom_rule(counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return the divisions that TOM's rule forms from these players, youngest first (M-031). Empty without players.

    `counts` maps age divisions to their numbers of players; a missing age division counts as 0.
    """
    junior, senior, masters = (counts.get(age_division, 0) for age_division in AGE_DIVISIONS)
    present = tuple(age_division for age_division in AGE_DIVISIONS if counts.get(age_division, 0) > 0)
    if len(present) <= 1:
        return present
    if min(junior, senior, masters) >= OWN_DIVISION:
        return AGE_DIVISIONS
    if junior < OWN_DIVISION <= min(masters, junior + senior):
        return ("junior_senior", "masters")
    if min(junior, senior + masters) >= OWN_DIVISION:
        return ("junior", "senior_masters")
    return ("all",)


def division_of_age_division(age_division: str, divisions: Iterable[str]) -> str | None:
    """Return the division among `divisions` in which an age division plays, or None if there is none."""
    return next((division for division in divisions if age_division in PLAYS_IN[division]), None)
