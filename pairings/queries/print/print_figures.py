"""Size of an event's prints: numbers of names, matches and bracket pages."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from django.db.models import Count, Max, Q
from django.db.models.functions import Length

from pairings.engine.display_rows import MatchRow
from pairings.engine.print_choice import Paper, PrintChoice
from pairings.models import Bracket, Match, Prize, Qualifier, Round
from pairings.queries.public_pairings import match_rows_with_round
from tournaments.models import Division, Tournament
from tournaments.queries.team_entries import takes_teams

LARGE_PRINT_MATCHES = 300
"""Number of matches above which a round's sheet takes seconds to render."""

BOXES_PER_COLUMN = 8
"""Number of matches in one column of a bracket page."""

LONG_NAME = 28
"""Maximum length of a name, in letters of average width, that fits a bracket box of normal height."""


@dataclass(frozen=True, slots=True)
class MatchCounts:
    """Numbers of matches of two players, of players without an opponent, and of matches without a result."""

    matches: int
    alone: int
    missing: int


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """Numbers of players, of those who still play, and of seats at the player meeting."""

    players: int
    playing: int
    seats: int


class PrintFigures:
    """Lazy counts about some divisions and rounds, with at most one query each, on first use."""

    def __init__(
        self,
        event: Tournament,
        divisions: Collection[Division],
        rounds: Collection[Round],
        choice: PrintChoice | None = None,
    ) -> None:
        """`choice` holds the paper and the boards, by default A4 and the boards that each list has by default."""
        self.event, self.divisions, self.rounds = event, divisions, rounds
        self.choice = choice

    @property
    def drawn(self) -> bool:
        """Whether one of the rounds is paired."""
        return bool(self.rounds)

    @property
    def posted(self) -> bool:
        """Whether one of the rounds is in play."""
        return any(round_.state == Round.State.POSTED for round_ in self.rounds)

    @property
    def matches(self) -> int:
        """Number of matches of two players."""
        return sum(counts.matches for counts in self.matches_by_round.values())

    @property
    def missing(self) -> int:
        """Number of matches without a result."""
        return sum(counts.missing for counts in self.matches_by_round.values())

    @cached_property
    def rows_by_round(self) -> dict[int, list[MatchRow]]:
        """Matches of each round, by round key. One query, two if teams may enter."""
        return rows_by_round(self.rounds)

    @cached_property
    def teams(self) -> int | None:
        """Number of teams of the event, or None if teams cannot enter."""
        if not takes_teams(self.event):
            return None
        return self.event.entries.filter(teammates__isnull=False).distinct().count()

    @property
    def players(self) -> int:
        """Number of all players of the event."""
        return sum(counts.players for counts in self._counts_by_division.values())

    @property
    def playing(self) -> int:
        """Number of the players of the event who still play."""
        return sum(counts.playing for counts in self._counts_by_division.values())

    @property
    def players_by_division(self) -> list[PlayerCounts]:
        """Numbers of players of each of these divisions that has any."""
        counts = self._counts_by_division
        return [counts[division.pk] for division in self.divisions if division.pk in counts]

    @property
    def paper(self) -> Paper:
        return self.choice.paper if self.choice else "a4"

    @property
    def seats(self) -> int:
        """Number of seats at the player meeting: checked-in players, or all players before check-in."""
        return sum(counts.seats for counts in self._counts_by_division.values())

    @cached_property
    def seat_names(self) -> list[str]:
        """Names of the players with seats at the player meeting: "last name, first name"."""
        rows = self.event.entries.filter(dropped_in=None, disqualified=False).order_by(
            "last_name", "first_name"
        )
        names = list(rows.values_list("checked_in_at", "last_name", "first_name"))
        here = [row for row in names if row[0]] or names
        return [", ".join(filter(None, row[1:])) for row in here]

    @cached_property
    def ranked(self) -> bool:
        """Whether any round of these divisions is closed."""
        return Round.objects.filter(division__in=self.divisions, state=Round.State.CLOSED).exists()

    @cached_property
    def prizes(self) -> int:
        """Number of rows in the prize tables of these divisions."""
        return Prize.objects.filter(division__in=self.divisions).count()

    @cached_property
    def qualified(self) -> int:
        """Number of players on day 2 of these divisions."""
        return Qualifier.objects.filter(stage__division__in=self.divisions).count()

    @property
    def bracket_pages(self) -> int:
        """Number of bracket pages on small paper."""
        return sum(count_bracket_pages(size) for size, _letters in self._sizes_and_letters)

    @property
    def has_long_names(self) -> bool:
        """Whether brackets may need more pages because of long names."""
        return any((letters or 0) > LONG_NAME for _size, letters in self._sizes_and_letters)

    @cached_property
    def matches_by_round(self) -> dict[int, MatchCounts]:
        """Numbers of matches of each round that has any, by round key."""
        rows = Match.objects.order_by().filter(round__in=self.rounds).values("round")
        counted = rows.annotate(
            matches=Count("id", filter=Q(right__isnull=False)),
            alone=Count("id", filter=Q(right__isnull=True)),
            missing=Count("id", filter=Q(outcome="pending")),
        )
        values = counted.values_list("round", "matches", "alone", "missing")
        return {round_: MatchCounts(*counts) for round_, *counts in values}

    @cached_property
    def _counts_by_division(self) -> dict[int, PlayerCounts]:
        is_playing = Q(dropped_in=None, disqualified=False)
        rows = (
            self.event.entries.order_by()
            .values("division")
            .annotate(
                players=Count("pk"),
                left=Count("pk", filter=is_playing),
                here=Count("checked_in_at", filter=is_playing),
            )
        )
        return {
            row["division"]: PlayerCounts(row["players"], row["left"], row["here"] or row["left"])
            for row in rows
        }

    @cached_property
    def _sizes_and_letters(self) -> list[tuple[int, int | None]]:
        """Size of each bracket, and length of its longest name."""
        name = Length("seeds__entry__first_name") + Length("seeds__entry__last_name")
        rows = Bracket.objects.order_by().filter(stage__division__in=self.divisions)
        sized = rows.values_list("pk", "size").annotate(letters=Max(name))
        return [(size, letters) for _pk, size, letters in sized]


def rows_by_round(rounds: Collection[Round]) -> dict[int, list[MatchRow]]:
    """Return the matches of each round, by round key. One query, two if teams may enter."""
    rows: dict[int, list[MatchRow]] = {round_.pk: [] for round_ in rounds}
    for round_key, row in match_rows_with_round(rounds, public=False):
        rows[round_key].append(row)
    return rows


def count_bracket_pages(players: int) -> int:
    """Count the pages of a bracket on small paper.

    A page shows a part of eight matches, or joins such parts. Names longer than LONG_NAME may need more pages.
    """
    parts = ceil(players / (2 * BOXES_PER_COLUMN))
    count = 1 << (parts - 1).bit_length()
    return 1 if count < 2 else count + count_bracket_pages(2 * count)


def is_large_print(division: int, *, hall_of: Tournament | None = None) -> bool:
    """Return whether a round of this division, or of all divisions of `hall_of`, takes seconds to print.

    The number of matches in round 1 is the estimate.
    """
    rows = Match.objects.filter(round__number=1)
    scope = {"round__division__tournament": hall_of} if hall_of else {"round__division": division}
    return rows.filter(**scope).count() > LARGE_PRINT_MATCHES
