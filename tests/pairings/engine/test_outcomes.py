"""Outcomes, independent of points (M-010, M-018, M-019)."""

import pytest

from pairings.engine.outcomes import ALONE, Outcome, Result, count_record, match_points, result_of_side


@pytest.mark.parametrize(
    ("outcome", "left", "right"),
    [
        (Outcome.LEFT, 3, 0),
        (Outcome.RIGHT, 0, 3),
        (Outcome.TIE, 1, 1),
        (Outcome.DOUBLE_LOSS, 0, 0),
        (Outcome.PENDING, 0, 0),
        (Outcome.BYE, 3, None),
        (Outcome.AWARDED_BYE, 3, None),
        (Outcome.LATE_LOSS, 0, None),
    ],
)
def test_points(outcome: Outcome, left: int, right: int | None) -> None:
    assert match_points(result_of_side(outcome, left=True)) == left
    if right is None:
        with pytest.raises(ValueError, match="no right player"):
            result_of_side(outcome, left=False)
    else:
        assert match_points(result_of_side(outcome, left=False)) == right
    assert (outcome in ALONE) == (right is None)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], (0, 0, 0)),
        ([Result.WIN, Result.BYE, Result.AWARDED_BYE], (3, 0, 0)),
        ([Result.LOSS, Result.DOUBLE_LOSS, Result.LATE_LOSS], (0, 3, 0)),
        ([Result.TIE, Result.OPEN, Result.WIN], (1, 0, 1)),
    ],
)
def test_record(results: list[Result], expected: tuple[int, int, int]) -> None:
    assert count_record(results) == expected
