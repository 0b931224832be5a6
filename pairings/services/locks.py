"""Row locks of this app, including those of `tournaments`.

The order is event, division. The lock of a division covers its rounds and matches.
"""

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from tournaments import scopes
from tournaments.models import Tournament
from tournaments.services.locks import lock_division, lock_divisions, lock_entry, lock_event

__all__ = [
    "lock_division",
    "lock_divisions",
    "lock_entry",
    "lock_event",
    "lock_match",
    "lock_match_for_result",
    "lock_posted_round",
    "lock_round",
    "lock_unposted_round",
]


def lock_round(row: Round) -> Round:
    """Return the round, with its event and division locked. Refused: ROUND_NOT_FOUND."""
    locked_division = lock_division(row.division, event=lock_event(row.division.tournament))
    current = Round.objects.select_related("stage").filter(pk=row.pk).first()
    if current is None:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=row.number)
    current.division = locked_division
    return current


def lock_unposted_round(row: Round) -> Round:
    """Return an unposted round, locked like `lock_round`.

    Refused: ROUND_NOT_FOUND, ROUND_IS_POSTED, ROUND_IS_CLOSED.
    """
    current = lock_round(row)
    if current.state == Round.State.POSTED:
        raise Refused(PairingRefusal.ROUND_IS_POSTED, **refusal_facts_of_round(current))
    if current.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **refusal_facts_of_round(current))
    return current


def lock_posted_round(row: Round) -> Round:
    """Return a posted round that is not closed, locked like `lock_round`.

    Refused: ROUND_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED.
    """
    current = lock_round(row)
    if current.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **refusal_facts_of_round(current))
    if current.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **refusal_facts_of_round(current))
    return current


def lock_match(row: Match, *changes: str, event: Tournament | None = None) -> Match:
    """Return the match, with its division locked. Refused: MATCH_NOT_FOUND.

    `changes` are the `scopes` that change besides the match and the event's results. `event`: see `lock_division`.
    """
    locked_division = lock_division(row.round.division, scopes.match_scope(row.pk), *changes, event=event)
    # Every report of a result runs this query. Each join adds to the planning time in PostgreSQL,
    # and `draw` grows with the field.
    matches = Match.objects.select_related("round__stage", "left", "right")
    current = matches.defer("round__draw").filter(pk=row.pk).order_by("pk").first()
    if current is None:
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    current.round.division = locked_division
    return current


def lock_match_for_result(row: Match) -> Match:
    """Return the match, locked like `lock_match`, to change its result. Refused: MATCH_NOT_FOUND."""
    event = row.round.division.tournament
    # No result depends on the settings of the event.
    return lock_match(row, scopes.tables_scope(event.pk), event=event)
