"""Walkovers: players who are out of the event lose their open match of the current cut round."""

from core import stamps
from core.engine.refused import Refused
from pairings.engine.bracket import walkover_outcome
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.services.reports import report_rows
from tournaments import scopes
from tournaments.models import Division, Entry


def apply_walkovers(division: Division) -> None:
    """Decide open matches of the current cut round in which a player is out of the event.

    Walkovers of players who are back in the event are reopened. Results of played matches do not change. The
    dispute of a changed match is opened or settled to fit.
    """
    # Walkovers only depend on which players are out, so undo steps store nothing about them.
    open_cut_rounds = division.rounds.filter(stage__kind=Stage.Kind.ELIMINATION).exclude(
        state=Round.State.CLOSED
    )
    round_ = open_cut_rounds.order_by("number").first()
    if round_ is None:
        return
    players_out = brackets.players_out(division)
    for match in round_.matches.filter(right__isnull=False):
        is_played = match.outcome != Outcome.PENDING and match.reason != Reason.WALKOVER
        if match.right_id is None or is_played:
            continue
        outcome = walkover_outcome(match.left_id, match.right_id, players_out)
        new_outcome = Outcome.PENDING if outcome is None else outcome
        if match.outcome == new_outcome:
            continue
        stamps.mark_scopes_changed(scopes.match_scope(match.pk), scopes.tables_scope(division.tournament_id))
        match.outcome = new_outcome.value
        match.reason = Reason.PLAYED if outcome is None else Reason.WALKOVER
        match.save(update_fields=["outcome", "reason"])
        report_rows.open_or_settle_dispute(match)


def require_no_closed_walkover(entry: Entry) -> None:
    """Require that no closed cut round has a walkover because this player was out.

    Refused: UNDO_NEXT_ROUND_FIRST.
    """
    players_out = brackets.players_out(entry.division)
    if entry.pk in players_out:
        return
    cut_rounds = entry.division.rounds.filter(stage__kind=Stage.Kind.ELIMINATION)
    closed_walkovers = Match.objects.filter(
        round__in=cut_rounds.filter(state=Round.State.CLOSED), reason=Reason.WALKOVER
    )
    for match in closed_walkovers.select_related("round").order_by("-round__number"):
        if match.right_id is not None and entry.pk in (match.left_id, match.right_id):
            outcome = walkover_outcome(match.left_id, match.right_id, players_out)
            if outcome is None or outcome != match.outcome:
                raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **refusal_facts_of_round(match.round))


def require_winner_not_out(match: Match, outcome: Outcome) -> None:
    """Require that a cut match is no walkover and, in an open round, that its winner is not out.

    An unchanged result of a played match is always allowed. Refused: OUT_OF_THE_CUT (name).
    """
    if match.outcome == outcome and match.reason != Reason.WALKOVER:
        return
    is_closed = match.round.state == Round.State.CLOSED
    loser = match.right if match.outcome == Outcome.LEFT else match.left
    winner = {Outcome.LEFT: match.left, Outcome.RIGHT: match.right}.get(outcome)
    if match.reason == Reason.WALKOVER:
        raise Refused(PairingRefusal.OUT_OF_THE_CUT, name=str(loser))
    if winner is not None and not winner.active and not is_closed:
        raise Refused(PairingRefusal.OUT_OF_THE_CUT, name=str(winner))
