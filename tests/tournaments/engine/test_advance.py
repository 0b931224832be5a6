"""Which players advance: by place, by points, by either, by both (M-014, M-016)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.advance import WAYS, AdvancementGate, byes_in_cut, estimate_advancing

points = st.lists(st.integers(0, 30), max_size=60).map(lambda found: sorted(found, reverse=True))


@given(points, st.sampled_from(WAYS), st.integers(0, 70), st.integers(0, 30))
def test_it_is_always_the_first_so_many(of: list[int], rule: str, place: int, bar: int) -> None:
    gate = AdvancementGate(rule, place, bar)
    size = gate.size(of)
    inside = [
        {"place": first, "points": enough, "either": first or enough, "both": first and enough}[rule]
        for first, enough in ((spot <= place, one >= bar) for spot, one in enumerate(of, start=1))
    ]
    assert inside == [True] * size + [False] * (len(of) - size)


def test_the_reasons_are_those_that_count() -> None:
    assert AdvancementGate("either", 8, 19).conditions_met(3, 19) == ("place", "points")
    assert AdvancementGate("either", 8, 19).conditions_met(9, 19) == ("points",)
    assert AdvancementGate("either", 8, 19).conditions_met(8, 18) == ("place",)
    assert AdvancementGate("place", 8, 19).conditions_met(8, 21) == ("place",)
    assert AdvancementGate("points", 8, 19).conditions_met(9, 18) == ()


@pytest.mark.parametrize(
    ("size", "byes"), [(0, 0), (1, 0), (2, 0), (6, 2), (8, 0), (10, 6), (12, 4), (53, 11)]
)
def test_byes_of_a_cut_m014_m027(size: int, byes: int) -> None:
    assert byes_in_cut(size) == byes


def test_how_many_will_likely_be_in() -> None:
    assert estimate_advancing(AdvancementGate("place", 8), 100, 7) == 8
    assert estimate_advancing(AdvancementGate("points", 0, 9), 64, 3) == 8
    assert estimate_advancing(AdvancementGate("points", 0, 19), 512, 9) == 46
    assert estimate_advancing(AdvancementGate("either", 16, 9), 64, 3) == 16
    assert estimate_advancing(AdvancementGate("points", 0, 9), 64, 0) == 0
    assert estimate_advancing(AdvancementGate("place", 8), 100, 0) == 8
    assert estimate_advancing(AdvancementGate("either", 8, 9), 5, 0) == 5
