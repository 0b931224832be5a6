"""What the bubble calls certain is certain: every way in which the last round can end is tried."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine.bubble import Chance, Field, Verdict, bubble_chances, is_tie_safe
from tournaments.engine.advance import WAYS

ENDS = ((3, 0), (0, 3), (1, 1), (0, 0))


def field(
    points: list[int], pairs: list[tuple[int, int]], *, later: int = 0, cut: int = 2, left_out=()
) -> Field:  # type: ignore[no-untyped-def]
    counted = np.array([spot not in left_out for spot in range(len(points))])
    return Field(
        np.array(points, dtype=np.int64), counted, np.array(pairs, dtype=np.int64).reshape(-1, 2), later, cut
    )


@st.composite
def fields(draw: st.DrawFn) -> Field:
    points = sorted(draw(st.lists(st.integers(0, 12), min_size=2, max_size=8)), reverse=True)
    seats = draw(st.permutations(range(len(points))))
    open_ = draw(st.integers(0, len(points) // 2))
    pairs = [(seats[2 * at], seats[2 * at + 1]) for at in range(open_)]
    left_out = draw(st.sets(st.integers(0, len(points) - 1), max_size=2))
    return field(points, pairs, cut=draw(st.integers(1, len(points))), left_out=left_out)


def endings(of: Field) -> Iterator[tuple[np.ndarray, tuple[tuple[int, int], ...]]]:
    for ends in product(ENDS, repeat=len(of.pairs)):
        points = of.points.copy()
        for (one, two), (a, b) in zip(of.pairs, ends, strict=True):
            points[one] += a
            points[two] += b
        yield points, ends


def reached(of: Field, points: np.ndarray, player: int) -> tuple[int, int]:
    """Return how many other players end above, and how many at least as high."""
    others = of.counted.copy()
    others[player] = False
    return int((others & (points > points[player])).sum()), int((others & (points >= points[player])).sum())


@settings(max_examples=150, deadline=None)
@given(fields())
def test_what_is_sure_holds_in_every_ending_and_nothing_sure_is_missed(of: Field) -> None:
    chances = bubble_chances(of, seed=1)
    tried = [points for points, _ in endings(of)]
    for player, chance in enumerate(chances):
        found = [reached(of, points, player) for points in tried]
        if not of.counted[player]:
            assert chance.verdict is Verdict.OUT
            continue
        sure_in = all(level < of.cut for _, level in found)
        sure_out = all(above >= of.cut for above, _ in found)
        expected = Verdict.IN if sure_in else Verdict.OUT if sure_out else Verdict.OPEN
        assert chance.verdict is expected


@settings(max_examples=100, deadline=None)
@given(fields())
def test_a_win_or_a_tie_that_is_enough_is_enough(of: Field) -> None:
    chances = bubble_chances(of, seed=1)
    for points, ends in endings(of):
        for (one, two), end in zip(of.pairs, ends, strict=True):
            for player, got in ((int(one), end[0]), (int(two), end[1])):
                name = {3: "win", 1: "tie", 0: "loss"}[got]
                above, level = reached(of, points, player)
                if chances[player].after[name] is Verdict.IN:
                    assert level < of.cut
                if chances[player].after[name] is Verdict.OUT and of.counted[player]:
                    assert above >= of.cut


def test_two_who_tie_at_the_top_are_both_in() -> None:
    one, two, *others = bubble_chances(field([9, 9, 6, 6], [(0, 1), (2, 3)]), seed=1)
    assert one.after == two.after == {"win": Verdict.IN, "tie": Verdict.IN, "loss": Verdict.OPEN}
    assert is_tie_safe(one, two) is True
    assert one.needs == 1
    assert [other.verdict for other in others] == [Verdict.OPEN, Verdict.OPEN]


def test_a_tie_below_is_not_safe() -> None:
    *_, three, four = bubble_chances(field([9, 9, 6, 6], [(0, 1), (2, 3)]), seed=1)
    assert is_tie_safe(three, four) is False


def test_without_a_match_there_is_no_tie() -> None:
    one, two = bubble_chances(field([9, 6], []), seed=1)
    assert is_tie_safe(one, two) is None


@pytest.mark.parametrize(
    ("later", "verdicts"),
    [(0, ["in", "in", "out"]), (1, ["in", "open", "open"]), (3, ["open", "open", "open"])],
)
def test_the_more_rounds_the_less_is_sure(later: int, verdicts: list[str]) -> None:
    found = bubble_chances(field([9, 6, 3], [], later=later), seed=1)
    assert [chance.verdict.value for chance in found] == verdicts


def test_points_that_are_enough() -> None:
    """Third place at 3 points can end at 6; 4 more points are beyond that."""
    _, two, _ = bubble_chances(field([12, 6, 3], [], later=1), seed=1)
    assert two.needs == 1


def test_no_five_points_of_two_rounds() -> None:
    """Others end at 12 at most. From 8 points, 5 more would be enough, but two rounds cannot give exactly 5."""
    found = bubble_chances(field([8] + [6] * 3, [], later=2, cut=1), seed=1)
    assert found[0].needs == 6


def test_shares_are_shares_and_the_same_for_the_same_seed() -> None:
    of = field([6] * 9 + [3] * 8 + [0] * 4, [(0, 1), (2, 3)], later=1, cut=8)
    first, again = bubble_chances(of, seed=7), bubble_chances(of, seed=7)
    assert first == again
    shares = [chance.share for chance in first if chance.share is not None]
    assert all(0 <= share <= 1 for share in shares)
    assert shares[0] > shares[-1]


def test_a_large_field_is_told_in_a_moment() -> None:
    points = sorted((3 * (spot % 9) for spot in range(1500)), reverse=True)
    found: tuple[Chance, ...] = bubble_chances(
        field(points, [(at, at + 1) for at in range(0, 1500, 2)], later=1, cut=64), seed=1
    )
    assert found[-1].verdict is Verdict.OUT


@settings(max_examples=100, deadline=None)
@given(fields(), st.sampled_from(WAYS), st.integers(0, 15))
def test_by_points_and_by_both_what_is_sure_holds_in_every_ending(of: Field, rule: str, bar: int) -> None:
    of = replace(of, way=rule, bar=bar, byes=1)
    chances = bubble_chances(of, seed=1)
    for points, _ in endings(of):
        for player, chance in enumerate(chances):
            above, as_high = reached(of, points, player)
            places = (as_high < of.cut, above < of.cut)
            enough = bool(points[player] >= bar)
            sure, hoped = (
                {"place": first, "points": enough, "either": first or enough, "both": first and enough}[rule]
                for first in places
            )
            if not of.counted[player]:
                sure = hoped = False
            assert sure or chance.verdict is not Verdict.IN
            assert not hoped or chance.verdict is not Verdict.OUT
            assert chance.bye is not Verdict.IN or (of.counted[player] and as_high < 1)


def test_by_points_it_is_decided_by_what_the_player_does_alone() -> None:
    of = replace(field([9, 6, 3, 0], [(0, 1), (2, 3)], later=0, cut=0), way="points", bar=7)
    first, second, third, _ = bubble_chances(of, seed=1)
    assert first.verdict is Verdict.IN
    assert second.after == {"win": Verdict.IN, "tie": Verdict.IN, "loss": Verdict.OUT}
    assert (second.needs, third.verdict) == (1, Verdict.OUT)


def test_once_all_is_played_places_part_equals() -> None:
    points, nobody = np.array([9, 6, 6, 6, 3]), np.empty((0, 2), np.int64)
    counted = np.array([True, False, True, True, True])
    field = Field(points, counted, nobody, 0, 2, settled=True)
    assert [one.verdict for one in bubble_chances(field, seed=1)] == [
        Verdict.IN, Verdict.OUT, Verdict.IN, Verdict.OUT, Verdict.OUT,
    ]  # fmt: skip
    assert all(one.share is None for one in bubble_chances(field, seed=1))


def shares_of(of: Field) -> list[float | None]:
    return [chance.share for chance in bubble_chances(of, seed=1)]


def test_of_a_hundred_even_matches_six_are_ties_and_the_rest_are_halved() -> None:
    nobody_in = field([0, 0], [(0, 1)], cut=0)
    won = shares_of(replace(nobody_in, way="points", bar=3))
    won_or_tied = shares_of(replace(nobody_in, way="points", bar=1))
    assert won == pytest.approx([0.47, 0.47], abs=0.05)
    assert won_or_tied == pytest.approx([0.53, 0.53], abs=0.05)
    assert sum(won_or_tied) - sum(won) == pytest.approx(2 * 0.06, abs=0.03)


def test_who_loses_a_random_match_stays_level_with_those_who_had_none() -> None:
    """Two play, and a third has the same points but is currently behind: both who play stay ahead in any case."""
    assert shares_of(field([3, 3, 3], [(0, 1)], cut=2)) == [1, 1, 0]
    assert shares_of(field([3, 3, 3], [(1, 2)], cut=1)) == pytest.approx([0, 0.53, 0.47], abs=0.05)


def test_in_random_rounds_to_come_players_of_equal_points_meet() -> None:
    """One of the two leaders wins, or they tie and the current leader is in: no one behind can reach that."""
    assert shares_of(field([3, 3, 0, 0], [], later=1, cut=1)) == pytest.approx([0.53, 0.47, 0, 0], abs=0.05)


def test_in_random_rounds_to_come_the_last_of_an_odd_field_has_the_bye() -> None:
    of = replace(field([9, 9, 0], [], later=1, cut=0), way="points", bar=3)
    assert [(one.verdict.value, one.share) for one in bubble_chances(of, seed=1)][2] == ("open", 1.0)


@pytest.mark.parametrize("match", [(0, 2), (2, 0)])
def test_a_player_may_need_a_win_against_an_opponent_who_is_out_of_reach(match: tuple[int, int]) -> None:
    """Second place can end at 9, the opponent at 6 at most: 4 of the 6 points at stake are enough."""
    assert bubble_chances(field([6, 6, 0], [match], later=1, cut=1), seed=1)[0].needs == 4


@pytest.mark.parametrize("match", [(1, 2), (2, 1)])
def test_of_two_who_meet_only_one_can_catch_up(match: tuple[int, int]) -> None:
    """From 5 points a tie is enough for 6, from 3 only a win is."""
    assert bubble_chances(field([6, 5, 3], [match], cut=2), seed=1)[0].verdict is Verdict.IN


@pytest.mark.parametrize(
    ("way", "bar", "needs"), [("both", 10, 1), ("both", 11, 3), ("both", 13, None), ("either", 99, 1)]
)
def test_what_a_player_needs_by_place_and_by_points(way: str, bar: int, needs: int | None) -> None:
    """With one more point, first and second place are certain of the two places."""
    of = replace(field([9, 9, 6, 6], [(0, 1), (2, 3)]), way=way, bar=bar)
    assert bubble_chances(of, seed=1)[0].needs == needs
