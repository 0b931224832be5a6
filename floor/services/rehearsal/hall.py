"""The simulated hall: players with phones, late arrivals, disputes, empty seats and deck checks, minute by minute.
The seed of the event and the number of the round determine what happens, so replaying a minute changes nothing.
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
from floor.engine.rehearsal import Act, acts
from floor.models import JudgeCall
from floor.services import calls
from floor.services.rehearsal.people import MADE_UP
from floor.services.rehearsal.play import Odds, come_late, result_by_chance
from pairings.engine.clock import Kind
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.queries.reports.clocks import clock
from pairings.services.reports import clocks, result_reports, results
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds
from tournaments.models import Division, Tournament, User

OTHER = {Outcome.LEFT: Outcome.RIGHT, Outcome.RIGHT: Outcome.LEFT, Outcome.TIE: Outcome.LEFT}

NOTE = "rehearsal"
"""Reason noted where the hall acts for a judge: results, and minutes of the clock."""

ActProgress = Callable[[Act], object]


def is_rehearsal(event: Tournament) -> bool:
    """Whether all its players are made up and only its staff sees it."""
    people = event.entries
    return (
        not event.published
        and people.exists()
        and not people.exclude(player__player_id__regex=MADE_UP).exists()
    )


def script(round_: Round) -> list[Act]:
    """The acts of this round, in order."""
    event = round_.division.tournament
    tables = round_.matches.filter(right__isnull=False).count()
    return acts(tables, event.round_minutes, _chance(round_, "hall"))


def _chance(round_: Round, what: str) -> Random:
    # No database keys in the seed, so that every machine gets the same acts.
    division = round_.division
    return Random(f"{division.tournament.seed}-{division.position}-{round_.number}-{what}")


def play_until(round_: Round, minute: float, *, by: User | None, progress: ActProgress | None = None) -> int:
    """Perform all acts due by that minute of a posted round. Returns how many.

    Acts already performed, and what staff settled since, are unchanged.
    """
    related = ("left", "right", "round__division__tournament", "round__stage")
    rows = round_.matches.filter(right__isnull=False).select_related(*related).defer("round__draw")
    matches = list(rows.order_by("position"))
    chance = _chance(round_, "wins")
    strong = {side: chance.gauss(0, 1) for match in matches for side in (match.left_id, match.right_id or 0)}
    wins = [result_by_chance(match, chance, strong, Odds()) for match in matches]
    done = 0
    for act in script(round_):
        if act.minute > minute:
            break
        with suppress(Refused):
            happened = (
                _late(round_, by)
                if act.table is None
                else _at_table(act, matches[act.table], wins[act.table], by)
            )
            if happened:
                done += 1
                if progress is not None:
                    progress(act)
    return done


def wind(
    round_: Round, minute: float, *, by: User | None, least: int = 1, now: datetime | None = None
) -> bool:
    """Advance the clock of a posted round to that minute, so that time is called in step. Returns whether it moved.
    Minutes added or removed by staff stay; a stopped clock is left alone, and so is one that would move by less
    than `least` minutes.
    """
    now, running = now or timezone.now(), clock(round_)
    position = running.position_at(now) if running and running.runs else None
    if position is None:
        return False
    skipped = round_.clock_marks.filter(withdrawn_at=None, why=NOTE).values_list("seconds", flat=True)
    ahead = timedelta(minutes=minute) - position + timedelta(seconds=sum(skipped))
    if ahead < timedelta(minutes=least):
        return False
    with suppress(Refused):
        clocks.press(round_, Kind.ADJUSTED, by=by, seconds=-ceil(ahead.total_seconds()), why=NOTE, now=now)
        return True
    return False


def settle(round_: Round, *, by: User | None) -> int:
    """Enter the result a judge would give at all open tables. Returns how many. For a rehearsal without staff."""
    left = list(round_.matches.filter(outcome=Outcome.PENDING.value))
    for match in left:
        results.enter(match, MatchResult(Outcome.LEFT), by=by, note=NOTE)
    return len(left)


def next_round(division: Division, *, by: User | None) -> Round:
    """Pair and post the next round, as staff would."""
    return rounds.post(rounds.pair_next(division, by=by), by=by)


def _at_table(act: Act, match: Match, won: MatchResult, by: User | None) -> bool:
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
        deck_checks.pick_one(match.left, why="Rehearsal", by=by)
        return True
    if act.kind == "drop":
        result_reports.leave(match.left)
        return True
    right = won if act.kind == "report" else MatchResult(OTHER[won.outcome])
    if match.reports.exists() or match.right is None:
        return False
    result_reports.submit(match, match.left, ResultReport(won))
    result_reports.submit(match, match.right, ResultReport(right))
    return True


def _late(round_: Round, by: User | None) -> bool:
    """Let one late player in until the script's number is reached, in rounds that allow late entries."""
    due = sum(act.kind == "late" for act in script(round_))
    if round_.division.entries.filter(joined_round=round_.number + 1).count() >= due:
        return False
    come_late(round_.division, 1, chance=_chance(round_, "late"), strong={}, by=by)
    return True
