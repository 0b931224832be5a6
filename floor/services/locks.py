"""Row locks of `floor`, and the locks that it uses from other packages.

Lock order: event, division, match.
"""

from core import stamps
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services.locks import require_transaction
from floor.engine.refusals import FloorRefusal
from floor.models import Confiscation, FloorRuling, JudgeCall, Penalty
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match
from tournaments import scopes
from tournaments.models import Tournament
from tournaments.services.locks import lock_division, lock_event

__all__ = [
    "lock_call",
    "lock_confiscation",
    "lock_division",
    "lock_event",
    "lock_penalty",
    "lock_ruling",
    "lock_rulings",
    "lock_screens",
    "lock_table",
    "lock_table_in_division",
]


def lock_table(row: Match) -> Match:
    """Lock only the match, so that taps at other tables never wait. Refused: MATCH_NOT_FOUND."""
    stamps.mark_scopes_changed(
        scopes.match_scope(row.pk), scopes.results_scope(row.round.division.tournament_id)
    )
    matches = Match.objects.select_for_update(of=("self",)).select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player", "reported_by"
    )
    locked = matches.defer("round__draw").filter(pk=row.pk).order_by("pk").first()
    if locked is None:
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    return locked


def lock_table_in_division(row: Match) -> Match:
    """Lock the division, then the match, for entering a result. Refused: CHANGED_MEANWHILE, MATCH_NOT_FOUND."""
    division_row = row.round.division
    lock_division(division_row, scopes.match_scope(row.pk), scopes.tables_scope(division_row.tournament_id))
    return lock_table(row)


def lock_call(row: JudgeCall) -> JudgeCall:
    """Lock the division of an open call's table and return the call. Refused: CALL_IS_CLOSED."""
    calls = JudgeCall.objects.select_related(
        "match__round__division__tournament", "claimed_by", "entry__player"
    )
    unlocked = calls.filter(pk=row.pk).first()
    if unlocked is None or unlocked.match is None:
        raise Refused(FloorRefusal.CALL_IS_CLOSED)
    lock_division(unlocked.match.round.division, scopes.match_scope(unlocked.match.pk))
    locked = calls.filter(pk=row.pk).first()
    if locked is None or locked.closed_at is not None:
        raise Refused(FloorRefusal.CALL_IS_CLOSED)
    return locked


def lock_penalty(row: Penalty) -> Penalty:
    """Lock the division of a penalty and return the penalty. Refused: PENALTY_WITHDRAWN."""
    lock_division(row.entry.division, scopes.entry_scope(row.entry_id))
    penalties = Penalty.objects.select_related("entry__player", "entry__division__tournament", "match__round")
    locked = penalties.get(pk=row.pk)
    if locked.withdrawn_at is not None:
        raise Refused(FloorRefusal.PENALTY_WITHDRAWN)
    return locked


def lock_ruling(row: FloorRuling) -> FloorRuling:
    """Lock a ruling, notifying only result pages."""
    stamps.mark_scopes_changed(scopes.results_scope(row.tournament_id))
    rulings_of_event = FloorRuling.objects.select_for_update(of=("self",)).select_related("tournament")
    return rulings_of_event.get(pk=row.pk)


def lock_rulings(event: Tournament) -> Tournament:
    """Lock the event to change its rulings, notifying only result pages. Refused: CHANGED_MEANWHILE."""
    return _lock_event(event, scopes.results_scope(event.pk))


def lock_screens(event: Tournament) -> Tournament:
    """Lock the event to change its hall screens, notifying only screens. Refused: CHANGED_MEANWHILE."""
    return _lock_event(event, scopes.hall_screens_scope(event.pk))


def _lock_event(event: Tournament, scope: str) -> Tournament:
    """Lock the event, with only `scope` marked as changed. Refused: CHANGED_MEANWHILE."""
    require_transaction()
    stamps.mark_scopes_changed(scope)
    locked = Tournament.objects.select_for_update(no_key=True).filter(pk=event.pk).first()
    if locked is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    return locked


def lock_confiscation(row: Confiscation) -> Confiscation:
    """Lock the division of a confiscation and return the confiscation. Refused: CONFISCATION_WITHDRAWN."""
    lock_division(row.entry.division, scopes.entry_scope(row.entry_id))
    locked = Confiscation.objects.select_related("tournament", "entry__player", "entry__division").get(
        pk=row.pk
    )
    if locked.withdrawn_at is not None:
        raise Refused(FloorRefusal.CONFISCATION_WITHDRAWN)
    return locked
