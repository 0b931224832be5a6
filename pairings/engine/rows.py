"""Rows of pairings, standings and brackets, shared by screen, sheet, spreadsheet and API."""

from dataclasses import dataclass

from core.engine.heads import SheetHead
from core.engine.people import numbered
from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import Outcome
from tournaments.engine.team_entries import Member, seats_text

__all__ = ["BracketBox", "BracketRound", "BracketSide", "MatchRow", "Person", "SheetHead", "StandingRow"]


@dataclass(frozen=True, slots=True)
class Person:
    """The public data of one entry. `record` is wins-losses-ties, "3-1-0", before the round shown; `members` are the
    players of a team by seat, empty where a player entered alone.
    """

    entry_id: int
    first_name: str
    last_name: str
    points: int
    record: str
    age_division: str
    dropped: bool = False
    members: tuple[Member, ...] = ()
    namesake: int = 0

    @property
    def seats(self) -> str:
        """The players of a team, "A Ana Silva · B Luis Pérez"."""
        return seats_text(self.members)

    @property
    def name(self) -> str:
        return numbered(f"{self.first_name} {self.last_name}".strip(), self.namesake)

    @property
    def sort_name(self) -> str:
        return numbered(", ".join(part for part in (self.last_name, self.first_name) if part), self.namesake)


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of a round. `right` is None for a bye or a late loss; games are None until reported.

    `by_walkover`: its loser is out of the event and did not play. `in_bracket`: a match of a top cut.
    """

    match_id: int
    table: int | None
    left: Person
    right: Person | None
    outcome: Outcome
    games_left: int | None = None
    games_right: int | None = None
    by_walkover: bool = False
    in_bracket: bool = False

    @property
    def names(self) -> str:
        return " – ".join(person.name for person in (self.left, self.right) if person)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings."""

    place: int
    person: Person
    wins: int
    losses: int
    ties: int
    tie_breaks: TieBreaks


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One half of a bracket box; `person` is None while the place is open. `games` are games won."""

    seed: int | None = None
    person: Person | None = None
    games: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """One match of the cut; in a bye one side is empty. `by_walkover`: one of the two is out of the event."""

    left: BracketSide
    right: BracketSide
    table: int | None = None
    bye: bool = False
    by_walkover: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """One column of the bracket, boxes from top to bottom, half as many as in the column before."""

    title: str
    boxes: tuple[BracketBox, ...]
