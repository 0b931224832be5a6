"""Taps on all pods or pairs of a draft on paper together: one signal and one clock for the division (R-093, R-094)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
from decks.engine.building_clocks import FIELD
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.services import locks
from decks.services.lists import submit_filled_lists
from decks.services.lists.rejudging import rejudge_drafted_players
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import step_after_tap
from drafts.models import DraftMark
from drafts.queries import all_pods as queries
from drafts.queries import draft_runs, unfinished_steps
from drafts.services.draft_runs import new_marks, outdated_step_refusal, require_tap_possible, save_run_marks
from tournaments.models import User

Kind = DraftMark.Kind


@transaction.atomic
def tap_all_pods(
    draft: Draft,
    kind: str,
    *,
    step: int,
    seen: int,
    by: User | None,
    now: datetime | None = None,
    sure: bool = False,
    again: bool = False,
    clock: bool = False,
) -> DraftMark:
    """Record a tap on every pod that it affects, and return its first mark.

    Next and Back require all pods to be at the same kind of step. Next also flips the coin of every pair by the
    seed of the draft (R-094). A pause affects all running pods, a resume all paused ones. A step of a redraft may
    set lists aside or restore them, and the end of building submits filled-in lists.
    `step`: the step of the first pod, `seen`: the number of marks of all pods, both as shown on the page, so that
    taps by two judges have the effect of one. `sure`, `again` and `clock`: as in `services.draft_runs.tap_step`.
    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_SEATED, DRAFT_TAP_UNKNOWN, DRAFT_MOVED_ON, DRAFT_CLOCK_MOVED_ON, and those
    of `require_tap_possible` and, unless `sure`, `refusal_before_next_step`.
    """
    now = now or timezone.now()
    draft = locks.lock_division_of_draft(draft)
    tracks = draft_runs.run_tracks_of(draft, now)
    if not tracks:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    changes_step = kind in (Kind.NEXT, Kind.BACK)
    if queries.mark_count(tracks) != seen or (changes_step and tracks[0].standing.at != step):
        later_marks = list(DraftMark.objects.filter(draft=draft).order_by("id"))[seen:] if again else []
        # All marks of one tap have the same time and user.
        taps = {(mark.at, mark.by_id) for mark in later_marks}
        is_resent = len(taps) == 1 and later_marks[0].kind == (Kind.CLOCK if clock else kind)
        if is_resent and later_marks[0].by_id == (by.pk if by else None):
            return later_marks[0]
        raise outdated_step_refusal(tracks[0])
    affected_tracks = queries.tracks_affected_by_tap(tracks, kind)
    if not affected_tracks:
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    for track in affected_tracks:
        require_tap_possible(track, kind, 0, clock=clock)
    refusal = (
        unfinished_steps.refusal_before_next_step(draft, affected_tracks[0], now, pod=FIELD)
        if kind == Kind.NEXT
        else None
    )
    if refusal is not None and not sure:
        raise refusal
    marks = [
        mark
        for track in affected_tracks
        for mark in new_marks(
            draft,
            track,
            kind,
            range(track.standing.at, step_after_tap(track.steps, track.standing.at))
            if kind == Kind.NEXT
            else [track.standing.at],
            by=by,
            now=now,
            seat=0,
            clock=clock,
        )
    ]
    save_run_marks(draft, tracks, marks, by=by)
    if changes_step:
        rejudge_drafted_players(draft, FIELD, by=by)
    if kind == Kind.NEXT and affected_tracks[0].step.code == "BUILD":
        submit_filled_lists(draft.division.tournament, now=now)
    return marks[0]
