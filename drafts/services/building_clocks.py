"""Start, extend, pause and end the building clock of a pod or the whole field by taps, and withdraw taps (R-055)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.services import journal
from core.services.double_clicks import stored_by_same_click
from decks.engine.building_clocks import FIELD, Clock
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.models.drafts import MAX_REASON_LENGTH
from decks.queries.drafts import round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from decks.services import locks
from decks.services.lists import submit_filled_lists
from decks.services.lists.rejudging import rejudge_drafted_players
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
from drafts.queries import unfinished_steps
from drafts.queries.building_clocks import building_clocks_of_draft
from tournaments.models import User

MAX_MINUTES = 60
"""Maximum number of minutes that one tap adds."""

Kind = BuildMark.Kind
KIND_OF_TAP: dict[str, type[BuildTap]] = {
    Kind.START: BuildStarted,
    Kind.MORE: BuildLonger,
    Kind.PAUSED: BuildPaused,
    Kind.RESUMED: BuildResumed,
    Kind.END: BuildEnded,
}


@transaction.atomic
def start_building(draft: Draft, pod: int, *, by: User | None, now: datetime | None = None) -> BuildMark:
    """Start the 30 minutes of building for a pod; pod 0 is the whole field.

    This replaces a clock that follows the run on paper. In a redraft, lists may be set aside.
    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_RUNS if every affected clock runs and
    was started by hand, BUILD_TOO_LATE (round) once the round of the draft is posted.
    """
    draft, clocks, now = _lock_clocks(draft, pod, now)
    _require_round_not_posted(draft)
    if all(clock.by_hand and clock.building.is_running(now) for clock in clocks):
        raise Refused(DraftRefusal.BUILD_RUNS)
    mark = _create_tap(draft, pod, Kind.START, by=by, now=now)
    rejudge_drafted_players(draft, pod, by=by)
    return mark


@transaction.atomic
def add_building_minutes(
    draft: Draft, pod: int, *, minutes: int, reason: str, by: User | None, now: datetime | None = None
) -> BuildMark:
    """Add minutes to a building clock, with a reason for staff to read; pod 0 is the whole field.

    A double click adds the minutes only once. If building is already over, the minutes start now.
    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_MINUTES_WRONG (most) if `minutes`
    is less than 1 or more than `most`, REASON_MISSING, BUILD_NOT_BEGUN, BUILD_TOO_LATE (round) once the round of the
    draft is posted.
    """
    draft, clocks, now = _lock_clocks(draft, pod, now)
    if not 1 <= minutes <= MAX_MINUTES:
        raise Refused(DraftRefusal.BUILD_MINUTES_WRONG, most=MAX_MINUTES)
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    if not any(clock.building.began for clock in clocks):
        raise Refused(DraftRefusal.BUILD_NOT_BEGUN)
    _require_round_not_posted(draft)
    reason = reason.strip()[:MAX_REASON_LENGTH]
    same_taps = BuildMark.objects.filter(
        draft=draft, pod=pod, kind=Kind.MORE, by=by, minutes=minutes, reason=reason, withdrawn_at=None
    )
    if (stored := stored_by_same_click(same_taps, time_field="at", now=now)) is not None:
        return stored
    return _create_tap(draft, pod, Kind.MORE, by=by, now=now, minutes=minutes, reason=reason)


@transaction.atomic
def set_building_paused(
    draft: Draft, pod: int, *, paused: bool, by: User | None, now: datetime | None = None
) -> BuildMark:
    """Pause a building clock or, with `paused=False`, resume it with the remaining time.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_NOT_BEGUN if no clock runs, BUILD_PAUSED,
    BUILD_NOT_PAUSED.
    """
    draft, clocks, now = _lock_clocks(draft, pod, now)
    running = [clock.building for clock in clocks if clock.building.is_running(now)]
    if not running:
        raise Refused(DraftRefusal.BUILD_NOT_BEGUN)
    if all(building.paused == paused for building in running):
        raise Refused(DraftRefusal.BUILD_PAUSED if paused else DraftRefusal.BUILD_NOT_PAUSED)
    return _create_tap(draft, pod, Kind.PAUSED if paused else Kind.RESUMED, by=by, now=now)


@transaction.atomic
def end_building(
    draft: Draft, pod: int, *, by: User | None, now: datetime | None = None, sure: bool = False
) -> BuildMark:
    """End building and submit filled-in lists; `sure` confirms ending it early (R-055).

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, BUILD_NOT_BEGUN if no clock is left to end,
    and, unless `sure`, BUILD_NOT_OVER and BUILD_NOT_OVER_LISTS.
    """
    draft, clocks, now = _lock_clocks(draft, pod, now)
    if not any(clock.building.began and clock.building.ended is None for clock in clocks):
        raise Refused(DraftRefusal.BUILD_NOT_BEGUN)
    if not sure and (refusal := unfinished_steps.early_end_refusal(draft, clocks, now)) is not None:
        raise refusal
    mark = _create_tap(draft, pod, Kind.END, by=by, now=now)
    submit_filled_lists(draft.division.tournament, now=now)
    return mark


@transaction.atomic
def withdraw_building_tap(mark: BuildMark, *, by: User | None, now: datetime | None = None) -> BuildMark:
    """Withdraw a tap, so that it has no effect on the clock.

    In a redraft, lists may be set aside or restored.
    Refused: BUILD_TAP_NOT_FOUND if the tap is missing or already withdrawn.
    """
    locks.lock_division(mark.draft.division)
    stored = BuildMark.objects.select_related("draft__division__tournament").filter(pk=mark.pk).first()
    if stored is None or stored.withdrawn_at is not None:
        raise Refused(DraftRefusal.BUILD_TAP_NOT_FOUND)
    stored.withdrawn_at = now or timezone.now()
    stored.save(update_fields=["withdrawn_at"])
    _journal_tap(stored, BuildTapWithdrawn, by, stored.withdrawn_at)
    rejudge_drafted_players(stored.draft, stored.pod, by=by)
    return stored


def _lock_clocks(draft: Draft, pod: int, now: datetime | None) -> tuple[Draft, list[Clock], datetime]:
    """Lock the division and return the reloaded draft, the clocks that a tap on this pod affects, and the time.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN.
    """
    draft = locks.lock_division_of_draft(draft)
    clocks = building_clocks_of_draft(draft)
    if not clocks:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    affected = [clock for clock in clocks if pod in (FIELD, clock.pod)]
    if not affected:
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    return draft, affected, now or timezone.now()


def _require_round_not_posted(draft: Draft) -> None:
    if (round_number := round_of_draft(draft)) in posting_times_by_round(draft.division):
        raise Refused(DraftRefusal.BUILD_TOO_LATE, round=round_number)


def _create_tap(
    draft: Draft,
    pod: int,
    kind: BuildMark.Kind,
    *,
    by: User | None,
    now: datetime,
    minutes: int = 0,
    reason: str = "",
) -> BuildMark:
    """Create a tap on a building clock and write its journal line."""
    mark = BuildMark.objects.create(
        draft=draft, pod=pod, kind=kind, minutes=minutes, reason=reason, at=now, by=by
    )
    _journal_tap(mark, KIND_OF_TAP[kind], by, now)
    return mark


def _journal_tap(mark: BuildMark, kind: type[BuildTap], by: User | None, tapped_at: datetime) -> None:
    division = mark.draft.division
    journal.write_journal_line(
        division.tournament,
        kind(number=mark.draft.number, pod=mark.pod, minutes=mark.minutes, reason=mark.reason, mark=mark.pk),
        by=by,
        division=division,
        at=tapped_at,
    )
