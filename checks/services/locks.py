"""Row locks of this package and of `tournaments`, in this order: event, division, check."""

from collections.abc import Iterable

from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.queries.deck_checks import checks_of
from core import stamps
from core.engine.refused import Refused
from tournaments import scopes
from tournaments.models import Division, Tournament
from tournaments.services.locks import lock_division, lock_event

__all__ = ["lock_check", "lock_check_alone", "lock_division", "lock_event", "lock_event_and_divisions"]


def lock_event_and_divisions(tournament: Tournament, rows: Iterable[Division]) -> list[Division]:
    """Lock the event, then these divisions in order of their keys, and return the divisions."""
    lock_event(tournament)
    return [lock_division(row) for row in sorted(rows, key=lambda row: row.pk)]


def lock_check(row: DeckCheck) -> DeckCheck:
    """Lock the division of a check and read the check again. Refused: CHECK_NOT_FOUND."""
    lock_division(row.entry.division, scopes.entry_scope(row.entry_id))
    locked = checks_of(row.entry.tournament).filter(pk=row.pk).first()
    if locked is None:
        raise Refused(CheckRefusal.CHECK_NOT_FOUND)
    return locked


def lock_check_alone(row: DeckCheck) -> DeckCheck:
    """Lock and return only the check, so that taps on other checks of the division do not have to wait.

    The event's results are marked as changed.
    """
    stamps.mark_scopes_changed(scopes.results_scope(row.entry.tournament_id))
    return DeckCheck.objects.select_for_update(of=("self",)).select_related("entry__player").get(pk=row.pk)
