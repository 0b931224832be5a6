"""The progress of drafts on paper."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Count
from django.utils import timezone

from cards.engine.formats import DECK_RULES
from decks.models import Draft, Pool
from decks.queries.drafts import PodRow, round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from drafts.engine import coin, pick_clock
from drafts.engine.pods import PAIR
from drafts.engine.procedures.solomon import picking_seats
from drafts.engine.run import (
    TOGETHER,
    Kind,
    RunMark,
    RunStanding,
    RunStep,
    run_steps,
    step_after_tap,
    track_numbers,
)
from drafts.engine.run_after_leaving import DroppedSeat, steps_without_seats
from drafts.models import BuildMark, DraftMark, DraftMove
from drafts.queries.drafts import plan_of
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class RunTrack:
    """A pod that is run on paper, or the whole field (pod 0).

    `taps`: oldest first. `notes`: number of judges' notes in the log. `seats`: number of seats of the pod, or
    `PAIR` for the whole field.
    """

    pod: int
    steps: tuple[RunStep, ...]
    standing: RunStanding
    taps: tuple[RunMark, ...]
    notes: int = 0
    seats: int = PAIR

    @property
    def marks(self) -> int:
        """Number of taps on this track."""
        return len(self.taps)

    @property
    def step(self) -> RunStep:
        return self.steps[self.standing.at]

    @property
    def next_step(self) -> RunStep | None:
        """The step to which a tap on Next leads, None at the last step."""
        following = step_after_tap(self.steps, self.standing.at)
        return self.steps[following] if following < len(self.steps) else None

    @property
    def last(self) -> bool:
        """Whether the current step is the last one."""
        return self.next_step is None

    @property
    def goes_on(self) -> bool:
        """Whether the clock will begin the next step without a tap."""
        return not self.standing.paused and pick_clock.clock_begins_next_step(self.standing, self.steps)

    @property
    def has_clock_to_start(self) -> bool:
        """Whether the clock does not advance the steps yet, but could advance a later one."""
        return not self.standing.called and pick_clock.has_timed_steps(self.steps[self.standing.at + 1 :])

    def seconds_left(self, now: datetime) -> int | None:
        """Return the seconds left on the timer of the current step, or None if the step has no timer."""
        return self.standing.seconds_left(self.step.seconds, now) if self.step.seconds else None


def run_tracks_of(draft: Draft, now: datetime | None = None) -> list[RunTrack]:
    """Return the tracks of a draft in order, as of `now`.

    The result is empty before seats are drawn, and if the plan has errors. Seats whose players left are
    skipped. One query, two if seats take turns.
    """
    now = now or timezone.now()
    plan = plan_of(draft)
    if not draft.seats or not plan.tables:
        return []
    marks_by_pod: dict[int, list[DraftMark]] = {}
    for mark in DraftMark.objects.filter(draft=draft).exclude(kind__in=coin.KINDS).order_by("id"):
        marks_by_pod.setdefault(mark.pod, []).append(mark)
    notes_by_pod: dict[int, list[DraftMove]] = {}
    if draft.subtype not in TOGETHER and draft.way == Draft.Way.PAPER:
        for move in DraftMove.objects.filter(draft=draft).order_by("pod", "number"):
            notes_by_pod.setdefault(move.pod, []).append(move)
    steps_by_size: dict[int, tuple[RunStep, ...]] = {}
    tracks = []
    for pod in track_numbers(plan):
        size = len(draft.seats[pod - 1]) if pod else plan.tables[0].size
        if size not in steps_by_size:
            steps_by_size[size] = run_steps(
                plan, size, pick_seconds=draft.pick_seconds, look_seconds=draft.look_seconds
            )
        taps, moves = run_marks_of(marks_by_pod.get(pod, [])), notes_by_pod.get(pod, [])
        undone = {move.of for move in moves if move.kind == DraftMove.Kind.UNDO_MOVE}
        # From the step at which a player left, the pod continues without the seat.
        steps, dropped = steps_by_size[size], list[DroppedSeat]()
        for move in moves:
            if move.kind == DraftMove.Kind.LEAVE and move.way != "random" and move.number not in undone:
                earlier_taps = [tap for tap in taps if tap.at <= move.at]
                left_at = pick_clock.run_standing_at(steps, earlier_taps, move.at).at
                dropped.append(DroppedSeat(move.seat, left_at))
                steps = steps_without_seats(draft.subtype, size, steps_by_size[size], dropped)
        standing = pick_clock.run_standing_at(steps, taps, now)
        tracks.append(RunTrack(pod, steps, standing, taps, len(moves), size if pod else PAIR))
    return tracks


def drafts_stamp(division: Division) -> str:
    """Return a stamp that changes with a division's drafts, their seats, steps on paper and building clocks.

    Three queries in Limited. In other events it is "", without a query.
    """
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return ""
    rows = Draft.objects.filter(division=division).order_by("pk")
    draft_stamps = [
        f"{pk}{way[:1]}{sum(map(len, seats))}.{seed}"
        for pk, way, seats, seed in rows.values_list("pk", "way", "seats", "seed")
    ]
    step_count = DraftMark.objects.filter(draft__division=division).count()
    build_counts = BuildMark.objects.filter(draft__division=division).aggregate(
        all=Count("pk"), withdrawn=Count("withdrawn_at")
    )
    return f"{','.join(draft_stamps)}.{step_count}.{build_counts['all'] + build_counts['withdrawn']}"


def has_draft_begun(draft: Draft) -> bool:
    """Return whether a draft has begun.

    A draft begins with the first step or move that is tapped, the first tap on a building clock that is not
    withdrawn, the first registered pool, or the posting of its round.
    """
    if any(model.objects.filter(draft=draft).exists() for model in (DraftMark, DraftMove, Pool)):
        return True
    builds = BuildMark.objects.filter(draft=draft, withdrawn_at=None)
    return builds.exists() or (
        bool(draft.seats) and round_of_draft(draft) in posting_times_by_round(draft.division)
    )


def name_at_seat(pods: list[PodRow], pod: int, seat: int) -> str:
    """Return the name of the player at a seat, or "" if the seat is empty."""
    seats = pods[pod - 1].seats if 0 < pod <= len(pods) else ()
    return next((row.name for row in seats if row.seat == seat), "")


def acting_names(draft: Draft, track: RunTrack, pods: list[PodRow], step: RunStep) -> tuple[str, str]:
    """Return the names of the player who acts at a step and, in Solomon, of the opponent.

    A name that does not apply is "". In Solomon, player 1 won the coin flip. In a group of three, the second text is
    the other two names in order of their picks.
    """
    if draft.subtype == "rochester":
        return name_at_seat(pods, track.pod, step.seat), ""
    if draft.subtype != "solomon" or not step.seat:
        return "", ""
    players = picking_seats(step.seat, track.seats, seats=track.seats)
    seats = [track.standing.seat_of(player, track.seats) for player in players]
    actor, *others = (name_at_seat(pods, track.pod, seat) for seat in seats)
    return actor, ", ".join(filter(None, others))


def run_marks_of(rows: Iterable[DraftMark]) -> tuple[RunMark, ...]:
    """Return the rows as marks of the engine, in the same order."""
    return tuple(RunMark(cast(Kind, row.kind), row.at, row.seat or 0, row.step) for row in rows)
