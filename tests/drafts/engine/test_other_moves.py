"""Real packs: names come with the picks, packs are short or long, players leave; every card still has one owner."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.refused import Refused
from drafts.engine import DraftGame, Move, build_pick_move, build_undo_move, real_packs, replay_moves
from drafts.engine.moves import LEAVINGS, Leaving

SEEDS = st.integers(0, 2**32)


def opened(subtype: str, seats: int, *, each: int = 2, size: int = 4) -> DraftGame:
    draft = real_packs.start_draft_of_unnamed_cards(subtype, seats, packs_each=each, pack_size=size, seed=7)
    return draft.play(Move("open", draft.to_act[0]))


def picking(draft: DraftGame, seat: int, name: str) -> DraftGame:
    return draft.play(build_pick_move(seat, draft.procedure.cards_to_pick_from(draft.state, seat)[0], name))


def refused(draft: DraftGame, move: Move) -> str:
    with pytest.raises(Refused) as found:
        draft.play(move)
    return found.value.code


def names(draft: DraftGame, seat: int) -> list[str]:
    return [card.name for card in draft.pools[seat]]


def test_a_card_gets_its_name_from_who_picks_it() -> None:
    draft = picking(opened("booster", 4), 1, " Pikachu  ")
    assert names(draft, 1) == ["Pikachu"]
    assert draft.view(2).seen == draft.state.hand(2)
    assert all(card.name == "" for card in draft.view(2).hand)


def test_a_pick_says_which_card() -> None:
    draft = opened("booster", 4)
    card = draft.state.hand(1)[0].number
    assert refused(draft, build_pick_move(1, card)) == "CARD_UNNAMED"
    assert refused(draft, build_pick_move(1, card, "   ")) == "CARD_UNNAMED"


def test_nobody_names_the_cards_of_a_secret_pack() -> None:
    draft = real_packs.start_draft_of_unnamed_cards("booster", 4, packs_each=1, pack_size=3, seed=1)
    assert refused(draft, Move("open", 0, names=("Pikachu",))) == "NAMES_NOT_WANTED"


def test_cards_face_up_are_named_as_they_are_opened() -> None:
    draft = real_packs.start_draft_of_unnamed_cards("rochester", 2, packs_each=2, pack_size=2, seed=1)
    draft = draft.play(Move("open", 1, names=("Eevee", "", "Mew")))
    assert [card.name for card in draft.state.table] == ["Eevee", "", "Mew", ""]
    assert refused(draft, build_pick_move(1, draft.state.table[0], "Mew")) == "CARD_NOT_OFFERED"
    draft = draft.play(Move("rename", 2, draft.state.table[1].number, names=("Onix",)))
    draft = draft.play(build_pick_move(1, draft.state.table[1]))
    assert names(draft, 1) == ["Onix"]
    too_many = real_packs.start_draft_of_unnamed_cards("rochester", 2, packs_each=2, pack_size=2, seed=1)
    assert refused(too_many, Move("open", 1, names=("A",) * 5)) == "NAMES_NOT_WANTED"


def test_a_wrong_name_is_put_right_by_its_owner_or_the_staff_alone() -> None:
    draft = picking(opened("booster", 4), 1, "Pikachu")
    card = draft.pools[1][0].number
    assert refused(draft, Move("rename", 2, card, names=("Raichu",))) == "CARD_NOT_YOURS"
    assert refused(draft, Move("rename", 1, card, names=(" ",))) == "CARD_UNNAMED"
    assert names(draft.play(Move("rename", 1, card, names=("Raichu",))), 1) == ["Raichu"]
    assert names(draft.play(Move("rename", 0, card, names=("Raichu",))), 1) == ["Raichu"]


def test_a_short_pack_ends_a_pick_early_for_one_player() -> None:
    draft = opened("booster", 3, each=1, size=2).play(Move("short", 2))
    for seat in (1, 2, 3):
        draft = picking(draft, seat, f"first of {seat}")
    assert draft.to_act == (1, 2)
    assert [len(draft.pools[seat]) for seat in (1, 2, 3)] == [1, 1, 1]
    draft = picking(picking(draft, 1, "a"), 2, "b")
    assert draft.over


def test_a_card_too_many_is_one_pick_more() -> None:
    draft = opened("booster", 2, each=1, size=1).play(Move("extra", 1))
    draft = picking(picking(draft, 1, "a"), 2, "b")
    assert draft.to_act == (2,)
    assert picking(draft, 2, "c").over


def test_no_pack_no_missing_card() -> None:
    draft = real_packs.start_draft_of_unnamed_cards("booster", 2, packs_each=1, pack_size=1, seed=1)
    assert refused(draft, Move("short", 1)) == "PACK_NOT_THERE"
    assert refused(draft, Move("short", 9)) == "NOT_YOUR_MOVE"


def test_a_player_leaves_a_booster_and_the_packs_pass_by_the_seat() -> None:
    draft = opened("booster", 4, each=2, size=3)
    for seat in (1, 2, 4):
        draft = picking(draft, seat, "x")
    assert draft.to_act == (3,)
    held = {seat: draft.state.hand(seat) for seat in (1, 2, 4)}
    draft = draft.play(Move("leave", 3, way="skip"))
    assert draft.to_act == (1, 2, 4)
    assert draft.state.hand(4) == held[2]
    assert draft.state.hand(1) == held[4]
    assert refused(draft, Move("leave", 3, way="skip")) == "SEAT_NOT_FOUND"


def test_somebody_picks_at_random_for_who_left() -> None:
    draft = opened("booster", 3).play(Move("leave", 3, way="random"))
    assert draft.to_act == (1, 2, 3)
    card = real_packs.draw_random_card(draft, 3, seed=5)
    assert card == real_packs.draw_random_card(draft, 3, seed=5)
    draft = draft.play(build_pick_move(3, card))
    assert names(draft, 3) == [""]


def test_in_rochester_the_snake_passes_over_who_left() -> None:
    draft = opened("rochester", 3, each=2, size=3)
    draft = picking(draft, 1, "a").play(Move("leave", 2, way="skip"))
    order = []
    while not draft.state.idle:
        order.append(draft.to_act[0])
        draft = picking(draft, draft.to_act[0], "x")
    assert order == [3, 3, 1, 1, 3]
    assert draft.to_act == (3,), "the two packs of seat 2 stay closed"


def test_a_pair_ends_where_one_of_the_two_leaves() -> None:
    draft = opened("solomon", 2).play(Move("leave", 2, way="skip"))
    assert draft.over
    assert draft.pools == {1: (), 2: ()}


@pytest.mark.parametrize(("leaving", "cards"), [("skip", 1), ("half", 8), ("rest", 16)])
def test_a_judge_says_what_becomes_of_the_rest_of_a_stack(leaving: Leaving, cards: int) -> None:
    """R-094 does not say: set aside, dealt up to half of all 16 cards, or given to the player who stays."""
    draft = opened("solomon", 2)
    stays = draft.to_act[0]
    draft = picking(draft, stays, "a")
    face_up = draft.state.table
    leaver = 3 - stays
    after = draft.play(Move("leave", leaver, way=leaving))
    assert after.over
    assert (len(after.pools[stays]), len(after.pools[leaver])) == (cards, 0)
    if leaving != "skip":
        assert after.pools[stays][1:4] == face_up, "the cards face up come first"
    assert after.play(build_undo_move(2)).state == draft.state


def test_who_has_half_of_a_stack_already_gets_no_more_of_it() -> None:
    draft = opened("solomon", 2, each=1, size=1)
    stays = draft.to_act[0]
    after = picking(draft, stays, "a").play(Move("leave", 3 - stays, way="half"))
    assert len(after.pools[stays]) == 1


def test_only_a_stack_of_both_is_given_away() -> None:
    for subtype in ("booster", "rochester"):
        assert refused(opened(subtype, 2), Move("leave", 1, way="rest")) == "LEAVING_UNKNOWN"
    over = opened("solomon", 2).play(Move("leave", 2, way="skip"))
    assert refused(over, Move("leave", 1, way="half")) == "LEAVING_UNKNOWN"


@pytest.mark.parametrize("leaving", ["", "home"])
def test_how_the_draft_goes_on_is_the_judges_word(leaving: str) -> None:
    move = Move("leave", 1, way=leaving)  # type: ignore[arg-type]
    assert refused(opened("booster", 3), move) == "LEAVING_UNKNOWN"


def test_leaving_is_undone_while_nothing_was_built_upon_it() -> None:
    draft = opened("booster", 3).play(Move("leave", 3, way="skip"))
    back = draft.play(build_undo_move(1))
    assert back.to_act == (1, 2, 3)


@pytest.mark.parametrize(("each", "size"), [(0, 10), (3, 0)])
def test_real_packs_have_a_size(each: int, size: int) -> None:
    with pytest.raises(Refused) as found:
        real_packs.start_draft_of_unnamed_cards("booster", 4, packs_each=each, pack_size=size, seed=1)
    assert found.value.code == "PACKS_NOT_NAMED"


@settings(deadline=None)
@given(st.sampled_from(real_packs.TRACKED), st.integers(2, 8), SEEDS, st.integers(0, 3))
def test_whatever_happens_every_card_has_one_owner(subtype: str, seats: int, seed: int, odd: int) -> None:
    """Random moves of every kind: card numbers stay unique, the log replays to the state, no unknown seat acts."""
    chance = Random(seed)
    seats = 2 if subtype == "solomon" else seats
    draft = real_packs.start_draft_of_unnamed_cards(
        subtype, seats, packs_each=2, pack_size=chance.randint(1, 5), seed=seed
    )
    for turn in range(400):
        if draft.over:
            break
        draft = _odd(draft, chance) if chance.randint(0, 9) < odd else _usual(draft, chance, turn)
    state = draft.state
    lying = [*state.table, *(card for hand in (state.hands or {}).values() for card in hand)]
    owned = [card.number for pile in draft.pools.values() for card in pile]
    assert len({*owned, *(card.number for card in lying)}) == len(owned) + len(lying)
    assert not set(draft.to_act) & state.dropped
    assert replay_moves(draft.procedure, draft.moves) == draft
    for seat in range(1, draft.seats + 1):
        if not draft.procedure.may_see_pile(seat, 1 + seat % draft.seats):
            others = {card.number for card in draft.pools[1 + seat % draft.seats]}
            assert not others & {card.number for card in draft.view(seat).seen}


def _usual(draft: DraftGame, chance: Random, turn: int) -> DraftGame:
    seat = chance.choice(draft.to_act)
    if draft.state.idle:
        return draft.play(Move("open", seat))
    card = chance.choice(draft.procedure.cards_to_pick_from(draft.state, seat))
    return draft.play(build_pick_move(seat, card, card.name or f"card {turn}"))


def _odd(draft: DraftGame, chance: Random) -> DraftGame:
    seat = chance.randint(0, draft.seats)
    kind = chance.choice(["short", "extra", "leave", "rename", "undo_move"])
    of = chance.randrange(len(draft.moves)) if draft.moves else 0
    card = chance.choice(draft.pools[seat]).number if seat and draft.pools[seat] else 0
    moves = {
        "leave": Move("leave", seat, way=chance.choice(LEAVINGS)),
        "rename": Move("rename", seat, card, names=("another",)),
        "undo_move": build_undo_move(of),
    }
    try:
        return draft.play(moves.get(kind) or Move(kind, seat))  # type: ignore[arg-type]
    except Refused:
        return draft
