"""The building clock of a pod or the whole field: start, extend, pause, end, and withdraw a tap (R-055)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from core.services.same_click import stored_by_same_click
from decks.engine.building import FIELD, Clock
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.models.drafts import LONGEST_REASON
from decks.queries.answers import posted
from decks.queries.drafts import round_of
from decks.services import locks
from decks.services.lists.rejudging import redrafted
from drafts.engine.journal_kinds import (
    BuildEnded,
    BuildLonger,
    BuildPaused,
    BuildResumed,
    BuildStarted,
    BuildTap,
    BuildTapWithdrawn,
)
from drafts.engine.refusals import DraftRefusal
from drafts.models import BuildMark
from drafts.queries import unfinished
from drafts.queries.building import clocks_of
from tournaments.models import User

MOST_MINUTES = 60
Kind = BuildMark.Kind
KIND_OF_TAP: dict[str, type[BuildTap]] = {
    Kind.START: BuildStarted,
    Kind.MORE: BuildLonger,
    Kind.PAUSED: BuildPaused,
    Kind.RESUMED: BuildResumed,
    Kind.END: BuildEnded,
}


@transaction.atomic
def start(draft: Draft, pod: int, *, by: User | None, now: datetime | None = None) -> BuildMark:
    """Start 30 minutes for a pod, 0 for the whole field; overrides a building time started by the run on paper.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_RUNS, BUILD_TOO_LATE (round) once the round it
    is for is posted.
    """
    row, clocks, now = _clocks_about(draft, pod, now)
    _require_unposted(row)
    if all(clock.by_hand and clock.building.runs(now) for clock in clocks):
        raise Refused(DraftRefusal.BUILD_RUNS)
    mark = _tapped(row, pod, Kind.START, by=by, now=now)
    redrafted(row, pod, by=by)
    return mark


@transaction.atomic
def more(
    draft: Draft, pod: int, *, minutes: int, reason: str, by: User | None, now: datetime | None = None
) -> BuildMark:
    """Add minutes, with a reason shown to staff; once building is over they count from now. A double click adds
    them once.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_NOT_BEGUN, BUILD_MINUTES_WRONG (most),
    REASON_MISSING, BUILD_TOO_LATE (round) once the round it is for is posted.
    """
    row, clocks, now = _clocks_about(draft, pod, now)
    if not 1 <= minutes <= MOST_MINUTES:
        raise Refused(DraftRefusal.BUILD_MINUTES_WRONG, most=MOST_MINUTES)
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    if not any(clock.building.began for clock in clocks):
        raise Refused(DraftRefusal.BUILD_NOT_BEGUN)
    _require_unposted(row)
    reason = reason.strip()[:LONGEST_REASON]
    twice = BuildMark.objects.filter(
        draft=row, pod=pod, kind=Kind.MORE, by=by, minutes=minutes, reason=reason, withdrawn_at=None
    )
    if (there := stored_by_same_click(twice, at="at", now=now)) is not None:
        return there
    return _tapped(row, pod, Kind.MORE, by=by, now=now, minutes=minutes, reason=reason)


@transaction.atomic
def pause(draft: Draft, pod: int, *, paused: bool, by: User | None, now: datetime | None = None) -> BuildMark:
    """Pause the clock, or resume it with the time left.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_NOT_BEGUN, BUILD_PAUSED, BUILD_NOT_PAUSED.
    """
    row, clocks, now = _clocks_about(draft, pod, now)
    running = [clock.building for clock in clocks if clock.building.runs(now)]
    if not running:
        raise Refused(DraftRefusal.BUILD_NOT_BEGUN)
    if all(building.paused == paused for building in running):
        raise Refused(DraftRefusal.BUILD_PAUSED if paused else DraftRefusal.BUILD_NOT_PAUSED)
    return _tapped(row, pod, Kind.PAUSED if paused else Kind.RESUMED, by=by, now=now)


@transaction.atomic
def end(
    draft: Draft, pod: int, *, by: User | None, now: datetime | None = None, sure: bool = False
) -> BuildMark:
    """End building; while time is left only with `sure` (R-055).

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_NOT_BEGUN, and what `unfinished.in_building`
    returns.
    """
    row, clocks, now = _clocks_about(draft, pod, now)
    if not any(clock.building.began and clock.building.ended is None for clock in clocks):
        raise Refused(DraftRefusal.BUILD_NOT_BEGUN)
    if not sure and (open_question := unfinished.in_building(row, clocks, now)) is not None:
        raise open_question
    return _tapped(row, pod, Kind.END, by=by, now=now)


@transaction.atomic
def withdraw(mark: BuildMark, *, by: User | None, now: datetime | None = None) -> BuildMark:
    """Withdraw a tap, as if it had never been made. Refused: BUILD_TAP_NOT_FOUND."""
    locks.division(mark.draft.division)
    row = BuildMark.objects.select_related("draft__division__tournament").filter(pk=mark.pk).first()
    if row is None or row.withdrawn_at is not None:
        raise Refused(DraftRefusal.BUILD_TAP_NOT_FOUND)
    row.withdrawn_at = now or timezone.now()
    row.save(update_fields=["withdrawn_at"])
    _write(row, BuildTapWithdrawn, by, row.withdrawn_at)
    redrafted(row.draft, row.pod, by=by)
    return row


def _clocks_about(draft: Draft, pod: int, now: datetime | None) -> tuple[Draft, list[Clock], datetime]:
    """The draft reloaded under the lock of its division, the clocks this pod's tap affects, and the time."""
    row = locks.draft_in_division(draft)
    clocks = clocks_of(row)
    if not clocks:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    about = [clock for clock in clocks if pod in (FIELD, clock.pod)]
    if not about:
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    return row, about, now or timezone.now()


def _require_unposted(row: Draft) -> None:
    if (number := round_of(row)) in posted(row.division):
        raise Refused(DraftRefusal.BUILD_TOO_LATE, round=number)


def _tapped(
    row: Draft,
    pod: int,
    kind: BuildMark.Kind,
    *,
    by: User | None,
    now: datetime,
    minutes: int = 0,
    reason: str = "",
) -> BuildMark:
    mark = BuildMark.objects.create(
        draft=row, pod=pod, kind=kind, minutes=minutes, reason=reason, at=now, by=by
    )
    _write(mark, KIND_OF_TAP[kind], by, now)
    return mark


def _write(mark: BuildMark, kind: type[BuildTap], by: User | None, at: datetime) -> None:
    division = mark.draft.division
    journal.write(
        division.tournament,
        kind(number=mark.draft.number, pod=mark.pod, minutes=mark.minutes, reason=mark.reason, mark=mark.pk),
        by=by,
        division=division,
        at=at,
    )
