"""Play rounds at random. The same seed plays the same event."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from core.services.short_transactions import let_others_write, write_in_pieces
from floor.services.rehearsal.people import made_up_arrival
from pairings.engine.open_entries import ALL_OPEN_ENTRIES
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.queries.rounds.round_entries import STILL_IN_SWISS, present_entries
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tournaments.engine.divisions import PLAYS_IN
from tournaments.models import Division, Entry, User
from tournaments.queries.ages import season_at

SEED_BITS = 62
STRENGTH_DEVIATION = 1.2
"""Standard deviation of the players' strengths. With this value, the best third wins about three of four matches."""

MIN_PLAYERS_LEFT = 4
PAUSE_MINUTES = 10
"""Minutes between the end of a round and the start of the next round."""

Strengths = dict[int, float]
Progress = Callable[[Match], object]
"""Function called with each match when its result is entered."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances from 0 to 1 that a match is a tie, that a player drops after a round, and that a player is late."""

    ties: float = 0.05
    drops: float = 0.0
    late: float = 0.0


def random_strengths(division: Division, chance: Random) -> Strengths:
    """Return a random strength for each player of a division, by entry key."""
    ids = division.entries.order_by("id").values_list("id", flat=True)
    return {entry: random_strength(chance) for entry in ids}


def random_strength(chance: Random) -> float:
    """Return a random strength for one player, normally distributed around 0."""
    return chance.gauss(0, STRENGTH_DEVIATION)


