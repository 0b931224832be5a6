"""The steps of a draft on paper after a player left. The rules do not cover this, so a judge decides (R-002)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from drafts.engine.procedures.rochester import snake_order
from drafts.engine.run import RunStep


@dataclass(frozen=True, slots=True)
class DroppedSeat:
    """A seat whose player left while the run was at step `at`, counted from 0."""

    seat: int
    at: int


def steps_without_seats(
    subtype: str, seats: int, steps: Sequence[RunStep], dropped: Sequence[DroppedSeat]
) -> tuple[RunStep, ...]:
    """Return the steps of a pod after players left. Earlier steps are unchanged.

    In Rochester, turns skip the seat and its packs stay closed. In Solomon, the rest of the stack stays closed. In
    Booster, all seats act together, so the steps do not change.
    """
    if not dropped or subtype not in ("rochester", "solomon"):
        return tuple(steps)
    if subtype == "solomon":
        ended_at = min(player.at for player in dropped)
        return tuple(step for index, step in enumerate(steps) if step.code != "GROUP" or index < ended_at)
    remaining: list[RunStep] = []
    for group in _openings_and_steps(steps):
        if group[0].code != "OPEN_TWO":
            remaining.extend(group)
        elif group[0].seat not in _dropped_seats(dropped, len(remaining)):
            remaining.extend(_opening_without(group, seats, dropped, len(remaining)))
    return tuple(remaining)


def _openings_and_steps(steps: Sequence[RunStep]) -> Iterator[list[RunStep]]:
    """Yield each opening together with its picks, and every other step separately."""
    group: list[RunStep] = []
    for step in steps:
        if group and (not step.opening or step.opening != group[0].opening):
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def _dropped_seats(dropped: Sequence[DroppedSeat], step_index: int) -> set[int]:
    """Return the seats whose players had left by the step with this index."""
    return {player.seat for player in dropped if player.at <= step_index}


def _opening_without(
    steps: list[RunStep], seats: int, dropped: Sequence[DroppedSeat], start: int
) -> Iterator[RunStep]:
    """Yield the steps of an opening, without the turns of seats whose players left, and without picks if all left.

    `start`: index of its first step in the run.
    """
    picks = [step for step in steps if step.code == "PICK_ONE"]
    # Long enough even if one remaining player makes all picks.
    snake = snake_order(seats, steps[0].seat, 2 * seats * (len(picks) + 1))
    order: list[int] = []
    position = 0
    for turn in range(len(picks)):
        dropped_seats = _dropped_seats(dropped, start + 1 + turn)
        if len(dropped_seats) == seats:
            break
        while snake[position] in dropped_seats:
            position += 1
        order.append(snake[position])
        position += 1
    yield steps[0]
    for turn, seat in enumerate(order):
        yield replace(picks[turn], seat=seat, order=tuple(order), turns=len(order))
    yield from (step for step in steps[1:] if step.code != "PICK_ONE")
