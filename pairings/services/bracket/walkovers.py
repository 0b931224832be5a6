"""Walkovers: a player who is out of the event loses the matches of the open cut round."""

from core import stamps
from core.engine.refused import Refused
from pairings.engine.bracket import walkover
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from pairings.queries.bracket.cuts import round_facts
from pairings.services.reports import report_rows
from tournaments import scopes
from tournaments.models import Division, Entry


def settle(division: Division) -> None:
    """Decide the matches of the open cut round in which a player is out, and reopen walkovers no longer valid.

    Played results stay.
    """
    # Depends only on which players are out, so no undo has to store anything about it.
    round_ = _of_cut(division).exclude(state=Round.State.CLOSED).first()
    if round_ is None:
        return
    out = brackets.out(division)
    for match in round_.matches.filter(right__isnull=False):
        if match.outcome != Outcome.PENDING and match.reason != Reason.WALKOVER:
            continue
        outcome = walkover(match.left_id, match.right_id, out)
        wanted = Outcome.PENDING if outcome is None else outcome
        if match.outcome == wanted:
            continue
        stamps.mark(scopes.match(match.pk))
        match.outcome = wanted.value
        match.reason = Reason.PLAYED if outcome is None else Reason.WALKOVER
        match.save(update_fields=["outcome", "reason"])
        report_rows.settle_or_open(match)


def _of_cut(division: Division):  # type: ignore[no-untyped-def]
    return division.rounds.filter(stage__kind=Stage.Kind.ELIMINATION).order_by("number")


def require_none_closed(entry: Entry) -> None:
    """Refused: UNDO_NEXT_ROUND_FIRST when this player is back in and being out decided a closed round of the cut."""
    out = brackets.out(entry.division)
    if entry.pk in out:
        return
    closed = Match.objects.filter(
        round__in=_of_cut(entry.division).filter(state=Round.State.CLOSED), reason=Reason.WALKOVER
    )
    for match in closed.select_related("round").order_by("-round__number"):
        if entry.pk in (match.left_id, match.right_id):
            stands = walkover(match.left_id, match.right_id, out)  # type: ignore[arg-type]
            if stands is None or stands != match.outcome:
                raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **round_facts(match.round))


def require_in(match: Match, outcome: Outcome) -> None:
    """Refused: OUT_OF_THE_CUT (name) for a win of a player who is out, and for a match decided by walkover."""
    if match.outcome == outcome and match.reason != Reason.WALKOVER:
        return
    closed = match.round.state == Round.State.CLOSED
    loser = match.right if match.outcome == Outcome.LEFT else match.left
    winner = {Outcome.LEFT: match.left, Outcome.RIGHT: match.right}.get(outcome)
    if match.reason == Reason.WALKOVER:
        raise Refused(PairingRefusal.OUT_OF_THE_CUT, name=str(loser))
    if winner is not None and not winner.active and not closed:
        raise Refused(PairingRefusal.OUT_OF_THE_CUT, name=str(winner))
