"""Seeds of tests that play by chance: others in each run of the checks, the same wherever nobody says SHUFFLE."""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def of_this_run(count: int) -> list[int]:
    """So many seeds. SHUFFLE, which `.ci/run` prints, gives the same ones again."""
    first = int(os.environ.get("SHUFFLE") or 0) * 1000
    return list(range(first, first + count))


def by_turns(values: Sequence[T], count: int = 1) -> list[ParameterSet]:
    """Parameters of which each run of the checks asks `count`, by turns; the slow suites ask the others."""
    first = int(os.environ.get("SHUFFLE") or 0) % len(values)
    now = {(first + place) % len(values) for place in range(count)}
    return [
        pytest.param(value, marks=[] if place in now else pytest.mark.slow)
        for place, value in enumerate(values)
    ]
