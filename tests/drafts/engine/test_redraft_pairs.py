"""R-095: in a redraft, everyone meets another opponent than in earlier drafts, if possible."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.engine.pods import PAIR, redraft_pairs
from tests import build

Pairs = list[tuple[int, int]]


def matchings(ids: list[int]) -> list[Pairs]:
    """Yield every way to pair a field."""
    if not ids:
        return [[]]
    first, *rest = ids
    return [
        [(first, other), *more] for other in rest for more in matchings([one for one in rest if one != other])
    ]


FIELDS = st.integers(1, 4).map(lambda pairs: list(range(100, 100 + PAIR * pairs)))


@given(FIELDS, st.integers(0, 5), st.integers(0, 2**40), st.data())
def test_as_few_meet_again_as_there_can_be(ids: list[int], drafts: int, seed: int, data: st.DataObject):
    earlier = [pair for _ in range(drafts) for pair in data.draw(st.sampled_from(matchings(ids)))]
    found = redraft_pairs(ids, earlier, seed=seed)
    met = {frozenset(pair) for pair in earlier}
    assert sorted(one for pair in found.pairs for one in pair) == ids
    assert found.again == tuple(pair for pair in found.pairs if frozenset(pair) in met)
    least = min(sum(frozenset(pair) in met for pair in every) for every in matchings(ids))
    assert len(found.again) == least


@given(st.integers(2, 60), st.integers(0, 2**40), st.integers(0, 2**40))
def test_one_earlier_draft_never_stands_in_the_way_of_four_or_more(pairs: int, first: int, second: int):
    ids = list(range(PAIR * pairs))
    earlier = redraft_pairs(ids, [], seed=first).pairs
    assert not redraft_pairs(ids, earlier, seed=second).again


@given(st.integers(1, 30), st.integers(0, 2**40))
def test_the_same_seed_draws_the_same(pairs: int, seed: int):
    ids = list(range(PAIR * pairs))
    earlier = list(zip(ids[::2], ids[1::2], strict=True))
    assert redraft_pairs(ids, earlier, seed=seed) == redraft_pairs(ids[::-1], earlier, seed=seed)


def test_other_seeds_draw_others():
    drawn = {redraft_pairs(range(8), [(0, 1)], seed=seed).pairs for seed in range(20)}
    assert len(drawn) > 10


def test_two_players_cannot_but_meet_again_and_it_says_so():
    found = redraft_pairs([7, 9], [(9, 7)], seed=1)
    assert sorted(found.pairs[0]) == [7, 9]
    assert found.again == found.pairs


def test_four_players_have_three_drafts_against_others_and_no_fourth():
    drafts: Pairs = []
    for seed in range(3):
        found = redraft_pairs([1, 2, 3, 4], drafts, seed=seed)
        assert not found.again
        drafts += [(a, b) for a, b in found.pairs]
    assert {frozenset(pair) for pair in drafts} == {frozenset(pair) for pair in combinations(range(1, 5), 2)}
    assert len(redraft_pairs([1, 2, 3, 4], drafts, seed=9).again) == 2


def test_who_left_since_is_no_matter():
    assert redraft_pairs([1, 2, 3, 4], [(1, 8), (2, 9)], seed=1).again == ()


@pytest.mark.parametrize("players", [1, 3, 7])
def test_an_odd_field_is_refused_with_what_comes_next_to_it(players: int):
    refused = build.refusal(redraft_pairs, range(players), [], seed=1)
    assert (refused.code, refused.facts["even"]) == ("ODD_PLAYERS", players - 1)
