"""Enter, clear and correct results. Every entry is stored as a report."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from pairings import hooks
from pairings.engine.journal_facts import ResultFacts
from pairings.engine.journal_kinds import (
    OfResult,
    ResultCleared,
    ResultCorrected,
    ResultDecided,
    ResultEntered,
)
from pairings.engine.outcomes import ALONE, SHARED, Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.reports import result_reports as report_queries
from pairings.services import locks
from pairings.services.bracket import walkovers
from pairings.services.reports import report_rows
from pairings.services.rounds import attendance
from pairings.services.standings import ranking
from tournaments.models import User

MOST_GAMES = 9
MOST_MOVED = 200
"""The most changed places stored in the journal line of a correction; their number is stored as well."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match. `games` are game wins of left and right, if known."""

    outcome: Outcome
    reason: str = Reason.PLAYED
    games: tuple[int, int] | None = None


@contextmanager
def alone(match: Match) -> Iterator[Match]:
    """Lock the match until the block ends. Refused: MATCH_NOT_FOUND."""
    with transaction.atomic():
        yield locks.match(match)


@transaction.atomic
def enter(
    match: Match,
    result: MatchResult,
    *,
    by: User | None,
    seen: Outcome = Outcome.PENDING,
    change: bool = True,
    source: str = Report.Source.DESK,
    note: str = "",
    now: datetime | None = None,
) -> Match:
    """Set the result of a match of a posted round. `note`: a reason by a rule or a person.

    `seen` is the result on the screen: if it has changed since, nothing is overwritten. Without `change` no existing
    result is overwritten at all. The same result again is no change, nor is it without its games, as a key at the desk
    gives it.

    Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT, RESULT_ALREADY_THERE, RESULT_STANDS, NO_TIES_IN_THE_CUT,
    SOMEBODY_ADVANCES, OUT_OF_THE_CUT (name), GAMES_DO_NOT_FIT, GAMES_TOO_MANY.
    """
    match = locks.match(match)
    require_posted(match)
    require_possible(match, result)
    # A key at the desk leaves out the games.
    plain = not result.reason and result.games is None
    has_less = plain and (seen is Outcome.PENDING or not change) and match.outcome == result.outcome
    if facts(match) == facts_of(result) or has_less:
        return match
    require_seen(match, seen)
    if not change and match.outcome != Outcome.PENDING:
        raise Refused(PairingRefusal.RESULT_STANDS, table=match.table)
    return record(match, result, kind=ResultEntered, by=by, source=source, note=note, now=now)


@transaction.atomic
def clear(match: Match, *, by: User | None, seen: Outcome, now: datetime | None = None) -> Match:
    """Clear the result that was `seen`, so that the match is open again.

    Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT, RESULT_ALREADY_THERE when the result changed since,
    OUT_OF_THE_CUT (name) where a player of a cut match has left.
    """
    match = locks.match(match)
    require_posted(match)
    if match.outcome == Outcome.PENDING:
        return match
    require_seen(match, seen)
    if match.round.stage.kind == Stage.Kind.ELIMINATION:
        players = (match.left, match.right)
        out = next((entry for entry in players if entry is not None and not entry.active), None)
        if out is not None:
            raise Refused(PairingRefusal.OUT_OF_THE_CUT, name=str(out))
    return record(match, MatchResult(Outcome.PENDING), kind=ResultCleared, by=by, now=now)


@transaction.atomic
def correct(
    match: Match, result: MatchResult, *, by: User | None, why: str, now: datetime | None = None
) -> Match:
    """Change a result of a closed round: standings are computed again, later pairings stay.

    The same result again is no change. Refused: WHY_MISSING, RESULT_MISSING, ROUND_NOT_CLOSED_YET, CUT_HAS_STARTED for
    a match of the bracket that later ones depend on, and as `require_possible`.
    """
    match = locks.match(match)
    if not why.strip():
        raise Refused(PairingRefusal.WHY_MISSING)
    if result.outcome is Outcome.PENDING:
        raise Refused(PairingRefusal.RESULT_MISSING)
    if match.round.state != Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_NOT_CLOSED_YET, **round_facts(match.round))
    require_possible(match, result)
    require_nothing_after(match)
    if facts(match) == facts_of(result):
        return match
    division = match.round.division
    standing = ranking.places(division)
    facts_before = _put(match, result, by=by, source=Report.Source.DESK, note=why.strip(), now=now)
    ranking.snapshot_from(match.round)
    moved = [
        [entry, before, after]
        for entry, after in ranking.places(division).items()
        if (before := standing.get(entry, after)) != after
    ]
    _journal(
        match,
        ResultCorrected,
        facts_before,
        by=by,
        note=why.strip(),
        now=now,
        moved=moved[:MOST_MOVED],
        moved_count=len(moved),
    )
    hooks.moved(match.round)
    return match


def require_posted(match: Match) -> None:
    """Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT."""
    if match.round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(match.round))
    if match.round.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **round_facts(match.round))
    if match.right_id is None:
        raise Refused(PairingRefusal.NO_OPPONENT, name=str(match.left))


def require_seen(match: Match, seen: Outcome) -> None:
    """Refused: RESULT_ALREADY_THERE when the current result is not the one `seen`."""
    if Outcome(match.outcome) is not seen:
        raise Refused(
            PairingRefusal.RESULT_ALREADY_THERE,
            table=match.table,
            by=str(match.reported_by or "–"),
            outcome=match.get_outcome_display(),
            left=str(match.left),
            right=str(match.right),
        )


