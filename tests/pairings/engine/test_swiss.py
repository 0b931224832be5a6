"""Swiss rounds according to the rules (M-010, M-017, M-018), in small fields whose pairing is obvious."""

from collections import Counter
from hashlib import sha256
from itertools import combinations

import numpy as np
import pytest

from core.engine.refused import Refused
from pairings.engine.swiss import Draw, Field, Options, pair_field
from tests.pairings.engine.swiss_reference import field_of


def met_in(draw: Draw) -> set[frozenset[int]]:
    return {frozenset(match) for match in draw.pairs}


def matches(*pairs: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(match) for match in pairs}


@pytest.mark.parametrize("players", [0, 1])
def test_a_round_needs_two_players(players: int) -> None:
    with pytest.raises(Refused) as refused:
        pair_field(field_of(dict.fromkeys(range(players), 0)), seed=1)
    assert (refused.value.code, refused.value.facts) == ("TOO_FEW_PLAYERS", {"players": players})


def test_an_id_given_twice_is_a_bug() -> None:
    field = Field(np.array([1, 1]), np.array([0, 0]), np.array([False, False]), np.empty((0, 2), np.int64))
    with pytest.raises(ValueError, match="twice"):
        pair_field(field, seed=1)


def test_two_players_meet() -> None:
    draw = pair_field(field_of({1: 0, 2: 3}), seed=1)
    assert draw.pairs == ((2, 1),)
    assert (draw.bye, draw.bye_group, draw.bye_candidates) == (None, None, 0)


def test_two_players_who_met_meet_again_and_it_is_named() -> None:
    draw = pair_field(field_of({1: 3, 2: 0}, met=[(2, 1), (1, 2)]), seed=1)
    assert draw.pairs == draw.rematches == ((1, 2),)


def test_three_players_give_the_bye_to_the_lowest() -> None:
    draw = pair_field(field_of({1: 3, 2: 3, 3: 0}), seed=1)
    assert (met_in(draw), draw.bye, draw.bye_group) == (matches((1, 2)), 3, 0)


def test_m018_nobody_has_a_second_bye_while_someone_had_none() -> None:
    draw = pair_field(field_of({1: 6, 2: 3, 3: 0}, had_bye=[2, 3]), seed=1)
    assert (draw.bye, draw.second_bye) == (1, False)


def test_m018_when_everyone_had_a_bye_the_lowest_group_has_it_again_and_it_is_told() -> None:
    draw = pair_field(field_of({1: 6, 2: 3, 3: 0}, had_bye=[1, 2, 3]), seed=1)
    assert (draw.bye, draw.second_bye) == (3, True)


def test_the_bye_climbs_when_the_lowest_group_would_force_a_rematch() -> None:
    draw = pair_field(field_of({1: 6, 2: 6, 3: 0}, met=[(1, 2)]), seed=1)
    assert draw.bye in (1, 2)
    assert draw.rematches == ()


def test_another_player_of_the_lowest_group_takes_the_bye_when_that_spares_a_rematch() -> None:
    field = field_of({1: 3, 2: 0, 3: 0}, met=[(1, 2)])
    assert {pair_field(field, seed=seed).bye for seed in range(20)} == {2}


def test_no_second_bye_even_to_spare_a_rematch() -> None:
    draw = pair_field(field_of({1: 3, 2: 3, 3: 0}, met=[(1, 2)], had_bye=[1, 2]), seed=1)
    assert (draw.bye, draw.rematches) == (3, draw.pairs)


def test_rematches_exhausted_gives_the_fewest_and_names_them() -> None:
    ids = range(1, 7)
    all_but_one = [match for match in combinations(ids, 2) if match != (1, 6)]
    draw = pair_field(field_of(dict.fromkeys(ids, 3), met=all_but_one), seed=1)
    assert frozenset((1, 6)) in met_in(draw)
    assert set(draw.rematches) == {match for match in draw.pairs if frozenset(match) != {1, 6}}
    assert len(draw.rematches) == 2


def test_a_floater_goes_to_the_next_group_and_is_told() -> None:
    draw = pair_field(field_of({1: 9, 2: 6, 3: 6, 4: 6, 5: 3, 6: 3}), seed=1)
    assert draw.pair_downs == ((1, 9, 6),)
    assert (draw.gap_cost, draw.bound, draw.proof) == (9, 9, "bound")
    assert draw.groups == ((9, 1), (6, 3), (3, 2))


