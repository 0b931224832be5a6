"""What goes wrong in a round of a rehearsed weekend, through the services that the staff's pages use.

Each function draws from the division's random generator and yields a moment for everything that happened.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from floor.services.rehearsal.hall import OPPOSITE_OUTCOME
from floor.services.rehearsal.play import (
    MIN_PLAYERS_LEFT,
    SEED_BITS,
    Odds,
    Strengths,
    enter_latecomers,
    random_result,
    random_strength,
    random_strengths,
    report_at_random,
)
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.models.match import Reason
from pairings.queries.rounds import round_entries
from pairings.queries.rounds.no_shows import no_shows_of_matches
from pairings.services.reports import disputes, result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, feature_matches, no_shows, round_undo, rounds
from tournaments.models import Division, Entry, User

ODDS = Odds(ties=0.06, drops=0.02)
TABLES_PER_NO_SHOW = 60
TABLES_PER_DISPUTE = 25
TABLES_PER_WRONG_RESULT = 40
"""Number of tables per mishap of this kind in a round. With at least MIN_TABLES there is always one."""

MIN_TABLES = 8
UNDONE_ROUNDS = (2, 3)
"""Rounds of day 1, one of which is undone in each division."""

ROUNDS_UNTIL_CORRECTED = 2
"""Number of rounds after which a wrong result is found."""

MomentKind = Literal[
    "posted",
    "moved",
    "undone",
    "late",
    "returned",
    "no_show",
    "dispute",
    "wrong",
    "corrected",
    "disqualified",
    "dropped",
    "closed",
    "day_two",
    "missing",
    "cut",
    "champion",
]


@dataclass(frozen=True, slots=True)
class WeekendMoment:
    """Something that has just happened in a round, at a table or, if `table` is None, in the whole division."""

    kind: MomentKind
    round_: Round
    table: int | None = None


@dataclass(frozen=True, slots=True)
class WrongResult:
    """A wrong result that was entered, with the correct one. It is found in round `found_in`."""

    match: Match
    correct: MatchResult
    found_in: int


@dataclass(slots=True)
class PlayedDivision:
    """A division of the weekend, with its random generator, the players' strengths and the wrong results so far."""

    division: Division
    by: User | None
    chance: Random
    strengths: Strengths = field(default_factory=dict)
    wrong_results: list[WrongResult] = field(default_factory=list)
    undone_round: int = 0

    def __post_init__(self) -> None:
        self.strengths = random_strengths(self.division, self.chance)
        self.undone_round = self.chance.choice(UNDONE_ROUNDS)

    def random_seed(self) -> int:
        """Return a random seed for a pairing."""
        return self.chance.getrandbits(SEED_BITS)

    def sample_open_matches(self, round_: Round, tables_per_mishap: int) -> list[Match]:
        """Return random open matches of a round, one for so many tables."""
        open_matches = list_open_matches(round_)
        share = len(open_matches) / tables_per_mishap
        count = max(int(share + self.chance.random()), int(len(open_matches) >= MIN_TABLES))
        return self.chance.sample(open_matches, min(count, len(open_matches)))

    def random_result(self, match: Match) -> MatchResult:
        """Return a random result of a match, by strength and luck."""
        return random_result(match, self.chance, self.strengths, ODDS)


def list_open_matches(round_: Round) -> list[Match]:
    """List the matches of a round without a result, by position."""
    matches = round_.matches.filter(outcome=Outcome.PENDING.value, right__isnull=False)
    related = ("left", "right", "round__division__tournament", "round__stage")
    return list(matches.select_related(*related).defer("round__draw").order_by("position"))


def move_to_feature_table(played: PlayedDivision, round_: Round, table: int) -> Iterator[WeekendMoment]:
    """Move a random open match to a feature table, and in one of three cases back to its table."""
    open_matches = list_open_matches(round_)
    if not open_matches:
        return
    match = feature_matches.move_to_feature_table(played.chance.choice(open_matches), table, by=played.by)
    yield WeekendMoment("moved", round_, match.table)
    if played.chance.random() < 1 / 3:
        home_table = feature_matches.table_to_return_to(match)
        match = feature_matches.move_back(match, home_table, by=played.by)
        yield WeekendMoment("moved", round_, match.table)


