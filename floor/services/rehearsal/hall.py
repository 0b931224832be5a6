"""The simulated hall: players with phones, late arrivals, disputes, empty seats and deck checks, minute by minute.

The event's seed and the round's number determine what happens, so replaying a minute changes nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil
from random import Random

from django.utils import timezone

from checks.models import DeckCheck
from checks.services import deck_checks
from core.engine.refused import Refused
from floor.engine.rehearsal import Act, simulate_acts
from floor.models import JudgeCall
from floor.services import calls
from floor.services.rehearsal.people import MADE_UP_ID_PATTERN
from floor.services.rehearsal.play import Odds, enter_latecomers, random_result
from pairings.engine.clock import Kind
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.queries.reports.clocks import clock_of_round
from pairings.services.reports import clocks, result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tournaments.models import Division, Tournament, User

OPPOSITE_OUTCOME = {Outcome.LEFT: Outcome.RIGHT, Outcome.RIGHT: Outcome.LEFT, Outcome.TIE: Outcome.LEFT}

SIMULATION_NOTE = "rehearsal"
"""Reason noted when the simulation acts for a judge: results that it enters, and changes of the clock."""

ActProgress = Callable[[Act], object]


def is_rehearsal(event: Tournament) -> bool:
    """Return whether all players of an event are made up and only its staff see it."""
    entries = event.entries
    return (
        not event.published
        and entries.exists()
        and not entries.exclude(player__player_id__regex=MADE_UP_ID_PATTERN).exists()
    )


def _random_of_round(round_: Round, purpose: str) -> Random:
    """Return the random generator of a round for this purpose, the same on every call."""
    # The seed uses no database keys, so that every machine gets the same acts.
    division = round_.division
    return Random(f"{division.tournament.seed}-{division.position}-{round_.number}-{purpose}")


def simulate_round_until(
    round_: Round, minute: float, *, by: User | None, progress: ActProgress | None = None
) -> int:
    """Simulate what happens in a posted round up to `minute`, and return the number of new acts.

    Acts that were simulated before, and decisions that staff have made since, do not change. `progress` is
    called with each new act.
    """
    related = ("left", "right", "round__division__tournament", "round__stage")
    seated_matches = round_.matches.filter(right__isnull=False).select_related(*related).defer("round__draw")
    matches = list(seated_matches.order_by("position"))
    chance = _random_of_round(round_, "wins")
    strengths = {
        side: chance.gauss(0, 1) for match in matches for side in (match.left_id, match.right_id or 0)
    }
    match_results = [random_result(match, chance, strengths, Odds()) for match in matches]
    minutes = round_.division.tournament.round_minutes
    acts, performed = simulate_acts(len(matches), minutes, _random_of_round(round_, "hall")), 0
    latecomers = sum(act.kind == "late" for act in acts)
    for act in acts:
        if act.minute > minute:
            break
        with suppress(Refused):
            if act.table is not None:
                was_performed = _perform_at_table(act, matches[act.table], match_results[act.table], by)
            else:
                # Enter one latecomer, unless all of them have entered or late entries are closed.
                entered = round_.division.entries.filter(joined_round=round_.number + 1).count()
                was_performed = entered < latecomers
                if was_performed:
                    enter_latecomers(
                        round_.division, 1, chance=_random_of_round(round_, "late"), strengths={}, by=by
                    )
            if was_performed:
                performed += 1
                if progress is not None:
                    progress(act)
    return performed


def advance_clock(
    round_: Round, minute: float, *, by: User | None, min_minutes: int = 1, now: datetime | None = None
) -> bool:
    """Advance the clock of a posted round to `minute` of the rehearsal. Return whether it changed.

    Minutes that staff added or removed are preserved. A clock does not change if it is stopped, if it is less
    than `min_minutes` behind, or if the change is refused.
    """
    now, running = now or timezone.now(), clock_of_round(round_)
    position = running.position_at(now) if running and running.runs else None
    if position is None:
        return False
    skipped = round_.clock_marks.filter(withdrawn_at=None, why=SIMULATION_NOTE).values_list(
        "seconds", flat=True
    )
    # Earlier skips are stored as negative seconds.
    ahead = timedelta(minutes=minute) - position + timedelta(seconds=sum(skipped))
    if ahead < timedelta(minutes=min_minutes):
        return False
    with suppress(Refused):
        clocks.press_clock(
            round_, Kind.ADJUSTED, by=by, seconds=-ceil(ahead.total_seconds()), why=SIMULATION_NOTE, now=now
        )
        return True
    return False


def enter_open_results(round_: Round, *, by: User | None) -> int:
    """Enter a win for Player 1 at each open table of a rehearsal, and return the number of these tables.

    Refused: whatever `results.enter_result` refuses.
    """
    matches = list(round_.matches.filter(outcome=Outcome.PENDING.value))
    for match in matches:
        results.enter_result(match, MatchResult(Outcome.LEFT), by=by, note=SIMULATION_NOTE)
    return len(matches)


def pair_and_post_next_round(division: Division, *, by: User | None) -> Round:
    """Pair and post the next round, as staff would.

    Refused: whatever `rounds.pair_next_round` and `rounds.post` refuse.
    """
    return rounds.post(rounds.pair_next_round(division, by=by), by=by)


def _perform_at_table(act: Act, match: Match, result: MatchResult, by: User | None) -> bool:
    """Simulate an act at a table through the services. Return whether it is new.

    An act that was simulated before is not new, and neither are reports at a table without an opponent. A drop
    counts as new whenever it is not refused.
    """
    if act.kind in ("call", "absent"):
        if JudgeCall.objects.filter(match=match).exists():
            return False
        calls.raise_hand(
            match,
            entry=match.left,
            reason=JudgeCall.Reason.QUESTION if act.kind == "call" else JudgeCall.Reason.OTHER,
        )
        return True
    if act.kind == "check":
        if DeckCheck.objects.filter(entry=match.left, round_number=match.round.number).exists():
            return False
        deck_checks.pick_requested_deck(match.left, why="Rehearsal", by=by)
        return True
    if act.kind == "drop":
        result_reports.drop_between_matches(match.left)
        return True
    reported = result if act.kind == "report" else MatchResult(OPPOSITE_OUTCOME[result.outcome])
    if match.reports.exists() or match.right is None:
        return False
    result_reports.submit_report(match, match.left, ResultReport(result))
    result_reports.submit_report(match, match.right, ResultReport(reported))
    return True