def test_leaders_who_met_float_apart_and_the_cost_above_the_bound_is_told() -> None:
    draw = pair_field(field_of({1: 6, 2: 6, 3: 3, 4: 3, 5: 0, 6: 0}, met=[(1, 2)]), seed=1)
    assert {down[0] for down in draw.pair_downs} == {1, 2}
    assert (draw.gap_cost, draw.bound) == (18, 0)
    assert draw.proof != "bound"
    assert {1, 2} <= set(draw.examined)


def test_tables_run_from_the_highest_points_to_the_lowest() -> None:
    points = {entry: 3 * (entry % 5) for entry in range(40)}
    draw = pair_field(field_of(points), seed=3)
    order = [(points[left], points[right]) for left, right in draw.pairs]
    assert order == sorted(order, reverse=True)
    assert all(left >= right for left, right in order)


def test_players_who_left_are_ignored_in_the_histories() -> None:
    assert pair_field(field_of({1: 3, 2: 3}, met=[(1, 99), (99, 2), (98, 99)]), seed=1).rematches == ()


def test_another_seed_gives_another_round() -> None:
    field = field_of(dict.fromkeys(range(20), 0))
    assert len({pair_field(field, seed=seed).pairs for seed in range(10)}) == 10


def test_the_pairs_of_a_seed_stay_the_same_for_ever() -> None:
    """Printed pairings must be reproducible years later: a change here is a change of the published method."""
    points = {1: 6, 2: 6, 3: 6, 4: 3, 5: 3, 6: 3, 7: 0, 8: 0, 9: 0}
    draw = pair_field(field_of(points, met=[(1, 2), (2, 3), (4, 5), (5, 6), (4, 6)]), seed=20260714)
    assert (draw.pairs, draw.bye, draw.proof) == (((3, 6), (2, 4), (1, 5), (7, 9)), 8, "window")


def test_a_round_from_an_exact_matching_stays_the_same_too() -> None:
    """Cyclic histories that cause conflicts in every group, so that the whole field is matched exactly."""
    met = [(one, (one + step) % 31) for one in range(31) for step in (5, 10, 15)]
    field = field_of({entry: 3 * (entry % 5) for entry in range(31)}, met=met, had_bye=range(0, 31, 3))
    draw = pair_field(field, seed=1)
    assert (draw.bye, draw.proof) == (10, "field")
    assert sha256(repr(draw.pairs).encode()).hexdigest() == PAIRS_OF_SEED_1


PAIRS_OF_SEED_1 = "81abfae0fa0ad64d944dade0e6c3baadbc0d6677b4d626e5501cff62c582f1ff"


class TestFewestPairDowns:
    field = field_of({1: 9, 2: 6, 3: 6, 4: 3, 5: 3, 6: 0})

    def test_the_two_odd_players_meet_across_the_groups_between(self) -> None:
        draw = pair_field(self.field, seed=1, options=Options(fewest_pair_downs=True))
        assert met_in(draw) == matches((1, 6), (2, 3), (4, 5))
        assert draw.pair_downs == ((1, 9, 0),)

    def test_the_usual_objective_takes_three_short_steps_instead(self) -> None:
        assert [down[1] - down[2] for down in pair_field(self.field, seed=1).pair_downs] == [3, 3, 3]


