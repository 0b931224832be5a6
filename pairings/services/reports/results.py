"""Enter, clear and correct results, each of which is also stored as a report."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.db import transaction
from django.utils import timezone

from core import stamps
from core.engine.refused import Refused
from core.services import journal
from pairings.engine.journal_facts import ResultFacts
from pairings.engine.journal_kinds import (
    OfResult,
    ResultCleared,
    ResultCorrected,
    ResultDecided,
    ResultEntered,
)
from pairings.engine.outcomes import ALONE, SAME_FOR_BOTH, Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Report, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.reports import result_reports as report_queries
from pairings.queries.standings import cut_places
from pairings.services import locks
from pairings.services.bracket import walkovers
from pairings.services.reports import report_rows
from pairings.services.rounds import attendance
from pairings.services.standings import ranking
from tournaments import scopes
from tournaments.models import User

MAX_GAMES = 9
MAX_MOVED = 200
"""Maximum number of changed places stored in the journal line of a correction. Their total is stored as well."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Result of a match. `games`: game wins of left and right, if reported."""

    outcome: Outcome
    reason: str = Reason.PLAYED
    games: tuple[int, int] | None = None


@contextmanager
def locked_match(match: Match) -> Iterator[Match]:
    """Lock the match until the block ends. Refused: MATCH_NOT_FOUND."""
    with transaction.atomic():
        yield locks.lock_match_for_result(match)


@transaction.atomic
def enter_result(
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
    """Set the result of a match of a posted round. For further effects, see `record_result`.

    `note` is a reason, from a rule or a person. `seen` is the result on the screen; if it has changed since,
    nothing is overwritten. Without `change`, an existing result is never overwritten. Entering the same result
    again changes nothing, even without its games, which the keys of the desk leave out.
    Refused: MATCH_NOT_FOUND, RESULT_ALREADY_THERE, RESULT_STANDS, and whatever `require_match_in_play` and
    `require_possible_result` refuse.
    """
    match = locks.lock_match_for_result(match)
    require_match_in_play(match)
    require_possible_result(match, result)
    # The keys of the desk enter results without games.
    has_outcome_only = not result.reason and result.games is None
    is_unchanged = (
        has_outcome_only and (seen is Outcome.PENDING or not change) and match.outcome == result.outcome
    )
    if stored_result_facts(match) == result_facts(result) or is_unchanged:
        return match
    require_result_unchanged(match, seen)
    if not change and match.outcome != Outcome.PENDING:
        raise Refused(PairingRefusal.RESULT_STANDS, table=match.table)
    return record_result(match, result, kind=ResultEntered, by=by, source=source, note=note, now=now)


@transaction.atomic
def clear_result(match: Match, *, by: User | None, seen: Outcome, now: datetime | None = None) -> Match:
    """Clear the result that was `seen`, so that the match is open again; an open match does not change.

    Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT, RESULT_ALREADY_THERE if the result has changed since,
    OUT_OF_THE_CUT (name) if a player of a cut match has left.
    """
    match = locks.lock_match_for_result(match)
    require_match_in_play(match)
    if match.outcome == Outcome.PENDING:
        return match
    require_result_unchanged(match, seen)
    if match.round.stage.kind == Stage.Kind.ELIMINATION:
        players = (match.left, match.right)
        player_out = next((entry for entry in players if entry is not None and not entry.active), None)
        if player_out is not None:
            raise Refused(PairingRefusal.OUT_OF_THE_CUT, name=str(player_out))
    return record_result(match, MatchResult(Outcome.PENDING), kind=ResultCleared, by=by, now=now)


@transaction.atomic
def correct_result(
    match: Match, result: MatchResult, *, by: User | None, why: str, now: datetime | None = None
) -> Match:
    """Change a result of a closed round. Standings are computed again; later pairings do not change.

    Entering the same result again changes nothing. Refused: WHY_MISSING, RESULT_MISSING, ROUND_NOT_CLOSED_YET,
    CUT_HAS_STARTED for a bracket match on which later matches depend, and whatever `require_possible_result` refuses.
    """
    match = locks.lock_match_for_result(match)
    if not why.strip():
        raise Refused(PairingRefusal.WHY_MISSING)
    if result.outcome is Outcome.PENDING:
        raise Refused(PairingRefusal.RESULT_MISSING)
    if match.round.state != Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_NOT_CLOSED_YET, **refusal_facts_of_round(match.round))
    require_possible_result(match, result)
    require_no_later_bracket_round(match)
    if stored_result_facts(match) == result_facts(result):
        return match
    division = match.round.division
    places_before = cut_places.stored_places(division)
    facts_before = _save_result(match, result, by=by, source=Report.Source.DESK, note=why.strip(), now=now)
    ranking.rank_round_and_later_ones_again(match.round)
    moved_places = [
        [entry, old_place, new_place]
        for entry, new_place in cut_places.stored_places(division).items()
        if (old_place := places_before.get(entry, new_place)) != new_place
    ]
    _journal_result(
        match,
        ResultCorrected,
        facts_before,
        by=by,
        note=why.strip(),
        now=now,
        moved=moved_places[:MAX_MOVED],
        moved_count=len(moved_places),
    )
    return match


