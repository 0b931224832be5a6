"""Helpers that play rounds of a division in one line each."""

from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tests.build import division, organizer
from tournaments.models import Division

__all__ = ["division", "open_matches", "organizer", "play", "report_all"]


def open_matches(round_: Round) -> list[Match]:
    rows = round_.matches.filter(outcome="pending").select_related("round__division", "round__stage")
    return list(rows.order_by("position"))


def report_all(round_: Round, outcome: Outcome = Outcome.LEFT) -> None:
    """Report `outcome` for every open match of a posted round."""
    for match in open_matches(round_):
        results.enter_result(match, MatchResult(outcome), by=None)


def play(of: Division, number: int = 1, *, seed: int = 1, outcome: Outcome = Outcome.LEFT) -> Round:
    """Play `number` more rounds: pair, post, report and close each; return the last one."""
    round_ = None
    for turn in range(number):
        round_ = rounds.post(rounds.pair_next_round(of, by=None, seed=seed + turn), by=None)
        report_all(round_, outcome)
        round_ = rounds.close_round(round_, by=None)
    assert round_ is not None
    return round_
