"""The time to build decks after a draft: 30 minutes per pod, from judges' taps (R-055, R-057)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from decks.engine.building import FIELD, Building
from drafts.engine.plan import BUILD_MINUTES
from drafts.engine.run import RunMark

NOTHING = timedelta(0)
Kind = Literal["start", "more", "end", "paused", "resumed"]


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap on the building clock of a pod, 0 for the whole field."""

    kind: Kind
    at: datetime
    minutes: int = 0
    pod: int = FIELD


def replayed(taps: Iterable[Tap]) -> Building:
    """The clock after these taps, oldest first: the latest start counts, minutes given after it are added."""
    standing = Building()
    for tap in taps:
        standing = _after(standing, tap)
    return standing


def clocks_of_field(taps: Sequence[Tap], runs: Mapping[int, Sequence[Tap]]) -> dict[int, Building]:
    """The clock of each pod of `runs`, from its own taps and those on the whole field, oldest first.

    Until it is started by a tap, a pod's clock follows the run on paper, so nothing is tapped twice. Minutes for the
    whole field go to the pods still building; once all are over, to all.
    """
    by_run = {pod: run for pod, run in runs.items() if not started_by_itself(pod, taps)}
    line = [(tap, [pod]) for pod, run in by_run.items() for tap in run]
    line += [(tap, [pod for pod in runs if tap.pod in (FIELD, pod)]) for tap in taps]
    clocks = dict.fromkeys(runs, Building())
    for tap, pods in sorted(line, key=lambda pair: pair[0].at):
        building = [pod for pod in pods if tap.kind == "more" and clocks[pod].runs(tap.at)]
        for pod in building or pods:
            clocks[pod] = _after(clocks[pod], tap)
    for pod, clock in clocks.items():
        own = [tap for tap in taps if tap.pod in (FIELD, pod)]
        first = min((tap.at for tap in (*own, *runs[pod]) if tap.kind == "start"), default=None)
        clocks[pod] = replace(clock, first=first)
    return clocks


def started_by_itself(pod: int, taps: Iterable[Tap]) -> bool:
    """Whether the clock of a pod was started by its own tap, not by the run on paper."""
    return any(tap.kind == "start" and tap.pod in (FIELD, pod) for tap in taps)


def taps_of_run(marks: Iterable[RunMark], build: int) -> tuple[Tap, ...]:
    """Building taps implied by a run on paper, whose step `build`, counted from 0, is building.

    Reaching that step starts the clock, leaving it ends it; a step back reverts that.
    """
    at, taps = 0, list[Tap]()
    for mark in marks:
        if mark.kind == "next":
            taps += [Tap("end", mark.at)] if at == build else []
            at += 1
            taps += [Tap("start", mark.at)] if at == build else []
        elif mark.kind == "back":
            if at == build:
                taps.clear()
            elif at == build + 1:
                del taps[-1:]
            at = max(0, at - 1)
        elif at == build:
            taps.append(Tap(mark.kind, mark.at))
    return tuple(taps)


def _after(clock: Building, tap: Tap) -> Building:
    if tap.kind == "start":
        return Building(tap.at, tap.at + timedelta(minutes=BUILD_MINUTES))
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
    more, minutes = timedelta(minutes=tap.minutes), clock.given + tap.minutes
    if clock.ended is not None:
        # Once building is over, more minutes count from the tap.
        return replace(clock, ends=tap.at + more, rest=None, ended=None, given=minutes)
    if clock.rest is not None:
        return replace(clock, rest=clock.rest + more, given=minutes)
    return replace(clock, ends=max(clock.ends or tap.at, tap.at) + more, given=minutes)
