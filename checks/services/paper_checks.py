"""Deck checks on paper: enter a completed sheet in one step. Its marks are stored as taps."""

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
from pairings.services.reports.idempotency import store_new_idempotency_key
from tournaments.models import User

TIME_TOLERANCE = timedelta(minutes=1)
"""Allowed difference between times on paper, which are whole minutes, and times of a phone."""


@dataclass(frozen=True, slots=True)
class CompletedSheet:
    """The contents of a completed sheet.

    - `version`: the list from which it was printed.
    - `round_number`: None between rounds.
    - `minutes`: the table's time extension, or None for the proposed one.
    - `reason`: what to rewrite.
    - `not_counted`: why the cards were not counted.
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
def enter_paper_sheet(
    check: DeckCheck, sheet: CompletedSheet, *, key: str, by: User | None, now: datetime | None = None
) -> DeckCheck:
    """Begin, count and end a check as written on its sheet. A repeated `key` has no effect.

    The table gets a time extension only if the round of the check is running and the match has no result (R-039,
    R-113). Refused: CHECK_NOT_FOUND, CHECK_IS_OVER (name), CHECK_IS_BEFORE, CHECK_TIMES_ODD, ROUND_NOT_FOUND (round),
    CHECK_TAP_ODD, CHECK_DIFFERS, CHECK_NOT_COUNTED (cards, whole), EXTENSION_ODD (most).
    """
    check, now = locks.lock_check(check), now or timezone.now()
    if key and not store_new_idempotency_key(f"paper-check:{check.pk}:{key}"):
        return check
    if check.kind == DeckCheck.Kind.BEFORE:
        raise Refused(CheckRefusal.CHECK_IS_BEFORE)
    if check.state not in queries.OPEN:
        raise Refused(CheckRefusal.CHECK_IS_OVER, name=str(check.entry))
    # If the check was begun on a phone, its start and round do not change.
    began = check.began_at or sheet.began
    if began > sheet.ended + TIME_TOLERANCE or sheet.ended > now + TIME_TOLERANCE:
        raise Refused(CheckRefusal.CHECK_TIMES_ODD)
    ended = max(began, sheet.ended)
    round_number = check.round_number if check.state == DeckCheck.State.RUNNING else sheet.round_number
    if round_number is not None and not check.entry.division.rounds.filter(number=round_number).exists():
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=round_number)
    match = paper.open_match_of_check_in_round(check, round_number)
    if match is None or sheet.minutes is not None:
        minutes = sheet.minutes or 0
    else:
        shuffling = queries.check_rules_of(check.entry.tournament).shuffling
        stopwatch_minutes = sheets.proposed_extension(match, shuffling=shuffling, now=ended)
        minutes = stopwatch_minutes or paper.proposed_extension_of_paper_check(
            match, began=began, ended=ended, shuffling=shuffling
        )
    if check.state == DeckCheck.State.PICKED:
        check = _begin_from_sheet(check, match, sheet, by=by, now=began)
    for index, tap in enumerate(sheet.taps):
        check_sheets.store_check_tap(check, tap, key=f"paper:{key}:{index}", by=by, now=ended)
    return check_sheets.end_check(
        check,
        outcome=sheet.outcome,
        minutes=minutes,
        note=sheet.note,
        rewrite=sheet.rewrite,
        reason=sheet.reason,
        not_counted=sheet.not_counted,
        at_table=match is not None,
        by=by,
        now=ended,
    )


def _begin_from_sheet(
    check: DeckCheck, match: Match | None, sheet: CompletedSheet, *, by: User | None, now: datetime
) -> DeckCheck:
    """Begin a check at `now`, comparing the deck with the list from which the sheet was printed.

    Without `match`, no stopwatch is started, and the check gets the sheet's round and the table in that round.
    """
    if match is None:
        check.round_number = sheet.round_number
        check.table = paper.table_in_round(check, sheet.round_number)
        check.save(update_fields=["round_number", "table"])
    check = check_sheets.begin_check(check, by=by, at_table=match is not None, now=now)
    if sheet.version is not None and sheet.version.pk != check.version_id:
        check.version = sheet.version
        check.save(update_fields=["version"])
    return check
