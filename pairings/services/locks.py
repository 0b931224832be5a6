"""The row locks of this room, with those of `tournaments`. Order: event, division; rounds and matches lie inside."""

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from tournaments import scopes
from tournaments.services.locks import division, divisions, entry, event

__all__ = ["division", "divisions", "entry", "event", "match", "round_"]


def round_(row: Round) -> Round:
    """The round, under the locks of its event and division. Refused: ROUND_NOT_FOUND."""
    home = division(row.division, of=event(row.division.tournament))
    fresh = Round.objects.select_related("stage").filter(pk=row.pk).first()
    if fresh is None:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=row.number)
    fresh.division = home
    return fresh


def match(row: Match) -> Match:
    """The match, under the lock of its division. Refused: MATCH_NOT_FOUND."""
    home = division(row.round.division, scopes.match(row.pk))
    # The whole hall waits for this query: each further table costs PostgreSQL as much planning time again, and `draw`
    # grows with the field.
    rows = Match.objects.select_related("round__stage", "left__player", "right__player")
    fresh = rows.defer("round__draw").filter(pk=row.pk).order_by("pk").first()
    if fresh is None:
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    fresh.round.division = home
    return fresh