def require_match_in_play(match: Match) -> None:
    """Require that the match has two players and its round is posted and not closed.

    Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT.
    """
    if match.round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **refusal_facts_of_round(match.round))
    if match.round.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **refusal_facts_of_round(match.round))
    if match.right_id is None:
        raise Refused(PairingRefusal.NO_OPPONENT, name=str(match.left))


def require_result_unchanged(match: Match, seen: Outcome) -> None:
    """Require that the current result equals the result `seen` on the user's page.

    Refused: RESULT_ALREADY_THERE.
    """
    if Outcome(match.outcome) is not seen:
        raise Refused(
            PairingRefusal.RESULT_ALREADY_THERE,
            table=match.table,
            by=str(match.reported_by or "–"),
            outcome=match.get_outcome_display(),
            left=str(match.left),
            right=str(match.right),
        )


def require_possible_result(match: Match, result: MatchResult) -> None:
    """Require that the match can have this result.

    Refused: NO_OPPONENT, NO_TIES_IN_THE_CUT, SOMEBODY_ADVANCES, OUT_OF_THE_CUT (name), GAMES_DO_NOT_FIT,
    GAMES_TOO_MANY (games, best_of, enough).
    """
    if match.right_id is None or result.outcome in ALONE:
        raise Refused(PairingRefusal.NO_OPPONENT, name=str(match.left))
    if match.round.stage.kind == Stage.Kind.ELIMINATION:
        if result.outcome is Outcome.TIE:
            raise Refused(PairingRefusal.NO_TIES_IN_THE_CUT)
        if result.outcome in SAME_FOR_BOTH:
            raise Refused(PairingRefusal.SOMEBODY_ADVANCES)
        walkovers.require_winner_not_out(match, result.outcome)
    if result.games is not None:
        best_of = match.round.best_of
        score = f"{result.games[0]}-{result.games[1]}"
        left, right = result.games
        fits_outcome = {Outcome.LEFT: left > right, Outcome.RIGHT: right > left, Outcome.TIE: left == right}
        in_bounds = max(left, right) <= MAX_GAMES and min(left, right) >= 0
        if not in_bounds or not fits_outcome.get(result.outcome, True):
            raise Refused(PairingRefusal.GAMES_DO_NOT_FIT, games=score)
        wins_needed = best_of // 2 + 1
        if best_of > 1 and (max(result.games) > wins_needed or sum(result.games) > best_of):
            raise Refused(PairingRefusal.GAMES_TOO_MANY, games=score, best_of=best_of, enough=wins_needed)


