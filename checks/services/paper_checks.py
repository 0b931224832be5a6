"""A deck check that was made on paper: its sheet typed in at once, kept as if it had been tapped."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from checks.engine.check_sheet import Tap
from checks.models import DeckCheck
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as queries
from checks.queries import paper_checks as paper
from checks.services import check_sheets, locks
from core.engine.refused import Refused
from decks.models import Version
from pairings.models import Match
from pairings.services.reports.idempotency import first_time
from tournaments.models import User

SLACK = timedelta(minutes=1)
"""Times on paper are whole minutes, those of a phone are not."""


@dataclass(frozen=True, slots=True)
class Written:
    """What stands on a sheet. `version` is the list it was printed of, `round_number` the round of the check (None:
    between rounds), `minutes` what the table gets back (None: as proposed), `reason` what is to be written again,
    `not_counted` why the cards were not counted."""

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
    """Begin, tap and end a check as its sheet says; what comes with the same `key` again changes nothing.

    The table gets time only where the round of the check still runs and the match has no result (R-039, R-113).
    Refused: CHECK_NOT_FOUND, CHECK_IS_OVER (name), CHECK_IS_BEFORE, CHECK_TIMES_ODD, ROUND_NOT_FOUND (round),
    CHECK_TAP_ODD, CHECK_DIFFERS, CHECK_NOT_COUNTED (cards, whole), EXTENSION_ODD (most).
    """
    check, now = locks.check(check), now or timezone.now()
    if key and not first_time(f"paper-check:{check.pk}:{key}"):
        return check
    if check.kind == DeckCheck.Kind.BEFORE:
        raise Refused("CHECK_IS_BEFORE")
    if check.state not in queries.OPEN:
        raise Refused("CHECK_IS_OVER", name=str(check.entry))
    began, ended = _times(check, written, now)
    match = paper.at_table(check, _round(check, written))
    minutes = _minutes(check, match, written, began, ended)
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


def _times(check: DeckCheck, written: Written, now: datetime) -> tuple[datetime, datetime]:
    """When it began and ended; a check that runs on a phone began there."""
    began = check.began_at or written.began
    if began > written.ended + SLACK or written.ended > now + SLACK:
        raise Refused("CHECK_TIMES_ODD")
    return began, max(began, written.ended)


def _round(check: DeckCheck, written: Written) -> int | None:
    """The round of the check; one that runs on a phone knows its own."""
    number = check.round_number if check.state == DeckCheck.State.RUNNING else written.round_number
    if number is not None and not check.entry.division.rounds.filter(number=number).exists():
        raise Refused("ROUND_NOT_FOUND", round=number)
    return number


def _minutes(
    check: DeckCheck, match: Match | None, written: Written, began: datetime, ended: datetime
) -> int:
    if match is None or written.minutes is not None:
        return written.minutes or 0
    shuffling = queries.rules_of(check.entry.tournament).shuffling
    running = sheets.proposed(match, shuffling=shuffling, now=ended)
    return running or paper.proposed(match, began=began, ended=ended, shuffling=shuffling)


def _begun(
    check: DeckCheck, match: Match | None, written: Written, *, by: User | None, now: datetime
) -> DeckCheck:
    """The check begun where and when the sheet says, held against the list it was printed of."""
    if match is None:
        check.round_number = written.round_number
        check.table = paper.table_in(check, written.round_number)
        check.save(update_fields=["round_number", "table"])
    check = check_sheets.begin(check, by=by, at_table=match is not None, now=now)
    if written.version is not None and written.version.pk != check.version_id:
        check.version = written.version
        check.save(update_fields=["version"])
    return check
