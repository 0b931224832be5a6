"""Results: entered at the desk, taken back, corrected later. Every word is kept as a report."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from pairings.engine.outcomes import ALONE, Outcome
from pairings.models import Match, Report, Round, Stage
from pairings.models.match import Reason
from pairings.services import ranking
from tournaments.engine.refused import Refused
from tournaments.models import User
from tournaments.services import journal, locks

MOST_GAMES = 9


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a match. `games` are game wins of left and right, where they are known."""

    outcome: Outcome
    reason: str = Reason.PLAYED
    games: tuple[int, int] | None = None


@transaction.atomic
def enter(
    match: Match,
    told: Told,
    *,
    by: User | None,
    seen: Outcome = Outcome.PENDING,
    source: str = Report.Source.DESK,
    now: datetime | None = None,
) -> Match:
    """Set the result of a match of the posted round.

    `seen` is the result the person looked at while typing: if it has changed since, nothing is overwritten.
    Saying again what already stands is no change. Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT,
    RESULT_ALREADY_THERE, NO_TIES_IN_THE_CUT, SOMEBODY_ADVANCES, GAMES_DO_NOT_FIT.
    """
    match = _held(match)
    _require_posted(match)
    _require_possible(match, told)
    if _says_the_same(match, told):
        return match
    if Outcome(match.outcome) is not seen:
        raise Refused(
            "RESULT_ALREADY_THERE",
            table=match.table,
            by=str(match.reported_by or "–"),
            outcome=match.get_outcome_display(),
            left=str(match.left),
            right=str(match.right),
        )
    return _set(match, told, kind="ResultEntered", by=by, source=source, note="", now=now)


@transaction.atomic
def clear(match: Match, *, by: User | None, now: datetime | None = None) -> Match:
    """Take a result back so that the match is open again. Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT."""
    match = _held(match)
    _require_posted(match)
    if match.outcome == Outcome.PENDING:
        return match
    return _set(
        match, Told(Outcome.PENDING), kind="ResultCleared", by=by, source=Report.Source.DESK, note="", now=now
    )


@transaction.atomic
def correct(match: Match, told: Told, *, by: User | None, why: str, now: datetime | None = None) -> Match:
    """Change a result after its round was closed: standings follow, pairings already played stay as they are.

    Saying again what stands is no change.
    Refused: WHY_MISSING, RESULT_MISSING, ROUND_NOT_CLOSED_YET, and CUT_HAS_STARTED for a match of the bracket
    that others depend on.
    """
    match = _held(match)
    if not why.strip():
        raise Refused("WHY_MISSING")
    if told.outcome is Outcome.PENDING:
        raise Refused("RESULT_MISSING")
    if match.round.state != Round.State.CLOSED:
        raise Refused("ROUND_NOT_CLOSED_YET", round=match.round.number)
    _require_possible(match, told)
    require_nothing_after(match)
    if _says_the_same(match, told):
        return match
    match = _set(
        match, told, kind="ResultCorrected", by=by, source=Report.Source.DESK, note=why.strip(), now=now
    )
    ranking.snapshot_from(match.round)
    return match


def _held(match: Match) -> Match:
    division = match.round.division
    locks.hold(division)
    fresh = Match.objects.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player", "reported_by"
    )
    found = fresh.filter(pk=match.pk).first()
    if found is None:
        raise Refused("MATCH_IS_GONE")
    return found


def _require_posted(match: Match) -> None:
    if match.round.state == Round.State.DRAFT:
        raise Refused("ROUND_NOT_POSTED", round=match.round.number)
    if match.round.state == Round.State.CLOSED:
        raise Refused("ROUND_IS_CLOSED", round=match.round.number)
    if match.right_id is None:
        raise Refused("NO_OPPONENT", name=str(match.left))


def _require_possible(match: Match, told: Told) -> None:
    if match.right_id is None or told.outcome in ALONE:
        raise Refused("NO_OPPONENT", name=str(match.left))
    if match.round.stage.kind == Stage.Kind.ELIMINATION:
        _require_somebody_advances(told)
    if told.games is not None and not _games_fit(told):
        raise Refused("GAMES_DO_NOT_FIT", games=f"{told.games[0]}–{told.games[1]}")


def _require_somebody_advances(told: Told) -> None:
    if told.outcome is Outcome.TIE:
        raise Refused("NO_TIES_IN_THE_CUT")
    if told.outcome is Outcome.DOUBLE_LOSS:
        raise Refused("SOMEBODY_ADVANCES")


def _games_fit(told: Told) -> bool:
    left, right = told.games or (0, 0)
    if max(left, right) > MOST_GAMES or min(left, right) < 0:
        return False
    fits = {Outcome.LEFT: left > right, Outcome.RIGHT: right > left, Outcome.TIE: left == right}
    return fits.get(told.outcome, True)


def require_nothing_after(match: Match) -> None:
    """Refused: CUT_HAS_STARTED for a match of a bracket that a later round is built on."""
    later = Round.objects.filter(division=match.round.division, number__gt=match.round.number)
    if match.bracket_id is not None and later.exists():
        raise Refused("CUT_HAS_STARTED", round=match.round.number)


def _says_the_same(match: Match, told: Told) -> bool:
    return facts(match) == _facts(told)


def facts(match: Match) -> dict[str, object]:
    """The result of a match as plain values."""
    games = (
        None
        if match.games_left is None or match.games_right is None
        else [match.games_left, match.games_right]
    )
    return {"outcome": match.outcome, "reason": match.reason, "games": games}


def _facts(told: Told) -> dict[str, object]:
    return {
        "outcome": told.outcome.value,
        "reason": str(told.reason),
        "games": list(told.games) if told.games else None,
    }


def _reported(match: Match) -> list[object]:
    """Who told the result that stands, and when, as plain values."""
    return [match.reported_by_id, match.reported_at.isoformat() if match.reported_at else None]


def told_by(noted: dict[str, object]) -> Told:
    """The reverse of `facts`."""
    games = noted["games"]
    return Told(
        Outcome(str(noted["outcome"])),
        str(noted["reason"]),
        tuple(games) if isinstance(games, list) else None,
    )


def _set(
    match: Match, told: Told, *, kind: str, by: User | None, source: str, note: str, now: datetime | None
) -> Match:
    before, reported = facts(match), _reported(match)
    put(match, told, by=by, now=now)
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
    journal.write(
        match.round.division.tournament,
        kind,
        by=by,
        division=match.round.division,
        at=now,
        match=match.pk,
        round=match.round.number,
        table=match.table,
        left=str(match.left),
        right=str(match.right),
        before=before,
        reported_before=reported,
        after=facts(match),
        why=note,
    )
    return match


def put(match: Match, told: Told, *, by: User | None, now: datetime | None = None) -> None:
    """Write a result into the match's row; the journal line is the caller's."""
    pending = told.outcome is Outcome.PENDING
    match.outcome, match.reason = told.outcome.value, told.reason
    match.games_left, match.games_right = told.games or (None, None)
    match.reported_by, match.reported_at = (None, None) if pending else (by, now or timezone.now())
    match.save(update_fields=["outcome", "reason", "games_left", "games_right", "reported_by", "reported_at"])
