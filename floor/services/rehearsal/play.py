"""Rounds played at random: the same seed plays the same event."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from core.services.pieces import let_others_write, write_in_pieces
from floor.services.rehearsal.people import arrival
from pairings.engine.closing import EVERYTHING
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import fields
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tournaments.engine.divisions import PLAYS_IN
from tournaments.models import Division, Entry, User
from tournaments.queries.ages import season_at

SEED_BITS = 62
SPREAD = 1.2
"""Standard deviation of the players' strengths: the best third wins about three matches of four."""

LEAST_LEFT = 4
PAUSE = 10
"""Minutes between the end of a round and the next one."""

Strengths = dict[int, float]
Progress = Callable[[Match], object]
"""Called with each match when its result is entered."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances from 0 to 1: of a tie in a match, of a player dropping after a round, of a late player."""

    ties: float = 0.05
    drops: float = 0.0
    late: float = 0.0


def strengths(division: Division, chance: Random) -> Strengths:
    """The strength of each player, drawn in the order of entry."""
    ids = division.entries.order_by("id").values_list("id", flat=True)
    return {entry: strength(chance) for entry in ids}


def strength(chance: Random) -> float:
    """The strength of one player, around 0."""
    return chance.gauss(0, SPREAD)


def play(
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
    """Play a `number` of Swiss rounds from the draw to the standings. Returns the last one.

    `latecomers` enter while rounds 1 and 2 are played (M-019). `first_at`: when round 1 was posted, for an event
    in the past; later rounds follow at the pace of the event. Without it everything happens now.
    """
    odds = odds or Odds()
    strong, last = strengths(division, chance), None
    for turn in range(number):
        at = _later(first_at, turn * (division.tournament.round_minutes + PAUSE))
        last = play_round(division, chance=chance, strong=strong, by=by, odds=odds, at=at, progress=progress)
        if turn < number - 1:
            leave(division, odds, chance=chance, by=by, at=_later(at, division.tournament.round_minutes + 5))
            come_late(
                division,
                {0: latecomers - latecomers // 2, 1: latecomers // 2}.get(turn, 0),
                chance=chance,
                strong=strong,
                by=by,
                at=at,
            )
    return last


def play_round(
    division: Division,
    *,
    chance: Random,
    strong: Strengths,
    by: User | None,
    odds: Odds,
    at: datetime | None = None,
    progress: Progress | None = None,
) -> Round:
    """Draw, post, play and close one round, Swiss or cut. `at`: when it was posted."""
    round_ = rounds.pair_next(division, by=by, seed=chance.getrandbits(SEED_BITS), now=_later(at, -3))
    let_others_write()
    round_ = rounds.post(round_, by=by, now=at)
    let_others_write()
    length = division.tournament.round_minutes
    minutes = length if at else None
    report(round_, chance=chance, strong=strong, by=by, odds=odds, minutes=minutes, progress=progress)
    closed = rounds.close(round_, by=by, seen=EVERYTHING, now=_later(at, length + 4))
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
    """Play the top cut to its final; each round follows `cut_round_minutes` and PAUSE after the one before."""
    stage = cuts.start(division, by=by, sizes=sizes)
    strong = strengths(division, chance)
    for turn in range(stage.rounds_planned or 0):
        at = _later(first_at, turn * (division.tournament.cut_round_minutes + PAUSE))
        play_round(division, chance=chance, strong=strong, by=by, odds=Odds(ties=0), at=at, progress=progress)
    return stage


def report(
    round_: Round,
    *,
    chance: Random,
    strong: Strengths,
    by: User | None,
    odds: Odds,
    share: float = 1.0,
    minutes: float | None = None,
    progress: Progress | None = None,
) -> None:
    """Enter results at a `share` of the tables of a posted round, by strength and luck.

    `minutes`: results are spread over this time since the round was posted; without it they are entered now.
    """
    matches = round_.matches.filter(outcome=Outcome.PENDING.value)
    tables = matches.select_related("round__division__tournament", "round__stage").defer("round__draw")
    outcomes = [
        (match, result_by_chance(match, chance, strong, odds)) for match in tables.order_by("position")
    ]
    first = sorted(outcomes, key=lambda _: chance.random())[: round(share * len(outcomes))]

    def enter(row: tuple[int, tuple[Match, MatchResult]]) -> None:
        turn, (match, result) = row
        passed = minutes * (0.3 + 0.6 * turn / len(first)) if minutes else 0
        results.enter(match, result, by=by, now=_later(round_.posted_at, passed) if minutes else None)
        if progress is not None:
            progress(match)

    write_in_pieces(list(enumerate(first, start=1)), enter)


def result_by_chance(match: Match, chance: Random, strong: Strengths, odds: Odds) -> MatchResult:
    """Draw the winner by logistic odds over the difference in strength. Matches of the cut never tie."""
    left, right = strong.get(match.left_id, 0.0), strong.get(match.right_id or 0, 0.0)
    tie, luck, games = chance.random(), chance.random(), chance.choice([0, 0, 1])
    best_of = match.round.best_of
    if tie < odds.ties and match.round.stage.kind == Stage.Kind.SWISS:
        return MatchResult(Outcome.TIE, games=(1, 1) if best_of == 3 else None)
    won = luck < 1 / (1 + math.exp(right - left))
    outcome = Outcome.LEFT if won else Outcome.RIGHT
    if best_of == 1:
        return MatchResult(outcome)
    return MatchResult(outcome, games=(2, games) if won else (games, 2))


def leave(
    division: Division, odds: Odds, *, chance: Random, by: User | None, at: datetime | None = None
) -> None:
    """Drop players at random, as long as enough are left to go on."""
    here = list(fields.present(division).filter(fields.GOES_ON).order_by("id"))
    going = [entry for entry in here if chance.random() < odds.drops]
    for entry in going[: max(0, len(here) - LEAST_LEFT)]:
        attendance.drop(entry, by=by, now=at)


def come_late(
    division: Division,
    number: int,
    *,
    chance: Random,
    strong: Strengths,
    by: User | None,
    at: datetime | None = None,
) -> list[Entry]:
    """Enter late made-up players; the rounds they missed are losses (M-019)."""
    event = division.tournament
    age_division, season = PLAYS_IN[division.age_division][-1], season_at(event)
    came = []
    for _ in range(number):
        person = arrival(
            event.entries.filter(age_division=age_division).count(),
            age_division=age_division,
            division=division.age_division,
            season=season,
            here_at=None,
        )
        entry = attendance.enter(
            event,
            by=by,
            now=_later(at, 20),
            first_name=person.first_name,
            last_name=person.last_name,
            player_id=person.player_id,
            birth_year=person.birth_year,
            age_division=age_division,
            division=division,
            namesake=True,
        )
        strong[entry.pk] = strength(chance)
        came.append(entry)
    return came


def _later(at: datetime | None, minutes: float) -> datetime | None:
    return at + timedelta(minutes=minutes) if at else None
