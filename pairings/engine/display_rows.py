"""Rows of pairings, standings and brackets, as shown on screens, sheets, spreadsheets and in the API."""

from dataclasses import dataclass, replace

from core.engine.person_names import add_namesake_number
from core.engine.sheet_heads import SheetHead
from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import Outcome
from tournaments.engine.team_entries import TeamEntryMember, team_seats_text

__all__ = ["BracketBox", "BracketRound", "BracketSide", "EntryPerson", "MatchRow", "SheetHead", "StandingRow"]


@dataclass(frozen=True, slots=True)
class EntryPerson:
    """Public data of one entry.

    `record` is wins-losses-ties before the round shown, such as "3-1-0". `members` are the members of a
    team by seat; it is empty for a player who entered alone. `namesake` is the number among players of the
    same name, or 0.
    """

    entry_id: int
    first_name: str
    last_name: str
    points: int
    record: str
    age_division: str
    dropped: bool = False
    members: tuple[TeamEntryMember, ...] = ()
    namesake: int = 0

    @property
    def seats(self) -> str:
        """Members of a team as text, such as "A Ana Silva · B Luis Pérez"."""
        return team_seats_text(self.members)

    @property
    def name(self) -> str:
        return add_namesake_number(f"{self.first_name} {self.last_name}".strip(), self.namesake)

    @property
    def sort_name(self) -> str:
        return add_namesake_number(
            ", ".join(part for part in (self.last_name, self.first_name) if part), self.namesake
        )

    def with_score(self, points: int, record: str | None = None) -> "EntryPerson":
        """Return a copy with these points, and with this record unless it is None."""
        return replace(self, points=points, record=self.record if record is None else record)


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of a round.

    `right` is None for a bye or a late loss, and the games are None until they are reported. `by_walkover` means that
    the loser left the event and did not play. `in_bracket` means that the match belongs to a top cut.
    """

    match_id: int
    table: int | None
    left: EntryPerson
    right: EntryPerson | None
    outcome: Outcome
    games_left: int | None = None
    games_right: int | None = None
    by_walkover: bool = False
    in_bracket: bool = False

    @property
    def people(self) -> tuple[EntryPerson, ...]:
        """The one or two players of the match."""
        return (self.left,) if self.right is None else (self.left, self.right)

    @property
    def names(self) -> str:
        return " – ".join(person.name for person in self.people)

    @property
    def pair(self) -> frozenset[int]:
        """The entry keys of both players, or an empty set without an opponent."""
        return frozenset((self.left.entry_id, self.right.entry_id)) if self.right else frozenset()

    @property
    def gap(self) -> int:
        """The difference in points between both players, or 0 without an opponent."""
        return abs(self.left.points - self.right.points) if self.right else 0


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One row of the standings."""

    place: int
    person: EntryPerson
    wins: int
    losses: int
    ties: int
    tie_breaks: TieBreaks

    @property
    def record(self) -> str:
        """Wins, losses and ties, such as "4-0-1"."""
        return f"{self.wins}-{self.losses}-{self.ties}"


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a bracket box.

    `person` is None while the player is not determined. `games` is the number of games won, or None if not
    reported.
    """

    seed: int | None = None
    person: EntryPerson | None = None
    games: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """One match of the cut. In a bye, one side is empty.

    `by_walkover` means that one player is out of the event.
    """

    left: BracketSide
    right: BracketSide
    table: int | None = None
    bye: bool = False
    by_walkover: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """One column of the bracket with its boxes from top to bottom.

    Each column has half as many boxes as the one before.
    """

    title: str
    boxes: tuple[BracketBox, ...]
