"""Keys within plain values, and the previous keys of rows."""

from typing import Any

import pytest

from core.engine.snapshots.keys import (
    OriginalKeys,
    Spec,
    compress_key_pairs,
    expand_key_runs,
    replace_row_keys,
    row_keys_inside,
)


def more(_model: str, key: int) -> int:
    return key + 100


@pytest.mark.parametrize(
    ("value", "spec", "found"),
    [
        (7, "entry", 107),
        (7, None, 7),
        (True, "entry", True),
        ("7", "entry", "7"),
        ([1, 2], ["entry"], [101, 102]),
        ([1, 2, 3], ("entry", None), [101, 2, 3]),
        ([1, 2], ("entry", "round"), [101, 102]),
        ("no list", ["entry"], "no list"),
        ({"by": 1, "at": 2}, {"by": "entry"}, {"by": 101, "at": 2}),
        ({"by": 1, "at": 2}, {"by": None, "*": "entry"}, {"by": 1, "at": 102}),
        ([1], {"by": "entry"}, [1]),
        ({"7": 1, "x": 2}, {"#": ("entry", "round")}, {"107": 101, "x": 102}),
        ({"²": 1}, {"#": ("entry", None)}, {"²": 1}),
    ],
)
def test_keys_become_others_where_the_spec_says_so(value: Any, spec: Spec, found: Any) -> None:
    assert replace_row_keys(value, spec, more) == found


def test_each_key_is_mentioned_with_its_model() -> None:
    facts = {"by": 1, "seats": [2, 3], "at": 4}
    assert list(row_keys_inside(facts, {"by": "entry", "seats": ["seat"]})) == [
        ("entry", 1),
        ("seat", 2),
        ("seat", 3),
    ]


@pytest.mark.parametrize(
    ("of", "found"),
    [
        ([], []),
        ([(1, 11), (2, 12), (3, 13)], [(1, 11, 3)]),
        ([(3, 13), (1, 11), (2, 12)], [(1, 11, 3)]),
        ([(1, 11), (2, 13)], [(1, 11, 1), (2, 13, 1)]),
        ([(1, 11), (3, 12)], [(1, 11, 1), (3, 12, 1)]),
        ([(1, 11), (2, 12), (4, 14), (5, 15)], [(1, 11, 2), (4, 14, 2)]),
    ],
)
def test_keys_that_go_up_in_step_are_one_run_and_come_back(
    of: list[tuple[int, int]], found: list[tuple[int, int, int]]
) -> None:
    assert compress_key_pairs(of) == found
    assert list(expand_key_runs(found)) == sorted(of)


@pytest.mark.parametrize(
    ("now", "before"), [(10, 10), (11, 1), (12, 2), (13, 13), (19, 19), (20, 5), (21, 21), (5, 5)]
)
def test_the_key_a_row_had_before(now: int, before: int) -> None:
    known = OriginalKeys.of({"entry": [(5, 20, 1), (1, 11, 2)]})
    assert known.key("entry", now) == before
    assert known.key("round", now) == now
