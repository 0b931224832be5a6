"""A draft on paper continued without a seat (R-002): the rules do not cover it, a judge decides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from drafts.engine.rochester import snake
from drafts.engine.run import RunStep


@dataclass(frozen=True, slots=True)
class DroppedSeat:
    """A seat whose player left while the run was at step `at`, counted from 0."""

    seat: int
    at: int


def without(
    subtype: str, seats: int, steps: Sequence[RunStep], dropped: Sequence[DroppedSeat]
) -> tuple[RunStep, ...]:
    """The steps of a pod after players left; steps before that are unchanged.

    Rochester: turns skip the seat and its packs stay closed. Solomon: the rest of the stack stays closed. In Booster
    all act together, so its steps stay.
    """
    if not dropped or subtype not in ("rochester", "solomon"):
        return tuple(steps)
    if subtype == "solomon":
        ends = min(player.at for player in dropped)
        return tuple(step for at, step in enumerate(steps) if step.code != "GROUP" or at < ends)
    remaining: list[RunStep] = []
    for part in _parts(steps):
        if part[0].code != "OPEN_TWO":
            remaining.extend(part)
        elif part[0].seat not in _dropped_seats(dropped, len(remaining)):
            remaining.extend(_opening(part, seats, dropped, len(remaining)))
    return tuple(remaining)


def _parts(steps: Sequence[RunStep]) -> Iterator[list[RunStep]]:
    """Each opening with its picks; every other step alone."""
    part: list[RunStep] = []
    for step in steps:
        if part and (not step.opening or step.opening != part[0].opening):
            yield part
            part = []
        part.append(step)
    if part:
        yield part


def _dropped_seats(dropped: Sequence[DroppedSeat], at: int) -> set[int]:
    return {player.seat for player in dropped if player.at <= at}


def _opening(
    part: list[RunStep], seats: int, dropped: Sequence[DroppedSeat], begin: int
) -> Iterator[RunStep]:
    """An opening whose turns skip seats that left; without any seat left it has no picks."""
    picks = [step for step in part if step.code == "PICK_ONE"]
    whole = snake(seats, part[0].seat, 2 * seats * (len(picks) + 1))
    order: list[int] = []
    place = 0
    for turn in range(len(picks)):
        away = _dropped_seats(dropped, begin + 1 + turn)
        if len(away) == seats:
            break
        while whole[place] in away:
            place += 1
        order.append(whole[place])
        place += 1
    yield part[0]
    for turn, seat in enumerate(order):
        yield replace(picks[turn], seat=seat, order=tuple(order), turns=len(order))
    yield from (step for step in part[1:] if step.code != "PICK_ONE")
