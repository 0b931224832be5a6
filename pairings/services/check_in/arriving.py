"""Check in players as they arrive: staff scan their code at the door, or players enter the hall code."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Qualifier
from pairings.queries.check_in.day_two import awaits_day_two, qualifier_to_check_in
from pairings.queries.check_in.scanned import entry_of_scan, unpaid_registration
from pairings.queries.rounds import division_rounds
from pairings.services.check_in.day_two import mark_for_day_two
from pairings.services.rounds import attendance
from registration.models import Registration
from tournaments.engine.check_in import Phase, is_hall_code
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry, SelfCheckIn, Tournament, User
from tournaments.queries.self_check_in import self_check_in_of


@dataclass(frozen=True, slots=True)
class Arrived:
    """A player who has arrived.

    `before` is the time of an earlier check-in, or None if they were checked in now. `late` means that round 1
    is posted, so they play from the next round on. `unpaid` is the registration if its fee is unpaid. `day_two` means
    that they checked in for day 2.
    """

    entry: Entry
    before: datetime | None
    late: bool
    unpaid: Registration | None
    day_two: bool = False


@transaction.atomic
def check_in_scanned(
    event: Tournament, text: str, *, by: User | None, now: datetime | None = None
) -> Arrived:
    """Check in the player whose code was scanned; scanning it again changes nothing.

    Between the opening of day 2 and its first round, this is the check-in for day 2. Refused: whatever `entry_of_scan`
    refuses, SCAN_DROPPED (name, entry), ENTRY_DISQUALIFIED (name, entry), CUT_HAS_STARTED_ALREADY, DAY_TWO_HAS_STARTED,
    NOT_IN_DAY_TWO (name).
    """
    entry = entry_of_scan(event, text)
    if entry.disqualified:
        raise Refused(TournamentRefusal.ENTRY_DISQUALIFIED, name=str(entry), entry=entry.pk)
    if entry.dropped_in is not None:
        raise Refused(PairingRefusal.SCAN_DROPPED, name=str(entry), entry=entry.pk)
    unpaid = unpaid_registration(entry)
    if awaits_day_two(entry.division):
        qualifier = qualifier_to_check_in(entry)
        before = qualifier.marked_at if qualifier and qualifier.mark == Qualifier.Mark.HERE else None
        mark_for_day_two(entry, Qualifier.Mark.HERE, by=by, now=now)
        return Arrived(entry, before, late=False, unpaid=unpaid, day_two=True)
    if entry.checked_in_at is not None:
        return Arrived(entry, entry.checked_in_at, late=False, unpaid=unpaid)
    late = division_rounds.current_round_number(entry.division) > 0
    return Arrived(attendance.check_in_player(entry, by=by, now=now), None, late, unpaid)


@transaction.atomic
def check_in_self(entry: Entry, code: str, *, by: User | None, now: datetime | None = None) -> Entry:
    """Check in a player who entered the hall code; repeating this changes nothing.

    Between the opening of day 2 and its first round, this is the check-in for day 2, at any time. Refused:
    SELF_CHECK_IN_OFF, SELF_CHECK_IN_NOT_YET (opens_at), SELF_CHECK_IN_OVER (closes_at), HALL_CODE_WRONG,
    SELF_CHECK_IN_TOO_LATE if round 1 is posted, ENTRY_ALREADY_LEFT (name).
    """
    moment, row = now or timezone.now(), self_check_in_of(entry.tournament)
    is_for_day_two = qualifier_to_check_in(entry) is not None
    if not is_for_day_two:
        row = require_self_check_in_open(row, moment)
    if row is None or not row.is_on:
        raise Refused(TournamentRefusal.SELF_CHECK_IN_OFF)
    if not is_hall_code(code, row.seed):
        raise Refused(TournamentRefusal.HALL_CODE_WRONG)
    if is_for_day_two:
        mark_for_day_two(entry, Qualifier.Mark.HERE, by=by, now=moment)
        return entry
    if entry.checked_in_at is None and division_rounds.current_round_number(entry.division):
        raise Refused(PairingRefusal.SELF_CHECK_IN_TOO_LATE)
    return attendance.check_in_player(entry, by=by, now=moment)


def require_self_check_in_open(row: SelfCheckIn | None, now: datetime) -> SelfCheckIn:
    """Return the self check-in if it is open.

    Refused: SELF_CHECK_IN_OFF, SELF_CHECK_IN_NOT_YET (opens_at), SELF_CHECK_IN_OVER (closes_at).
    """
    phase = Phase.OFF if row is None else row.phase(now)
    if row is None or phase is Phase.OFF:
        raise Refused(TournamentRefusal.SELF_CHECK_IN_OFF)
    if phase is Phase.BEFORE and row.opens_at is not None:
        raise Refused(TournamentRefusal.SELF_CHECK_IN_NOT_YET, opens_at=row.opens_at)
    if phase is Phase.OVER and row.closes_at is not None:
        raise Refused(TournamentRefusal.SELF_CHECK_IN_OVER, closes_at=row.closes_at)
    return row