def undo_and_pair_again(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Enter half of the results, then undo the round and pair and post it again.

    The round after this is the newest one of the division.
    """
    report_at_random(
        round_, chance=played.chance, strengths=played.strengths, by=played.by, odds=ODDS, share=0.5
    )
    round_undo.undo_round(round_, by=played.by)
    paired = rounds.pair_next_round(played.division, by=played.by, seed=played.random_seed())
    yield WeekendMoment("undone", rounds.post(paired, by=played.by))


def admit_late_players(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Check in the missing players in round 1, and enter a new player in round 2 (M-019)."""
    division = played.division
    if round_.number == 1:
        missing = division.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
        for entry in missing.order_by("id"):
            attendance.check_in_player(entry, by=played.by)
            played.strengths.setdefault(entry.pk, random_strength(played.chance))
            yield WeekendMoment("late", round_)
    elif round_.number == 2:
        enter_latecomers(division, 1, chance=played.chance, strengths=played.strengths, by=played.by)
        yield WeekendMoment("late", round_)


def reinstate_a_player(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Reinstate a random player who dropped an earlier round and lost those since (M-019)."""
    dropped = played.division.entries.filter(
        dropped_in__lt=round_.number, disqualified=False, checked_in_at__isnull=False
    )
    entries = list(dropped.filter(round_entries.STILL_IN_SWISS).order_by("id"))
    if entries:
        attendance.reinstate_player(played.chance.choice(entries), by=played.by)
        yield WeekendMoment("returned", round_)


def record_no_shows(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Enter losses of players who did not appear, sometimes of both, and drop about half of these players."""
    for open_match in played.sample_open_matches(round_, TABLES_PER_NO_SHOW):
        outcome = played.chance.choice([Outcome.LEFT, Outcome.RIGHT, Outcome.LEFT, Outcome.DOUBLE_LOSS])
        match = results.enter_result(open_match, MatchResult(outcome, Reason.NO_SHOW), by=played.by)
        absent = [no_show.entry.pk for no_show in no_shows_of_matches([match])]
        present = round_entries.present_entries(played.division).count()
        if played.chance.random() < 1 / 2 and present - len(absent) >= MIN_PLAYERS_LEFT:
            no_shows.drop_no_shows(match.round, absent, by=played.by)
        yield WeekendMoment("no_show", round_, match.table)


def settle_disputes(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Let both players of random matches report different results, which a judge settles."""
    for match in played.sample_open_matches(round_, TABLES_PER_DISPUTE):
        if match.right is None:
            continue
        result = MatchResult(played.chance.choice([Outcome.LEFT, Outcome.RIGHT]))
        result_reports.submit_report(match, match.left, ResultReport(result))
        other_result = MatchResult(OPPOSITE_OUTCOME[result.outcome])
        result_reports.submit_report(match, match.right, ResultReport(other_result))
        disputes.decide_dispute(match, played.chance.choice([result, other_result]), by=played.by)
        yield WeekendMoment("dispute", round_, match.table)


def enter_wrong_results(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Enter results of random matches for the wrong player, to be corrected two rounds later."""
    for match in played.sample_open_matches(round_, TABLES_PER_WRONG_RESULT):
        correct = played.random_result(match)
        wrong_outcome = OPPOSITE_OUTCOME.get(correct.outcome, Outcome.LEFT)
        results.enter_result(match, MatchResult(wrong_outcome), by=played.by)
        found_in = round_.number + ROUNDS_UNTIL_CORRECTED
        played.wrong_results.append(WrongResult(match, correct, found_in))
        yield WeekendMoment("wrong", round_, match.table)


def correct_wrong_results(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Correct the wrong results that are found in this round."""
    for wrong in played.wrong_results:
        if wrong.found_in == round_.number:
            results.correct_result(wrong.match, wrong.correct, by=played.by, why="rehearsal")
            yield WeekendMoment("corrected", wrong.match.round, wrong.match.table)


def disqualify_a_player(played: PlayedDivision, round_: Round) -> Iterator[WeekendMoment]:
    """Disqualify a random player of a round.

    In the top cut, the opponent advances, or plays the next round without an opponent.
    """
    seats = round_.seats.filter(entry__dropped_in=None, entry__disqualified=False)
    entries = list(Entry.objects.filter(pk__in=seats.values("entry")).order_by("id"))
    if len(entries) >= MIN_PLAYERS_LEFT:
        attendance.disqualify_player(played.chance.choice(entries), by=played.by, reason="rehearsal")
        yield WeekendMoment("disqualified", round_)
