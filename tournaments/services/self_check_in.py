"""Change self check-in: whether it is on, its times, and the hall code."""

import secrets
from datetime import datetime

from django.db import transaction

from core.engine.refused import Refused
from core.services import journal
from tournaments.engine.journal_kinds import HallCodeRenewed, SelfCheckInChanged
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import SelfCheckIn, Tournament, User
from tournaments.queries.self_check_in import self_check_in_of
from tournaments.services import locks


@transaction.atomic
def change_self_check_in(
    event: Tournament,
    *,
    by: User | None,
    is_on: bool,
    opens_at: datetime | None,
    closes_at: datetime | None,
    seed: int | None = None,
) -> SelfCheckIn:
    """Switch self check-in on or off, and set the times between which players check in.

    None for a time means no limit. The first hall code comes from `seed`, by default a random number.
    Refused: SELF_CHECK_IN_ENDS_FIRST (field) if `opens_at` is not before `closes_at`, CHANGED_MEANWHILE.
    """
    locks.lock_event(event)
    if opens_at is not None and closes_at is not None and opens_at >= closes_at:
        raise Refused(TournamentRefusal.SELF_CHECK_IN_ENDS_FIRST, field="closes_at")
    row = self_check_in_of(event) or SelfCheckIn(tournament=event, seed=_seed_or_random(seed))
    changed: dict[str, list[object]] = {}
    if row.is_on != is_on:
        changed["is_on"] = [row.is_on, is_on]
    for name, before, after in (
        ("opens_at", row.opens_at, opens_at),
        ("closes_at", row.closes_at, closes_at),
    ):
        if before != after:
            changed[name] = [moment.isoformat() if moment else None for moment in (before, after)]
    row.is_on, row.opens_at, row.closes_at = is_on, opens_at, closes_at
    row.save()
    if changed:
        journal.write_journal_line(event, SelfCheckInChanged(changed=changed), by=by)
    return row


@transaction.atomic
def renew_hall_code(event: Tournament, *, by: User | None, seed: int | None = None) -> SelfCheckIn:
    """Replace the hall code with one from `seed`, by default a random number.

    Refused: SELF_CHECK_IN_OFF if self check-in was never set up, CHANGED_MEANWHILE.
    """
    locks.lock_event(event)
    row = self_check_in_of(event)
    if row is None:
        raise Refused(TournamentRefusal.SELF_CHECK_IN_OFF)
    row.seed = _seed_or_random(seed)
    row.save(update_fields=["seed"])
    journal.write_journal_line(event, HallCodeRenewed(), by=by)
    return row


def _seed_or_random(seed: int | None) -> int:
    return secrets.randbits(62) if seed is None else seed