def play_rounds(
    division: Division,
    *,
    number: int,
    chance: Random,
    by: User | None,
    odds: Odds | None = None,
    latecomers: int = 0,
    first_at: datetime | None = None,
    progress: Progress | None = None,
) -> Round | None:
    """Play `number` Swiss rounds, from pairing to standings, and return the last round.

    `latecomers` enter while rounds 1 and 2 are played (M-019). `first_at` is when round 1 of a past event was
    posted; later rounds follow at the event's pace. If it is None, the current time is used throughout.
    """
    odds = odds or Odds()
    strengths, last_round = random_strengths(division, chance), None
    for index in range(number):
        posted_at = _minutes_later(first_at, index * (division.tournament.round_minutes + PAUSE_MINUTES))
        last_round = play_round(
            division, chance=chance, strengths=strengths, by=by, odds=odds, at=posted_at, progress=progress
        )
        if index < number - 1:
            drop_at_random(
                division,
                odds,
                chance=chance,
                by=by,
                at=_minutes_later(posted_at, division.tournament.round_minutes + 5),
            )
            enter_latecomers(
                division,
                {0: latecomers - latecomers // 2, 1: latecomers // 2}.get(index, 0),
                chance=chance,
                strengths=strengths,
                by=by,
                at=posted_at,
            )
    return last_round


def play_round(
    division: Division,
    *,
    chance: Random,
    strengths: Strengths,
    by: User | None,
    odds: Odds,
    at: datetime | None = None,
    progress: Progress | None = None,
) -> Round:
    """Pair, post, play and close one round, Swiss or cut. `at` is when the round was posted, or None for now."""
    round_ = rounds.pair_next_round(
        division, by=by, seed=chance.getrandbits(SEED_BITS), now=_minutes_later(at, -3)
    )
    let_others_write()
    round_ = rounds.post(round_, by=by, now=at)
    let_others_write()
    round_minutes = division.tournament.round_minutes
    minutes = round_minutes if at else None
    report_at_random(
        round_, chance=chance, strengths=strengths, by=by, odds=odds, minutes=minutes, progress=progress
    )
    closed = rounds.close_round(
        round_, by=by, seen=ALL_OPEN_ENTRIES, now=_minutes_later(at, round_minutes + 4)
    )
    let_others_write()
    return closed


def play_cut(
    division: Division,
    *,
    sizes: Mapping[str, int] | None = None,
    chance: Random,
    by: User | None,
    first_at: datetime | None = None,
    progress: Progress | None = None,
) -> Stage:
    """Play the top cut through its final.

    `sizes` are the sizes of the cut by age division. `first_at` is when its first round was posted, or None for
    now. Each round takes `cut_round_minutes`, with PAUSE_MINUTES before the next.
    """
    stage = cuts.start_cut(division, by=by, sizes=sizes)
    strengths = random_strengths(division, chance)
    for index in range(stage.rounds_planned or 0):
        posted_at = _minutes_later(first_at, index * (division.tournament.cut_round_minutes + PAUSE_MINUTES))
        play_round(
            division,
            chance=chance,
            strengths=strengths,
            by=by,
            odds=Odds(ties=0),
            at=posted_at,
            progress=progress,
        )
    return stage


def report_at_random(
    round_: Round,
    *,
    chance: Random,
    strengths: Strengths,
    by: User | None,
    odds: Odds,
    share: float = 1.0,
    minutes: float | None = None,
    progress: Progress | None = None,
) -> None:
    """Enter results at a `share` of the tables of a posted round, by strength and luck.

    The results are spread over the `minutes` since the round was posted, or entered now if `minutes` is None.
    """
    matches = round_.matches.filter(outcome=Outcome.PENDING.value)
    matches = matches.select_related("round__division__tournament", "round__stage").defer("round__draw")
    reports = [
        (match, random_result(match, chance, strengths, odds)) for match in matches.order_by("position")
    ]
    chosen = sorted(reports, key=lambda _: chance.random())[: round(share * len(reports))]

    def enter(numbered_report: tuple[int, tuple[Match, MatchResult]]) -> None:
        number, (match, result) = numbered_report
        # Results arrive after 30 to 90 percent of the time.
        elapsed = minutes * (0.3 + 0.6 * number / len(chosen)) if minutes else 0
        results.enter_result(
            match, result, by=by, now=_minutes_later(round_.posted_at, elapsed) if minutes else None
        )
        if progress is not None:
            progress(match)

    write_in_pieces(list(enumerate(chosen, start=1)), enter)


def random_result(match: Match, chance: Random, strengths: Strengths, odds: Odds) -> MatchResult:
    """Choose a random result, with logistic odds by the difference in strength.

    Matches of the cut never tie.
    """
    left_strength, right_strength = strengths.get(match.left_id, 0.0), strengths.get(match.right_id or 0, 0.0)
    tie_draw, win_draw, loser_games = chance.random(), chance.random(), chance.choice([0, 0, 1])
    best_of = match.round.best_of
    if tie_draw < odds.ties and match.round.stage.kind == Stage.Kind.SWISS:
        return MatchResult(Outcome.TIE, games=(1, 1) if best_of == 3 else None)
    left_wins = win_draw < 1 / (1 + math.exp(right_strength - left_strength))
    outcome = Outcome.LEFT if left_wins else Outcome.RIGHT
    if best_of == 1:
        return MatchResult(outcome)
    return MatchResult(outcome, games=(2, loser_games) if left_wins else (loser_games, 2))


def drop_at_random(
    division: Division, odds: Odds, *, chance: Random, by: User | None, at: datetime | None = None
) -> None:
    """Drop each player with the chance `odds.drops`, but leave at least MIN_PLAYERS_LEFT of them."""
    present = list(present_entries(division).filter(STILL_IN_SWISS).order_by("id"))
    leaving = [entry for entry in present if chance.random() < odds.drops]
    for entry in leaving[: max(0, len(present) - MIN_PLAYERS_LEFT)]:
        attendance.drop_player(entry, by=by, now=at)


def enter_latecomers(
    division: Division,
    number: int,
    *,
    chance: Random,
    strengths: Strengths,
    by: User | None,
    at: datetime | None = None,
) -> list[Entry]:
    """Enter `number` made-up players late, and return their entries.

    `at` is when the round in play was posted, and they enter 20 minutes later; None means now. The rounds that
    they missed count as losses (M-019). Their strengths are added to `strengths`.
    """
    event = division.tournament
    age_division, season = PLAYS_IN[division.age_division][-1], season_at(event)
    latecomers = []
    for _ in range(number):
        arrival = made_up_arrival(
            event.entries.filter(age_division=age_division).count(),
            age_division=age_division,
            division=division.age_division,
            season=season,
            checked_in_at=None,
        )
        entry = attendance.enter_player(
            event,
            by=by,
            now=_minutes_later(at, 20),
            first_name=arrival.first_name,
            last_name=arrival.last_name,
            player_id=arrival.player_id,
            birth_year=arrival.birth_year,
            age_division=age_division,
            division=division,
            namesake=True,
        )
        strengths[entry.pk] = random_strength(chance)
        latecomers.append(entry)
    return latecomers


def _minutes_later(at: datetime | None, minutes: float) -> datetime | None:
    """Return the time `minutes` after `at`, or None if `at` is None."""
    return at + timedelta(minutes=minutes) if at else None
