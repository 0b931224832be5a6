"""Contexts for the pages of a draft on paper: a pod with its step and turns, and the wall screen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.scoreboard.scoreboard import Scoreboard
from decks.engine.building_clocks import FIELD, Clock
from decks.models import Draft
from decks.queries.drafts import PodRow
from decks.views.lists.clock_marks import clock_mark_subject, clock_mark_value
from drafts.engine.pick_clock import CALLED
from drafts.engine.pods import PAIR
from drafts.engine.run import TOGETHER, RunStep, step_after_lap, step_after_tap
from drafts.queries import all_pods
from drafts.queries import draft_runs as queries
from drafts.queries.draft_runs import RunTrack
from drafts.queries.plan_rows import seat_map
from drafts.views import building_clocks
from drafts.words import draft_run_words


@dataclass(frozen=True, slots=True, kw_only=True)
class PickTurn:
    """One turn to pick in an opening."""

    seat: int
    name: str
    past: bool
    now: bool


@dataclass(frozen=True, slots=True)
class Lap:
    """Picks that a single tap can record: their number, and the first and last player."""

    n: int
    first: str
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRow:
    """A pod with its current step. `ends` and `now`: milliseconds since 1970, for the script of the clock.

    - `line`, `hint`, `where`: texts on what to do now.
    - `next`: text of the next step.
    - `map`: seats with their places at the table.
    - `acting`: the seat whose turn it is.
    - `at`: identifies the clock; `step_at`: the step, counted from 0.
    - `left`, `word`: the time left, in seconds and as text.
    - `fact`, `fact_subject`: value and subject of the clock's mark (`clock_marks`).
    - `pauses`, `resumes`: whether the clock can be paused and resumed.
    - `registers`, `building`, `handing`: whether pools are registered, decks built or lists handed in.
    - `called`: whether timed steps advance automatically.
    - `goes_on`: whether the next step will begin automatically.
    - `offers_clock`: whether the clock can be started.
    - `drafting`: whether cards are opened or picked.
    - `apart`: in a row for all pods, whether they are at different steps.
    - `seen`: in a row for all pods, the number of their marks.
    """

    pod: int
    pair: bool
    at: int | str
    step_at: int
    line: str
    hint: str
    where: str
    next: str
    step: RunStep
    order: Sequence[PickTurn]
    lap: Lap | None
    next_code: str
    coin: bool
    seats: Sequence[object]
    map: Sequence[tuple[object, object]]
    acting: int
    left: int | None
    word: str
    ends: int | None
    now: int
    paused: bool
    resumes: bool
    fact: str
    fact_subject: str
    pauses: bool
    last: bool
    registers: bool
    handing: bool
    building: bool
    called: bool
    goes_on: bool
    offers_clock: bool
    drafting: bool
    apart: bool = False
    seen: int = 0


@dataclass(frozen=True, kw_only=True)
class PaperWall:
    """The wall screen of a draft on paper: steps of pods, building clocks and, before the first step, seats by name."""

    row: Draft
    name: str
    tracks: Sequence[TrackRow]
    building: Sequence[building_clocks.ClockRow]
    seating: Sequence[object]
    sealed: bool
    pair: bool
    seen: object
    pod: int | str
    board: Scoreboard


def track_row(
    track: RunTrack, draft: Draft, pods: list[PodRow], clocks: list[Clock], now: datetime
) -> TrackRow:
    """Return one pod with its current step, for the page."""
    step, standing, next_step = track.step, track.standing, track.next_step
    line, hint = draft_run_words.step_texts(step, *queries.acting_names(draft, track, pods, step))
    next_line = ""
    if next_step:
        names = queries.acting_names(draft, track, pods, next_step)
        next_line = draft_run_words.step_texts(next_step, *names)[0]
    ends = standing.ends_at(step.seconds) if step.seconds else None
    seconds_left = track.seconds_left(now)
    seats = pods[track.pod - 1].seats if track.pod and track.pod <= len(pods) else ()
    places = [place for _n, place in seat_map(len(seats))] if draft.subtype not in TOGETHER else []
    row = TrackRow(
        pod=track.pod,
        pair=draft.subtype == "solomon",
        at=standing.at,
        step_at=standing.at,
        line=capfirst(line),
        hint=capfirst(hint),
        where=draft_run_words.step_position_text(step),
        next=next_line,
        next_code=next_step.code if next_step else "",
        step=step,
        order=_pick_order(track, pods),
        lap=_lap(track, pods),
        coin=step.code == "COIN",
        seats=seats,
        map=list(zip(seats, places, strict=False)),
        acting=step.seat if draft.subtype == "rochester" else standing.seat_of(step.seat, track.seats),
        left=seconds_left,
        word=f"{seconds_left // 60:02d}:{seconds_left % 60:02d}" if seconds_left is not None else "",
        ends=int(ends.timestamp() * 1000) if ends else None,
        now=int(now.timestamp() * 1000),
        paused=standing.paused,
        resumes=standing.paused,
        fact=clock_mark_value(ends, seconds_left),
        fact_subject=clock_mark_subject(draft, track.pod, standing.at),
        pauses=bool(step.seconds) and not standing.paused,
        last=track.last,
        registers=step.code == "REGISTER",
        handing=step.code == "HAND_IN",
        building=step.code == "BUILD",
        called=standing.called,
        goes_on=track.goes_on,
        offers_clock=track.has_clock_to_start,
        drafting=step.code in CALLED,
    )
    if step.code != "BUILD":
        return row
    pod_clocks = [clock for clock in clocks if track.pod in (FIELD, clock.pod)]
    # If pods of a field that advances together have different clocks, show no clock.
    if len({clock.building for clock in pod_clocks}) != 1:
        return replace(row, left=None, pauses=False, resumes=False)
    clock_of_pod = building_clocks.clock_row(pod_clocks[0], draft, now)
    follows_run = not pod_clocks[0].by_hand and pod_clocks[0].building.ended is None
    return replace(
        row,
        at=clock_of_pod.at,
        left=clock_of_pod.left,
        word=clock_of_pod.word,
        ends=clock_of_pod.ends,
        paused=clock_of_pod.paused,
        fact=clock_of_pod.fact,
        fact_subject=clock_of_pod.fact_subject,
        pauses=follows_run and not clock_of_pod.paused,
        resumes=follows_run and clock_of_pod.paused,
    )


def all_pods_row(tracks: Sequence[RunTrack], draft: Draft, now: datetime) -> TrackRow:
    """Return all pods as one row, without names. Its clock is shown if the timers of all pods agree."""
    track = replace(tracks[0], pod=FIELD)
    row = track_row(track, draft, [], [], now)
    share_clock = all_pods.tracks_share_clock(tracks)
    row = replace(
        row,
        seats=(),
        map=(),
        acting=0,
        lap=None,
        seen=all_pods.mark_count(tracks),
        fact_subject=clock_mark_subject(draft, FIELD, track.standing.at),
        left=row.left if share_clock and not row.building else None,
        pauses=bool(all_pods.tracks_affected_by_tap(tracks, "paused")),
        resumes=bool(all_pods.tracks_affected_by_tap(tracks, "resumed")),
        called=any(track.standing.called for track in tracks),
        goes_on=share_clock and any(track.goes_on for track in tracks),
        offers_clock=bool(all_pods.tracks_affected_by_tap(tracks, "clock")),
    )
    if all_pods.tracks_at_same_step(tracks):
        return row
    same_kind_of_step = all_pods.tracks_at_same_kind_of_step(tracks)
    return replace(
        row,
        line=row.line
        if same_kind_of_step and track.step.code not in CALLED
        else _("Each pod is at its own step"),
        hint="",
        where="",
        next=row.next if same_kind_of_step and row.next_code not in CALLED else "",
        order=(),
        coin=row.coin and same_kind_of_step,
        apart=not same_kind_of_step,
    )


def _lap(track: RunTrack, pods: list[PodRow]) -> Lap | None:
    """Return the picks that a single tap can record, or None unless there are several."""
    current = track.standing.at
    end = step_after_lap(track.steps, current)
    picks = [pick for pick in track.steps[current:end] if pick.code == "PICK_ONE"]
    if len(picks) < PAIR or end == step_after_tap(track.steps, current):
        return None
    first, last = (queries.name_at_seat(pods, track.pod, pick.seat) for pick in (picks[0], picks[-1]))
    return Lap(len(picks), first, last)


def _pick_order(track: RunTrack, pods: list[PodRow]) -> list[PickTurn]:
    """Return the turns of an opening. In Solomon they have the players' names once the coin is flipped."""
    step, order = track.step, []
    for turn, seat in enumerate(step.order, start=1):
        name = ""
        if step.code == "GROUP":
            name = queries.name_at_seat(pods, track.pod, track.standing.seat_of(seat, track.seats))
        is_past = bool(step.turn) and turn < step.turn
        order.append(PickTurn(seat=seat, name=name, past=is_past, now=turn == step.turn))
    return order
