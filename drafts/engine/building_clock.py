"""The time to build decks after a draft: 30 minutes per pod, started by judges' taps (R-055, R-057)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from decks.engine.building_clocks import FIELD, BuildingClockState
from drafts.engine.draft_plan import BUILD_MINUTES
from drafts.engine.run import RunMark

NOTHING = timedelta(0)
Kind = Literal["start", "more", "end", "paused", "resumed"]


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap on the building clock of a pod, or of the whole field if `pod` is 0.

    `minutes` is set only for "more", which adds them.
    """

    kind: Kind
    at: datetime
    minutes: int = 0
    pod: int = FIELD


def replay_building_taps(taps: Iterable[Tap]) -> BuildingClockState:
    """Replay taps, oldest first. The latest start applies, and minutes added after it extend the clock."""
    clock = BuildingClockState()
    for tap in taps:
        clock = _clock_after(clock, tap)
    return clock


def clocks_of_field(taps: Sequence[Tap], runs: Mapping[int, Sequence[Tap]]) -> dict[int, BuildingClockState]:
    """Return the clock of each pod in `runs` from taps on the pod and on the whole field, oldest first.

    Until a tap starts it, a pod's clock follows the run on paper, so that staff do not have to tap twice. Minutes for
    the whole field are added to pods that are still building or, if all have finished, to all pods.
    """
    runs_followed = {pod: run for pod, run in runs.items() if not is_clock_started_by_hand(pod, taps)}
    tap_pods = [(tap, [pod]) for pod, run in runs_followed.items() for tap in run]
    tap_pods += [(tap, [pod for pod in runs if tap.pod in (FIELD, pod)]) for tap in taps]
    clocks = dict.fromkeys(runs, BuildingClockState())
    for tap, pods in sorted(tap_pods, key=lambda tap_and_pods: tap_and_pods[0].at):
        building_pods = [pod for pod in pods if tap.kind == "more" and clocks[pod].is_running(tap.at)]
        for pod in building_pods or pods:
            clocks[pod] = _clock_after(clocks[pod], tap)
    for pod, clock in clocks.items():
        pod_taps = [tap for tap in taps if tap.pod in (FIELD, pod)]
        first_start = min((tap.at for tap in (*pod_taps, *runs[pod]) if tap.kind == "start"), default=None)
        clocks[pod] = replace(clock, first=first_start)
    return clocks


def is_clock_started_by_hand(pod: int, taps: Iterable[Tap]) -> bool:
    """Return whether a tap on the pod or the whole field, rather than the run on paper, started a pod's clock."""
    return any(tap.kind == "start" and tap.pod in (FIELD, pod) for tap in taps)


def taps_of_run(marks: Iterable[RunMark], build_step: int) -> tuple[Tap, ...]:
    """Return the building taps implied by a run on paper. `build_step`: its building step, counted from 0.

    Reaching that step starts the clock, and leaving it ends the clock. Going back a step reverts this. Only taps
    lead to these steps, but earlier steps may have ended automatically, so the recorded step of a mark takes
    precedence.
    """
    step, taps = 0, list[Tap]()
    for mark in marks:
        step = step if mark.step is None else mark.step
        if mark.kind == "next":
            taps += [Tap("end", mark.at)] if step == build_step else []
            step += 1
            taps += [Tap("start", mark.at)] if step == build_step else []
        elif mark.kind == "back":
            if step == build_step:
                taps.clear()
            elif step == build_step + 1:
                del taps[-1:]
            step = max(0, step - 1)
        elif mark.kind in ("paused", "resumed") and step == build_step:
            taps.append(Tap(mark.kind, mark.at))
    return tuple(taps)


def _clock_after(clock: BuildingClockState, tap: Tap) -> BuildingClockState:
    """Return the clock after a tap.

    It does not change if the tap has no effect, such as pausing a clock that has ended.
    """
    if tap.kind == "start":
        return BuildingClockState(tap.at, tap.at + timedelta(minutes=BUILD_MINUTES))
    if clock.began is None or (clock.ended is not None and tap.kind != "more"):
        return clock
    if tap.kind == "end":
        return replace(clock, ended=tap.at)
    if tap.kind == "paused" and clock.ends is not None:
        return replace(clock, ends=None, rest=max(NOTHING, clock.ends - tap.at))
    if tap.kind == "resumed" and clock.rest is not None:
        return replace(clock, ends=tap.at + clock.rest, rest=None)
    if tap.kind != "more":
        return clock
    added, minutes_given = timedelta(minutes=tap.minutes), clock.given + tap.minutes
    if clock.ended is not None:
        # Minutes added after the end of building count from the tap.
        return replace(clock, ends=tap.at + added, rest=None, ended=None, given=minutes_given)
    if clock.rest is not None:
        return replace(clock, rest=clock.rest + added, given=minutes_given)
    return replace(clock, ends=max(clock.ends or tap.at, tap.at) + added, given=minutes_given)
