"""The steps of the odd player of a Solomon draft, alone with packs or in a group of three (R-094, S13).

The rules do not describe an odd field. A player without a pair does everything with the pairs except drafting,
so each step follows the pairs' clock; registering a pool and submitting a list complete their steps.
"""

from dataclasses import dataclass
from typing import Literal

State = Literal["done", "now", "to_come"]
CODES = ("PACKS", "POOL", "BUILD", "LIST")
GROUP_CODES = ("SEATS", "STACK", "COIN", "GROUP", "BUILD", "HAND_IN")
"""Codes of the steps of a group of three, which are those of its run on paper."""


@dataclass(frozen=True, slots=True)
class OddStep:
    """One step of the odd player. `code`: one of `CODES`, or of `GROUP_CODES` in a group of three."""

    code: str
    state: State


def odd_player_steps(
    *, begun: bool, building: bool, built: bool, has_pool: bool, has_list: bool
) -> tuple[OddStep, ...]:
    """Return the steps in order.

    `begun`, `building`, `built`: whether the pairs have begun to draft, are building, and have finished building.
    """
    pool_state: State = "now" if begun else "to_come"
    return (
        OddStep("PACKS", "done" if begun or has_pool else "now"),
        OddStep("POOL", "done" if has_pool else pool_state),
        OddStep("BUILD", "done" if built else "now" if building else "to_come"),
        OddStep("LIST", "done" if has_list else "now" if built else "to_come"),
    )


def group_steps(current: str) -> tuple[OddStep, ...]:
    """Return the steps of a group of three in order. `current`: the code of its current step."""
    position, steps = GROUP_CODES.index(current), list[OddStep]()
    for index, code in enumerate(GROUP_CODES):
        steps.append(OddStep(code, "done" if index < position else "now" if index == position else "to_come"))
    return tuple(steps)
