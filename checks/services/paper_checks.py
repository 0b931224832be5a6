"""A deck check made on paper: its sheet is typed in at once and stored as if it had been tapped."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from checks.engine.check_sheet import Tap
from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as queries
from checks.queries import paper_checks as paper
from checks.services import check_sheets, locks
from core.engine.refused import Refused
from decks.models import Version
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match
from pairings.services.reports.idempotency import first_time
from tournaments.models import User

SLACK = timedelta(minutes=1)
"""Tolerance: times on paper are whole minutes, those of a phone are not."""


@dataclass(frozen=True, slots=True)
class Written:
    """The contents of a sheet.

    `version`: the list it was printed from; `round_number`: the round of the check (None: between rounds); `minutes`:
    the table's time extension (None: as proposed); `reason`: what to rewrite; `not_counted`: why the cards were not
    counted.
    """

    taps: tuple[Tap, ...]
    outcome: str
    began: datetime
    ended: datetime
    round_number: int | None = None
    version: Version | None = None
    minutes: int | None = None
    rewrite: bool = False
    reason: str = ""
    not_counted: str = ""
    note: str = ""


@transaction.atomic
def enter(
    check: DeckCheck, written: Written, *, key: str, by: User | None, now: datetime | None = None
) -> DeckCheck:
    """Begin, tap and end a check from its sheet; the same `key` again changes nothing.

    The table gets time only if the round of the check still runs and the match has no result (R-039, R-113). Refused:
    CHECK_NOT_FOUND, CHECK_IS_OVER (name), CHECK_IS_BEFORE, CHECK_TIMES_ODD, ROUND_NOT_FOUND (round), CHECK_TAP_ODD,
    CHECK_DIFFERS, CHECK_NOT_COUNTED (cards, whole), EXTENSION_ODD (most).
    """
    check, now = locks.check(check), now or timezone.now()
    if key and not first_time(f"paper-check:{check.pk}:{key}"):
        return check
    if check.kind == DeckCheck.Kind.BEFORE:
        raise Refused(CheckRefusal.CHECK_IS_BEFORE)
    if check.state not in queries.OPEN:
        raise Refused(CheckRefusal.CHECK_IS_OVER, name=str(check.entry))
    # A check that runs on a phone keeps its own start and round.
    began = check.began_at or written.began
    if began > written.ended + SLACK or written.ended > now + SLACK:
        raise Refused(CheckRefusal.CHECK_TIMES_ODD)
    ended = max(began, written.ended)
    match = paper.at_table(check, _round(check, written))
    if match is None or written.minutes is not None:
        minutes = written.minutes or 0
    else:
        shuffling = queries.rules_of(check.entry.tournament).shuffling
        running = sheets.proposed(match, shuffling=shuffling, now=ended)
        minutes = running or paper.proposed(match, began=began, ended=ended, shuffling=shuffling)
    if check.state == DeckCheck.State.PICKED:
        check = _begun(check, match, written, by=by, now=began)
    for number, tapped in enumerate(written.taps):
        check_sheets.tap(check, tapped, key=f"paper:{key}:{number}", by=by, now=ended)
    return check_sheets.end(
        check,
        outcome=written.outcome,
        minutes=minutes,
        note=written.note,
        rewrite=written.rewrite,
        reason=written.reason,
        not_counted=written.not_counted,
        at_table=match is not None,
        by=by,
        now=ended,
    )


def _round(check: DeckCheck, written: Written) -> int | None:
    """The round of the check; for one running on a phone its own. Refused: ROUND_NOT_FOUND (round)."""
    number = check.round_number if check.state == DeckCheck.State.RUNNING else written.round_number
    if number is not None and not check.entry.division.rounds.filter(number=number).exists():
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=number)
    return number


def _begun(
    check: DeckCheck, match: Match | None, written: Written, *, by: User | None, now: datetime
) -> DeckCheck:
    """The check begun with the time and place of the sheet, and the list it was printed from."""
    if match is None:
        check.round_number = written.round_number
        check.table = paper.table_in(check, written.round_number)
        check.save(update_fields=["round_number", "table"])
    check = check_sheets.begin(check, by=by, at_table=match is not None, now=now)
    if written.version is not None and written.version.pk != check.version_id:
        check.version = written.version
        check.save(update_fields=["version"])
    return check
