"""Groups of cards with the same fault, so that one button can remove all of them from a list."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from decks.engine.legality import Problem
from decks.engine.lists.fixes import FIXED_BY_REMOVAL
from decks.engine.verdicts import ruling_subject

MIN_GROUP_LINES = 2
"""Minimum number of faulty lines in a group; a single faulty line has a separate button."""


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """All errors with the same code. `lines`: numbers of the faulty lines."""

    code: str
    problems: tuple[Problem, ...]

    @property
    def lines(self) -> frozenset[int]:
        return frozenset(line for problem in self.problems for line in problem.lines)


def group_faults(
    problems: Iterable[Problem], settled: Collection[tuple[str, str]] = ()
) -> tuple[FaultGroup, ...]:
    """Return a group for each error that several lines share and that removing these lines resolves.

    `settled`: code and subject of each problem that a judge ruled on; these problems are ignored.
    """
    by_code: dict[str, list[Problem]] = {}
    for problem in problems:
        if (
            problem.code in FIXED_BY_REMOVAL
            and problem.severity == "error"
            and problem.lines
            and (problem.code, ruling_subject(problem)) not in settled
        ):
            by_code.setdefault(problem.code, []).append(problem)
    groups = (FaultGroup(code, tuple(code_problems)) for code, code_problems in by_code.items())
    return tuple(group for group in groups if len(group.lines) >= MIN_GROUP_LINES)
