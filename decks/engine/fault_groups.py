"""Faults of the same kind in several cards, which one button can take out of the list."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from decks.engine.legality import Problem
from decks.engine.lists.fixes import OUT
from decks.engine.verdicts import ruling_subject

LEAST_CARDS = 2
"""The fewest faulty lines for a group; a single one has its own button."""


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """All errors with one code. `lines`: numbers of the faulty lines."""

    code: str
    problems: tuple[Problem, ...]

    @property
    def lines(self) -> frozenset[int]:
        return frozenset(line for problem in self.problems for line in problem.lines)


def group_faults(
    problems: Iterable[Problem], settled: Collection[tuple[str, str]] = ()
) -> tuple[FaultGroup, ...]:
    """Return a group for each error that several lines share and that disappears once those lines are taken out.

    `settled`: code and subject of each problem that a judge ruled on; they are left out.
    """
    by_code: dict[str, list[Problem]] = {}
    for problem in problems:
        if (
            problem.code in OUT
            and problem.severity == "error"
            and problem.lines
            and (problem.code, ruling_subject(problem)) not in settled
        ):
            by_code.setdefault(problem.code, []).append(problem)
    groups = (FaultGroup(code, tuple(code_problems)) for code, code_problems in by_code.items())
    return tuple(group for group in groups if len(group.lines) >= LEAST_CARDS)