class TestByStanding:
    points = {1: 9, 2: 9, 3: 9, 4: 6, 5: 6, 6: 3}

    def test_first_meets_second(self) -> None:
        draw = pair_field(field_of(self.points), seed=1, options=Options(by_standing=(3, 1, 2, 5, 4, 6)))
        assert draw.pairs == ((3, 1), (2, 5), (4, 6))
        assert draw.pair_downs == ((2, 9, 6), (4, 6, 3))

    def test_a_rematch_moves_the_nearest_players(self) -> None:
        options = Options(by_standing=(3, 1, 2, 5, 4, 6))
        draw = pair_field(field_of(self.points, met=[(1, 3)]), seed=1, options=options)
        assert met_in(draw) in (matches((3, 2), (1, 5), (4, 6)), matches((3, 5), (1, 2), (4, 6)))
        assert draw.gap_cost == 2**2 + 2**2 + 1

    def test_the_bye_goes_to_the_last_place_without_one(self) -> None:
        options = Options(by_standing=(1, 2, 3, 4, 5))
        draw = pair_field(field_of(dict.fromkeys(range(1, 6), 3), had_bye=[5]), seed=1, options=options)
        assert (draw.pairs, draw.bye, draw.bye_candidates) == (((1, 2), (3, 5)), 4, 1)

    def test_players_who_left_the_standing_leave_no_gap(self) -> None:
        options = Options(by_standing=(1, 50, 51, 2, 3, 4))
        assert pair_field(field_of(dict.fromkeys(range(1, 5), 3)), seed=1, options=options).gap_cost == 2

    def test_a_player_missing_in_the_standing_is_a_bug(self) -> None:
        with pytest.raises(ValueError, match="not in the standing"):
            pair_field(field_of({1: 0, 2: 0}), seed=1, options=Options(by_standing=(1,)))

    def test_fewest_pair_downs_has_no_meaning_here(self) -> None:
        with pytest.raises(ValueError, match="fewest_pair_downs"):
            Options(fewest_pair_downs=True, by_standing=(1, 2))


class TestForbidden:
    def test_a_rematch_is_better_than_a_forbidden_pair(self) -> None:
        field = field_of({1: 3, 2: 3, 3: 0, 4: 0}, met=[(1, 3), (1, 4)])
        draw = pair_field(field, seed=1, options=Options(forbidden=((1, 2),)))
        assert frozenset((1, 2)) not in met_in(draw)
        assert len(draw.rematches) == 1

    def test_what_cannot_be_kept_apart_is_refused(self) -> None:
        with pytest.raises(Refused) as refused:
            pair_field(field_of({1: 0, 2: 0}), seed=1, options=Options(forbidden=((2, 1),)))
        assert refused.value.code == "FORBIDDEN_PAIRS_UNAVOIDABLE"
        assert refused.value.facts == {"pairs": ((1, 2),)}


class TestAvoid:
    family = Options(avoid=((1, 2),))

    def test_a_family_is_kept_apart_at_no_cost(self) -> None:
        field = field_of(dict.fromkeys(range(1, 5), 0))
        draws = [pair_field(field, seed=seed, options=self.family) for seed in range(20)]
        assert not any(frozenset((1, 2)) in met_in(draw) for draw in draws)

    def test_but_never_by_a_worse_gap(self) -> None:
        draw = pair_field(field_of({1: 3, 2: 3, 3: 0, 4: 0}), seed=1, options=self.family)
        assert {frozenset(match) for match in draw.avoided} == matches((1, 2))
        assert draw.gap_cost == 0


class TestChance:
    """Seeds are fixed, so these tests cannot fail by bad luck. Bounds: about five standard deviations."""

    def test_the_bye_is_uniform_in_the_lowest_group(self) -> None:
        field = field_of({entry: 3 * (entry > 5) for entry in range(11)}, had_bye=[0])
        byes = Counter(pair_field(field, seed=seed).bye for seed in range(2000))
        assert set(byes) == {1, 2, 3, 4, 5}
        assert all(310 <= count <= 490 for count in byes.values())

    def test_the_bye_is_uniform_among_those_who_spare_a_rematch(self) -> None:
        """Player 1 has met everyone in the group except 5, who must therefore play; 2, 3 and 4 share the bye."""
        field = field_of({1: 3, 2: 0, 3: 0, 4: 0, 5: 0}, met=[(1, 2), (1, 3), (1, 4)])
        byes = Counter(pair_field(field, seed=seed).bye for seed in range(1200))
        assert set(byes) == {2, 3, 4}
        assert all(318 <= count <= 482 for count in byes.values())

    def test_opponents_are_uniform_in_a_group(self) -> None:
        field = field_of(dict.fromkeys(range(6), 3))
        rounds = Counter(frozenset(met_in(pair_field(field, seed=seed))) for seed in range(1500))
        assert len(rounds) == 15
        assert all(52 <= count <= 148 for count in rounds.values())
