"""Drafts played to the end at random: any pick leaves the rules satisfied."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.refused import Refused
from drafts.engine import STAFF, DraftGame, Move, build_undo_move, replay_moves
from drafts.engine.procedures import booster, rochester, solomon
from tests.drafts.engine.tables import packs, played, started, step

SEEDS = st.integers(0, 2**32)


@st.composite
def drafts(draw: st.DrawFn) -> DraftGame:
    """Generate drafts of any format, at any table that the rules allow, with packs of any size."""
    subtype = draw(st.sampled_from(["sealed", "booster", "rochester", "solomon"]))
    seats = {"sealed": st.integers(2, 64), "solomon": st.just(2)}.get(subtype, st.integers(2, 8))
    number = draw(seats)
    each = draw(st.sampled_from([2, 4])) if subtype == "rochester" else draw(st.integers(1, 4))
    size = st.integers(1, 12)
    sizes = draw(st.lists(size, min_size=number * each, max_size=number * each))
    return started(subtype, number, sizes, seed=draw(SEEDS))


@st.composite
def even_drafts(draw: st.DrawFn) -> DraftGame:
    """Generate drafts whose packs are all of the same size."""
    subtype = draw(st.sampled_from(["sealed", "booster", "rochester"]))
    number = draw(st.integers(2, 64 if subtype == "sealed" else 8))
    each, size = draw(st.sampled_from([2, 4])), draw(st.integers(1, 15))
    return started(subtype, number, [size] * (number * each))


def cards(draft: DraftGame) -> list[int]:
    return sorted(card.number for group in draft.procedure.openings for pack in group for card in pack)


@settings(deadline=None)
@given(drafts(), SEEDS)
def test_every_card_goes_to_exactly_one_player(draft: DraftGame, seed: int) -> None:
    over = played(draft, Random(seed))
    assert over.over
    assert sorted(card.number for pile in over.pools.values() for card in pile) == cards(draft)
    assert over.to_act == ()
    assert all(over.options(seat) == () for seat in range(over.seats + 1))


@settings(deadline=None)
@given(even_drafts(), SEEDS)
def test_equal_packs_give_equal_pools(draft: DraftGame, seed: int) -> None:
    sizes = {len(pile) for pile in played(draft, Random(seed)).pools.values()}
    assert sizes == {len(cards(draft)) // draft.seats}


@settings(deadline=None)
@given(st.integers(1, 200), SEEDS)
def test_solomon_gives_halves_but_for_the_last_group(stack: int, seed: int) -> None:
    """S13: with a last group of 1 or 3 cards, one of the two players gets one card more."""
    over = played(solomon.start_solomon_draft(2, packs([stack, stack]), seed=seed, first=1), Random(seed))
    assert Counter(len(pile) for pile in over.pools.values()) == {stack: 2}
    odd = played(solomon.start_solomon_draft(2, packs([stack, stack + 1]), seed=seed, first=1), Random(seed))
    first, second = (len(odd.pools[seat]) for seat in (1, 2))
    assert abs(first - second) == 1


@settings(deadline=None)
@given(drafts(), SEEDS, st.integers(0, 400))
def test_replay_of_the_moves_is_the_state(draft: DraftGame, seed: int, moves: int) -> None:
    stopped = played(draft, Random(seed), moves)
    assert replay_moves(draft.procedure, stopped.moves) == stopped


@settings(deadline=None)
@given(drafts(), SEEDS, st.integers(0, 60))
def test_no_seat_sees_what_is_hidden(draft: DraftGame, seed: int, moves: int) -> None:
    chance = Random(seed)
    for _ in range(moves + 1):
        for seat in range(draft.seats + 1):
            _sees_no_more_than_the_rules_show(draft, seat)
        if draft.over:
            break
        draft = step(draft, chance)


def _sees_no_more_than_the_rules_show(draft: DraftGame, seat: int) -> None:
    """Check that a seat sees its pile, the face-up cards, and its pack while picking; in Rochester, every pile."""
    view, state = draft.view(seat), draft.state
    seen = {card.number for card in view.seen}
    own = {card.number for card in (*state.pile(seat), *state.hand(seat), *state.table)}
    if isinstance(draft.procedure, rochester.RochesterProcedure):
        own |= {card.number for pile in draft.pools.values() for card in pile}
    assert seen <= own
    if seat in draft.to_act and not state.idle:
        offered = {card.number for card in (*view.hand, *view.table)}
        assert offered == {move.card for move in draft.options(seat)}
    hidden = {
        card.number for group in draft.procedure.openings[state.opening :] for pack in group for card in pack
    }
    assert not seen & hidden
    if seat == STAFF and not isinstance(draft.procedure, rochester.RochesterProcedure):
        assert seen == {card.number for card in state.table}


@settings(deadline=None)
@given(drafts(), SEEDS, st.data())
def test_undoing_the_last_move_is_a_new_move(draft: DraftGame, seed: int, data: st.DataObject) -> None:
    whole = played(draft, Random(seed)).moves
    before = replay_moves(draft.procedure, whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert not before.over
    after = step(before, Random(seed))
    back = after.play(build_undo_move(len(after.moves) - 1))
    assert back.state == before.state
    assert back.moves == (*after.moves, build_undo_move(len(after.moves) - 1))
    assert replay_moves(draft.procedure, back.moves) == back
    assert played(back, Random(seed)).over


def test_only_what_nobody_built_upon_is_undone() -> None:
    draft = played(started("rochester", 4, [5] * 8), Random(1), 6)
    with pytest.raises(Refused) as built:
        draft.play(build_undo_move(2))
    assert built.value.code == "MOVE_BUILT_UPON"
    back = draft.play(build_undo_move(5))
    with pytest.raises(Refused) as refused:
        back.play(build_undo_move(5))
    assert refused.value.code == "MOVE_NOT_THERE"


def test_a_pick_of_this_step_is_undone_though_others_have_picked_too() -> None:
    draft = started("booster", 4, [5] * 4).play(Move("open"))
    for seat in (1, 2):
        draft = draft.play(draft.options(seat)[0])
    back = draft.play(build_undo_move(1))
    assert back.to_act == (1, 3, 4)
    assert len(back.state.hand(1)) == 5


@pytest.mark.parametrize(
    ("moves", "move", "code"),
    [
        (0, Move("open", 1), "NOT_YOUR_MOVE"),
        (0, Move("pick", 1, 0), "NOT_YOUR_MOVE"),
        (1, Move("pick", 1, 5), "CARD_NOT_OFFERED"),
        (1, Move("pick", 9, 0), "NOT_YOUR_MOVE"),
        (1, Move("open"), "NOT_YOUR_MOVE"),
        (1000, Move("pick", 1, 0), "DRAFT_OVER"),
    ],
)
def test_moves_that_are_refused(moves: int, move: Move, code: str) -> None:
    draft = played(started("booster", 4, [5] * 4), Random(3), moves)
    with pytest.raises(Refused) as refused:
        draft.play(move)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("subtype", "seats", "sizes", "code"),
    [
        ("booster", 11, [10] * 11, "POD_TOO_BIG"),
        ("booster", 4, [10] * 5, "PACKS_NOT_EVEN"),
        ("booster", 4, [10, 10, 10, 0], "PACKS_NOT_EVEN"),
        ("rochester", 8, [10] * 24, "ODD_PACKS_FOR_ROCHESTER"),
        ("solomon", 7, [10] * 7, "NOT_A_PAIR"),
        ("sealed", 1, [10], "TOO_FEW_TO_DRAFT"),
    ],
)
def test_tables_that_are_refused(subtype: str, seats: int, sizes: list[int], code: str) -> None:
    with pytest.raises(Refused) as refused:
        started(subtype, seats, sizes)
    assert refused.value.code == code


def test_packs_go_left_then_right() -> None:
    """R-092: what is left of the pack of seat 1 reaches seat 2 in the first round, seat 4 in the second."""
    draft = started("booster", 4, [3] * 8)
    for pack_round, neighbor in ((1, 2), (2, 4)):
        draft = draft.play(Move("open"))
        pack = {card.pack for card in draft.view(1).hand}
        for seat in range(1, 5):
            draft = draft.play(draft.options(seat)[0])
        assert {card.pack for card in draft.view(neighbor).hand} == pack
        assert booster.direction(pack_round) == (1 if neighbor == 2 else -1)
        while not draft.state.idle:
            draft = step(draft, Random(1))


@given(st.integers(2, 8), st.integers(1, 8), st.integers(1, 40), st.integers(1, 4))
def test_orders(seats: int, opener: int, picks: int, pack_round: int) -> None:
    opener = (opener - 1) % seats + 1
    round_table = booster.pick_order(seats, opener, pack_round, picks)
    assert round_table[0] == opener
    assert all((b - a) % seats == booster.direction(pack_round) % seats for a, b in pairwise(round_table))
    snake = rochester.snake_order(seats, opener, 4 * seats)
    assert snake == (*snake[:seats], *reversed(snake[:seats])) * 2


def test_the_seed_decides_stack_and_coin() -> None:
    one, other = (solomon.start_solomon_draft(2, packs([10] * 4), seed=seed) for seed in (1, 1))
    assert one == other
    assert {
        solomon.start_solomon_draft(2, packs([10] * 4), seed=seed).procedure.seat_that_opens(1)
        for seed in range(20)
    } == {
        1,
        2,
    }
    assert (
        solomon.start_solomon_draft(2, packs([10] * 4), seed=1).procedure
        != solomon.start_solomon_draft(2, packs([10] * 4), seed=2).procedure
    )
