"""The progress of drafts on paper."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Count

from cards.engine.formats import DECK_RULES
from decks.models import Draft, Pool
from decks.queries.answers import posted
from decks.queries.drafts import PodRow, round_of
from drafts.engine.pods import PAIR
from drafts.engine.run import TOGETHER, Kind, RunMark, RunStep, Standing, replayed, run_steps, tracks
from drafts.engine.run_without import DroppedSeat, without
from drafts.models import BuildMark, DraftMark, DraftMove
from drafts.queries.drafts import plan_of
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class Track:
    """One pod that is run on paper, or the whole field (pod 0), with its taps, oldest first.

    `notes`: number of judges' notes in its log.
    """

    pod: int
    steps: tuple[RunStep, ...]
    standing: Standing
    taps: tuple[RunMark, ...]
    notes: int = 0

    @property
    def marks(self) -> int:
        return len(self.taps)

    @property
    def step(self) -> RunStep:
        return self.steps[self.standing.at]

    @property
    def next_step(self) -> RunStep | None:
        following = self.standing.at + 1
        return self.steps[following] if following < len(self.steps) else None

    @property
    def last(self) -> bool:
        return self.next_step is None

    def left(self, now: datetime) -> int | None:
        """Seconds left on the timer of this step; None if it has none."""
        return self.standing.left(self.step.seconds, now) if self.step.seconds else None


def tracks_of(draft: Draft) -> list[Track]:
    """Every track of a draft whose seats are drawn, in order, without seats that left.

    One query; two where seats take turns.
    """
    plan = plan_of(draft)
    if not draft.seats or not plan.tables:
        return []
    marks: dict[int, list[DraftMark]] = {}
    for mark in DraftMark.objects.filter(draft=draft).order_by("id"):
        marks.setdefault(mark.pod, []).append(mark)
    left: dict[int, list[DraftMove]] = {}
    if draft.subtype not in TOGETHER and draft.way == Draft.Way.PAPER:
        for move in DraftMove.objects.filter(draft=draft).order_by("pod", "number"):
            left.setdefault(move.pod, []).append(move)
    steps_of: dict[int, tuple[RunStep, ...]] = {}
    rows = []
    for pod in tracks(plan):
        size = len(draft.seats[pod - 1]) if pod else plan.tables[0].size
        if size not in steps_of:
            steps_of[size] = run_steps(
                plan, size, pick_seconds=draft.pick_seconds, look_seconds=draft.look_seconds
            )
        taps = marks_of(marks.get(pod, []))
        steps = without(draft.subtype, size, steps_of[size], dropped_seats(left.get(pod, []), taps))
        rows.append(Track(pod, steps, replayed(taps), taps, len(left.get(pod, []))))
    return rows


def stamp_of(division: Division) -> str:
    """A stamp that changes with every draft, its seats, its steps on paper and its building clocks.

    Three queries in Limited, none elsewhere.
    """
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return ""
    rows = Draft.objects.filter(division=division).order_by("pk")
    drafts = [
        f"{pk}{way[:1]}{sum(map(len, seats))}" for pk, way, seats in rows.values_list("pk", "way", "seats")
    ]
    steps = DraftMark.objects.filter(draft__division=division).count()
    built = BuildMark.objects.filter(draft__division=division).aggregate(
        all=Count("pk"), withdrawn=Count("withdrawn_at")
    )
    return f"{','.join(drafts)}.{steps}.{built['all'] + built['withdrawn']}"


def dropped_seats(moves: Iterable[DraftMove], taps: Iterable[RunMark]) -> tuple[DroppedSeat, ...]:
    """The seats a paper pod goes on without, each with the step at which its player left."""
    rows, taps = list(moves), tuple(taps)
    back = {row.of for row in rows if row.kind == DraftMove.Kind.UNDO_MOVE}
    return tuple(
        DroppedSeat(row.seat, replayed(tap for tap in taps if tap.at <= row.at).at)
        for row in rows
        if row.kind == DraftMove.Kind.LEAVE and row.way != "random" and row.number not in back
    )


def has_begun(draft: Draft) -> bool:
    """Whether a step, move or building clock was tapped, a pool registered, or the draft's round posted."""
    if any(rows.objects.filter(draft=draft).exists() for rows in (DraftMark, DraftMove, Pool)):
        return True
    builds = BuildMark.objects.filter(draft=draft, withdrawn_at=None)
    return builds.exists() or (bool(draft.seats) and round_of(draft) in posted(draft.division))


def name_at(pods: list[PodRow], pod: int, seat: int) -> str:
    """The name of the player at a seat; "" if it is empty."""
    seats = pods[pod - 1].seats if 0 < pod <= len(pods) else ()
    return next((row.name for row in seats if row.seat == seat), "")


def acting_names(draft: Draft, track: Track, pods: list[PodRow], step: RunStep) -> tuple[str, str]:
    """Who acts at a step, and in Solomon the opponent; player 1 won the coin flip."""
    if draft.subtype == "rochester":
        return name_at(pods, track.pod, step.seat), ""
    if draft.subtype != "solomon" or not step.seat:
        return "", ""
    seats = (track.standing.seat_of(player) for player in (step.seat, PAIR + 1 - step.seat))
    mine, other = (name_at(pods, track.pod, seat) for seat in seats)
    return mine, other


def marks_of(rows: Iterable[DraftMark]) -> tuple[RunMark, ...]:
    """Rows as the engine's marks."""
    return tuple(RunMark(cast(Kind, row.kind), row.at, row.seat or 0) for row in rows)
