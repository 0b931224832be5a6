"""Values of a TOM file, unchanged."""

from dataclasses import dataclass, field
from datetime import date, datetime

from .codes import DIVISION_OF, MIRRORED, Outcome

ELIMINATION = 1
FINALIZED = 5


@dataclass(frozen=True, slots=True)
class TomLate:
    """The `late` element of a player.

    `round` is the player's first round, or None if the file lacks it. `forced_loss` is whether missed rounds are
    losses, and `used_forced_loss` whether such a loss was given. `at` is the time stamp.
    """

    round: int | None
    forced_loss: bool
    used_forced_loss: bool
    at: datetime | None


@dataclass(frozen=True, slots=True)
class TomPlayer:
    """One person of the file. `user_id` is the Player ID as written.

    Only `birth_year` is real in the files; day and month are dropped. `starter` is False for players added after
    round 1 was paired, and for everyone before the event starts. `order` is the slot in the bracket, `seed` the place
    after the Swiss rounds. `dropped_in` is the number of the round in play when the player left. `extras` are
    elements passed through unchanged (the name in a video game, a fixed table, `late` as a plain word), each as
    (preceding element, name, text). `created_at`, when the player was first entered in TOM, is written but never
    read.
    """

    user_id: str
    first_name: str
    last_name: str
    birth_year: int | None
    starter: bool
    order: int | None
    seed: int | None
    byes: int
    late: TomLate | None
    dropped_in: int | None
    dropped_at: datetime | None
    disqualified: bool
    extras: tuple[tuple[str, str, str], ...] = field(default=(), compare=False)
    line: int = field(default=0, compare=False)
    created_at: datetime | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class TomMatch:
    """One match.

    `outcome` is None if the match was deleted, and `right` is None for a player without an opponent. Table 0 means no
    table. `code` is the code of the outcome in the file, because some outcomes have two codes. `fixed` is the text of
    each seat's fixed table.
    """

    outcome: Outcome | None
    left: str
    right: str | None
    table: int
    at: datetime | None
    code: str = field(default="", compare=False)
    fixed: tuple[str, str] = field(default=("", ""), compare=False)
    line: int = field(default=0, compare=False)

    @property
    def seats(self) -> frozenset[str]:
        """Player IDs of the one or two players of the match."""
        return frozenset(user_id for user_id in (self.left, self.right) if user_id is not None)

    def outcome_with_left_player(self, left: str) -> Outcome | None:
        """Return the outcome as it would be if the player `left` sat on the left side."""
        if self.outcome is None or self.left == left:
            return self.outcome
        return MIRRORED.get(self.outcome, self.outcome)


@dataclass(frozen=True, slots=True)
class TomRound:
    """One round of a pod; the rounds of the cut continue the numbers of the Swiss rounds."""

    number: int
    type: int
    stage: int
    seconds_left: int
    paired_at: datetime | None
    started_at: datetime | None
    matches: tuple[TomMatch, ...]
    line: int = field(default=0, compare=False)

    @property
    def elimination(self) -> bool:
        return self.type == ELIMINATION

    @property
    def complete(self) -> bool:
        """Whether all matches have a result."""
        return all(match.outcome is not Outcome.PENDING for match in self.matches)

    @property
    def played(self) -> tuple[TomMatch, ...]:
        """Matches that were not deleted."""
        return tuple(match for match in self.matches if match.outcome is not None)

    @property
    def matches_by_players(self) -> dict[frozenset[str], TomMatch]:
        """Matches that were not deleted, by the Player IDs of their players."""
        return {match.seats: match for match in self.played}


@dataclass(frozen=True, slots=True)
class TomPod:
    """One pod with its players and rounds. `blocked_ranges` are (first, last) of excluded tables."""

    category: int
    stage: int
    starting_table: int
    third_place: bool
    additional_rounds: int
    blocked_ranges: tuple[tuple[int, int], ...]
    subgroups: tuple[tuple[str, ...], ...]
    rounds: tuple[TomRound, ...]
    line: int = field(default=0, compare=False)

    @property
    def division(self) -> str:
        """Name of the division: junior, senior, masters, junior_senior, senior_masters or all."""
        return DIVISION_OF[self.category]

    @property
    def roster(self) -> tuple[str, ...]:
        """All players of the pod, in the order of the file."""
        return tuple(user_id for subgroup in self.subgroups for user_id in subgroup)

    @property
    def swiss_rounds(self) -> tuple[TomRound, ...]:
        return tuple(round_ for round_ in self.rounds if not round_.elimination)

    @property
    def cut_rounds(self) -> tuple[TomRound, ...]:
        return tuple(round_ for round_ in self.rounds if round_.elimination)


@dataclass(frozen=True, slots=True)
class TomStandings:
    """Official places of one age category. `finished` is False in the list of players without a place."""

    category: int
    finished: bool
    places: tuple[tuple[str, int | None], ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TomCut:
    """Cut of one age category.

    It has the sizes that TOM offers, the chosen size (0 for none) and the number of starters.
    """

    category: int
    options: tuple[int, ...]
    cut: int
    player_count: int
    third_place: bool


@dataclass(frozen=True)
class TomEvent:
    """A whole TOM file: a roster, a running event or a finished one. Times are local, without a time zone."""

    type: int
    stage: int
    version: str
    game_type: str
    mode: str
    name: str
    sanction_id: str
    city: str
    state: str
    country: str
    round_minutes: int
    cut_round_minutes: int
    organizer_id: str
    organizer_name: str
    start_date: date | None
    less_swiss: bool
    auto_table_number: bool
    overflow_table_start: int
    seconds_elapsed: int
    players: tuple[TomPlayer, ...]
    pods: tuple[TomPod, ...]
    standings: tuple[TomStandings, ...]
    cuts: tuple[TomCut, ...]

    @property
    def finalized(self) -> bool:
        """Whether the event was finalized in TOM."""
        return self.stage >= FINALIZED

    @property
    def player_of(self) -> dict[str, TomPlayer]:
        """Players by user id."""
        return {player.user_id: player for player in self.players}

    def cut_of(self, pod: TomPod) -> TomCut | None:
        """Return the cut of a pod's category, or None if the file has none.

        For a combined pod, return the first cut of the file with a size, or else the first cut.
        """
        pod_cuts = [cut for cut in self.cuts if cut.category == pod.category or pod.category >= 8]
        return next((cut for cut in pod_cuts if cut.cut), pod_cuts[0] if pod_cuts else None)