def require_possible(match: Match, result: MatchResult) -> None:
    """Refused: NO_OPPONENT, NO_TIES_IN_THE_CUT, SOMEBODY_ADVANCES, OUT_OF_THE_CUT (name), GAMES_DO_NOT_FIT,
    GAMES_TOO_MANY (games, best_of, enough).
    """
    if match.right_id is None or result.outcome in ALONE:
        raise Refused(PairingRefusal.NO_OPPONENT, name=str(match.left))
    if match.round.stage.kind == Stage.Kind.ELIMINATION:
        if result.outcome is Outcome.TIE:
            raise Refused(PairingRefusal.NO_TIES_IN_THE_CUT)
        if result.outcome in SHARED:
            raise Refused(PairingRefusal.SOMEBODY_ADVANCES)
        walkovers.require_in(match, result.outcome)
    if result.games is not None:
        best_of = match.round.best_of
        score = f"{result.games[0]}-{result.games[1]}"
        left, right = result.games
        fits = {Outcome.LEFT: left > right, Outcome.RIGHT: right > left, Outcome.TIE: left == right}
        in_bounds = max(left, right) <= MOST_GAMES and min(left, right) >= 0
        if not in_bounds or not fits.get(result.outcome, True):
            raise Refused(PairingRefusal.GAMES_DO_NOT_FIT, games=score)
        enough = best_of // 2 + 1
        if best_of > 1 and (max(result.games) > enough or sum(result.games) > best_of):
            raise Refused(PairingRefusal.GAMES_TOO_MANY, games=score, best_of=best_of, enough=enough)


def require_nothing_after(match: Match) -> None:
    """Refused: CUT_HAS_STARTED for a bracket match with a later round."""
    later = Round.objects.filter(division=match.round.division, number__gt=match.round.number)
    if match.bracket_id is not None and later.exists():
        raise Refused(PairingRefusal.CUT_HAS_STARTED, round=match.round.number)


def facts(match: Match) -> ResultFacts:
    """The result of a match as plain values."""
    games = (
        None
        if match.games_left is None or match.games_right is None
        else [match.games_left, match.games_right]
    )
    return {"outcome": match.outcome, "reason": match.reason, "games": games}


def facts_of(result: MatchResult) -> ResultFacts:
    """The same of a result that is not stored yet."""
    return {
        "outcome": result.outcome.value,
        "reason": str(result.reason),
        "games": list(result.games) if result.games else None,
    }


def result_from(noted: Mapping[str, Any]) -> MatchResult:
    """The reverse of `facts`."""
    games = noted["games"]
    return MatchResult(
        Outcome(str(noted["outcome"])),
        str(noted["reason"]),
        tuple(games) if isinstance(games, list) else None,
    )


def record(
    match: Match,
    result: MatchResult,
    *,
    kind: Callable[..., OfResult],
    by: User | None,
    source: str = Report.Source.DESK,
    note: str = "",
    now: datetime | None = None,
    **more: Any,
) -> Match:
    """Write a checked result of a locked match; `more` goes into the journal line.

    Settles the dispute, and drops players whose report said they leave.
    """
    reports = list(report_queries.of_match(match).values())
    before = _put(match, result, by=by, source=source, note=note, now=now)
    decided = kind is ResultDecided
    followed = report_rows.follow(match, reports, by=by, why=note, decided=decided, now=now)
    _journal(match, kind, before, by=by, note=note, now=now, **followed, **more)
    if result.outcome is not Outcome.PENDING and match.round.stage.kind == Stage.Kind.SWISS:
        for row in reports:
            entry = match.left if row.entry_id == match.left_id else match.right
            if row.leaves and entry is not None and entry.active:
                attendance.drop(entry, by=by, now=now)
    return match


class _Before(TypedDict):
    """A result, and who reported it when."""

    before: ResultFacts
    reported_before: list[int | str | None]


def _put(
    match: Match, result: MatchResult, *, by: User | None, source: str, note: str, now: datetime | None
) -> _Before:
    """Write a result, and its report unless sent by phone, which is stored already; returns the former
    result as facts.
    """
    before: _Before = {
        "before": facts(match),
        "reported_before": [
            match.reported_by_id,
            match.reported_at.isoformat() if match.reported_at else None,
        ],
    }
    put(match, result, by=by, now=now)
    if source == Report.Source.PHONE:
        return before
    Report.objects.create(
        match=match,
        outcome=match.outcome,
        reason=match.reason,
        games_left=match.games_left,
        games_right=match.games_right,
        source=source,
        note=note,
        by=by,
        at=now or timezone.now(),
    )
    return before


def _journal(
    match: Match,
    kind: Callable[..., OfResult],
    before: _Before,
    *,
    by: User | None,
    note: str,
    now: datetime | None,
    **more: Any,
) -> None:
    journal.write(
        match.round.division.tournament,
        kind(
            match=match.pk,
            round=match.round.number,
            table=match.table,
            left=str(match.left),
            right=str(match.right),
            after=facts(match),
            why=note,
            **before,
            **more,
        ),
        by=by,
        division=match.round.division,
        at=now,
    )


def put(match: Match, result: MatchResult, *, by: User | None, now: datetime | None = None) -> None:
    """Write a result into the match's row, without a journal line."""
    pending = result.outcome is Outcome.PENDING
    match.outcome, match.reason = result.outcome.value, result.reason
    match.games_left, match.games_right = result.games or (None, None)
    match.reported_by, match.reported_at = (None, None) if pending else (by, now or timezone.now())
    match.save(update_fields=["outcome", "reason", "games_left", "games_right", "reported_by", "reported_at"])