def require_no_later_bracket_round(match: Match) -> None:
    """Require that no later round of the bracket depends on this match. Refused: CUT_HAS_STARTED (round)."""
    later_rounds = Round.objects.filter(division=match.round.division, number__gt=match.round.number)
    if match.bracket_id is not None and later_rounds.exists():
        raise Refused(PairingRefusal.CUT_HAS_STARTED, round=match.round.number)


def stored_result_facts(match: Match) -> ResultFacts:
    """Return the result of a match as plain values."""
    games = (
        None
        if match.games_left is None or match.games_right is None
        else [match.games_left, match.games_right]
    )
    return {"outcome": match.outcome, "reason": match.reason, "games": games}


def result_facts(result: MatchResult) -> ResultFacts:
    """Return a result that is not stored yet as plain values, like `stored_result_facts`."""
    return {
        "outcome": result.outcome.value,
        "reason": str(result.reason),
        "games": list(result.games) if result.games else None,
    }


def result_from_facts(stored: Mapping[str, Any]) -> MatchResult:
    """Return the result for plain values returned by `stored_result_facts`."""
    games = stored["games"]
    return MatchResult(
        Outcome(str(stored["outcome"])),
        str(stored["reason"]),
        tuple(games) if isinstance(games, list) else None,
    )


def record_result(
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
    """Write a checked result of a locked match. `more` are additional facts of the journal line.

    The dispute of the match is settled. After a Swiss match, players who reported that they leave are
    dropped.
    """
    reports = list(report_queries.reports_of_match(match).values())
    match.has_reports = bool(reports)
    before = _save_result(match, result, by=by, source=source, note=note, now=now)
    is_decision = kind is ResultDecided
    settled_reports = report_rows.settle_reports(
        match, reports, by=by, why=note, decided=is_decision, now=now
    )
    _journal_result(match, kind, before, by=by, note=note, now=now, **settled_reports, **more)
    if result.outcome is not Outcome.PENDING and match.round.stage.kind == Stage.Kind.SWISS:
        for report in reports:
            entry = match.left if report.entry_id == match.left_id else match.right
            if report.leaves and entry is not None and entry.active:
                attendance.drop_player(entry, by=by, now=now)
    return match


class _FormerResult(TypedDict):
    """The former result, with its reporter and time."""

    before: ResultFacts
    reported_before: list[int | str | None]


def _save_result(
    match: Match, result: MatchResult, *, by: User | None, source: str, note: str, now: datetime | None
) -> _FormerResult:
    """Write a result, and its report unless it is a player's report by phone, which is already stored.

    Return the former result.
    """
    former: _FormerResult = {
        "before": stored_result_facts(match),
        "reported_before": [
            match.reported_by_id,
            match.reported_at.isoformat() if match.reported_at else None,
        ],
    }
    write_result_into_match(match, result, by=by, now=now)
    if source == Report.Source.PHONE:
        return former
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
    return former


def _journal_result(
    match: Match,
    kind: Callable[..., OfResult],
    former: _FormerResult,
    *,
    by: User | None,
    note: str,
    now: datetime | None,
    **more: Any,
) -> None:
    journal.write_journal_line(
        match.round.division.tournament,
        kind(
            match=match.pk,
            round=match.round.number,
            table=match.table,
            left=str(match.left),
            right=str(match.right),
            after=stored_result_facts(match),
            why=note,
            **former,
            **more,
        ),
        by=by,
        division=match.round.division,
        at=now,
    )


def write_result_into_match(
    match: Match, result: MatchResult, *, by: User | None, now: datetime | None = None
) -> None:
    """Write a result into the match's row, without a journal line."""
    stamps.mark_scopes_changed(scopes.tables_scope(match.round.division.tournament_id))
    is_pending = result.outcome is Outcome.PENDING
    match.outcome, match.reason = result.outcome.value, result.reason
    match.games_left, match.games_right = result.games or (None, None)
    match.reported_by, match.reported_at = (None, None) if is_pending else (by, now or timezone.now())
    match.save(update_fields=["outcome", "reason", "games_left", "games_right", "reported_by", "reported_at"])
