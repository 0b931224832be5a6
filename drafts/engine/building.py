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
    standing = dict.fromkeys(runs, Building())
    for tap, pods in sorted(line, key=lambda one: one[0].at):
        building = [pod for pod in pods if tap.kind == "more" and standing[pod].runs(tap.at)]
        for pod in building or pods:
            standing[pod] = _after(standing[pod], tap)
    return {pod: replace(one, first=_first_start(pod, taps, runs[pod])) for pod, one in standing.items()}


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


def _first_start(pod: int, taps: Sequence[Tap], run: Sequence[Tap]) -> datetime | None:
    own = (tap for tap in taps if tap.pod in (FIELD, pod))
    return min((tap.at for tap in (*own, *run) if tap.kind == "start"), default=None)


def _after(standing: Building, tap: Tap) -> Building:
    if tap.kind == "start":
        return Building(tap.at, tap.at + timedelta(minutes=BUILD_MINUTES))
    if standing.began is None:
        return standing
    if tap.kind == "more":
        return _longer(standing, tap)
    if standing.ended is not None:
        return standing
    if tap.kind == "end":
        return replace(standing, ended=tap.at)
    if tap.kind == "paused" and standing.ends is not None:
        return replace(standing, ends=None, rest=max(NOTHING, standing.ends - tap.at))
    if tap.kind == "resumed" and standing.rest is not None:
        return replace(standing, ends=tap.at + standing.rest, rest=None)
    return standing


def _longer(standing: Building, tap: Tap) -> Building:
    """Add minutes; if building was over they count from the tap."""
    more, given = timedelta(minutes=tap.minutes), standing.given + tap.minutes
    if standing.ended is not None:
        return replace(standing, ends=tap.at + more, rest=None, ended=None, given=given)
    if standing.rest is not None:
        return replace(standing, rest=standing.rest + more, given=given)
    ends = max(standing.ends or tap.at, tap.at)
    return replace(standing, ends=ends + more, given=given)
