"""Drafts that have begun: whether the beginning can be undone, packs opened so far, and overdue announcements."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.models import JournalEvent
from decks.models import Draft, Pool
from decks.queries.drafts import round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from drafts.engine.run import RunStep
from drafts.models import BuildMark, DraftMove
from drafts.queries import drafts as plans
from drafts.queries import tracking
from drafts.queries.draft_runs import RunTrack, has_draft_begun, run_tracks_of
from drafts.queries.drafts import NoticeRow
from drafts.queries.tracking import TrackedPod

BEFORE_PICKS = ("SEATS", "OPEN_OWN", "OPEN_TWO", "STACK", "COIN", "SIGNAL")
"""Steps on paper that end before the first card is taken."""

DUE = ("before_event", "before_start")
"""When notices have to be announced before a draft begins (R-053, R-095, R-096)."""


@dataclass(frozen=True, slots=True)
class OpenedPacks:
    """The packs that a draft has opened, and its tapped picks.

    `packs`: number of opened packs by pod, pod 0 for the whole field. `picks`: 0 unless picks are tapped.
    """

    packs: Mapping[int, int]
    picks: int

    @property
    def total(self) -> int:
        """Number of packs opened in all pods."""
        return sum(self.packs.values())


def is_past_openings(draft: Draft) -> bool:
    """Return whether a draft has gone beyond opening packs, so that its start can no longer be undone.

    On paper, this means that a pod has passed its first picks, or that a judge noted a decision. In a tracked
    draft, it means that a move other than an opening was played, even if it was undone since. In both, a running
    building clock, a registered pool or the posted round also counts.
    """
    if DraftMove.objects.filter(draft=draft).exclude(kind=DraftMove.Kind.OPEN).exists():
        return True
    if draft.way == Draft.Way.PAPER and any(_has_passed_picks(track) for track in run_tracks_of(draft)):
        return True
    if Pool.objects.filter(draft=draft).exists():
        return True
    if BuildMark.objects.filter(draft=draft, withdrawn_at=None).exists():
        return True
    return round_of_draft(draft) in posting_times_by_round(draft.division)


def undoable_start_line(draft: Draft) -> JournalEvent | None:
    """Return the journal line about the start of a draft, or None if the start cannot be undone."""
    if not draft.seats or not has_draft_begun(draft) or is_past_openings(draft):
        return None
    lines = JournalEvent.objects.filter(
        division=draft.division_id, kind="DraftBegun", facts__number=draft.number, undone_by__isnull=True
    )
    return lines.order_by("-pk").first()


def opened_packs(draft: Draft) -> OpenedPacks:
    """Return the packs that a draft has opened so far, and its tapped picks.

    Sealed Deck and drafts on paper have no tapped picks. Refused: whatever `tracking.tracked_pods` refuses if picks are
    tapped.
    """
    if draft.way == Draft.Way.TRACKED and draft.subtype != "sealed":
        pods = tracking.tracked_pods(draft)
        return OpenedPacks(
            {pod.pod: _packs_opened_in_game(pod) for pod in pods},
            sum(len(pile) for pod in pods for pile in pod.game.pools.values()),
        )
    return OpenedPacks({track.pod: _packs_opened_on_track(draft, track) for track in run_tracks_of(draft)}, 0)


def overdue_notices(draft: Draft) -> list[NoticeRow]:
    """Return the notices due before the draft begins that are not announced yet. One query."""
    rows = plans.notice_rows(draft, plans.plan_of(draft).notices)
    return [row for row in rows if row.notice.when in DUE and row.at is None]


def _has_passed_picks(track: RunTrack) -> bool:
    """Return whether a step in which cards are taken is over."""
    return any(step.code not in BEFORE_PICKS for step in track.steps[: track.standing.at])


def _packs_opened_in_game(pod: TrackedPod) -> int:
    """Return how many packs a tracked pod has opened. In Solomon, all packs of a pair form one stack (R-094)."""
    opening = pod.game.state.opening
    openings = pod.game.procedure.openings
    opened = openings if opening and pod.draft.subtype == "solomon" else openings[:opening]
    return len({card.pack for packs in opened for pack in packs for card in pack})


def _packs_opened_on_track(draft: Draft, track: RunTrack) -> int:
    """Return how many packs a pod or the whole field has opened, including those of its current step."""
    seats = len(draft.seats[track.pod - 1]) if track.pod else sum(len(pod) for pod in draft.seats)
    passed = track.steps[: track.standing.at + 1]
    if draft.subtype in ("sealed", "solomon"):
        opens = any(step.code in ("SIGNAL", "STACK") for step in passed)
        return seats * int(draft.setup.get("packs_each") or 0) if opens else 0
    return sum(_packs_opened_by_step(step, seats) for step in passed)


def _packs_opened_by_step(step: RunStep, seats: int) -> int:
    """Return how many packs a step opens if this many seats take part."""
    return {"OPEN_OWN": seats, "OPEN_TWO": 2}.get(step.code, 0)
