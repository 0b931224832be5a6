"""Refusals of a draft with their facts, and the last card of a table, for which there is no choice."""

import pytest

from drafts.engine import Move, build_pick_move, build_undo_move
from drafts.engine.draft_plan import plan_draft
from drafts.engine.draft_setup import Setup
from drafts.engine.procedures import rochester
from tests.build import refusal
from tests.drafts.engine.tables import packs, started


@pytest.mark.parametrize(("each", "less", "more"), [(1, 0, 2), (3, 2, 4), (5, 4, 6)])
def test_r093_rochester_opens_packs_two_by_two(each: int, less: int, more: int) -> None:
    refused = refusal(rochester.start_rochester_draft, 2, packs([3] * (2 * each)))
    assert refused.code == "ODD_PACKS_FOR_ROCHESTER"
    assert refused.facts == {"packs_each": each, "less": less, "more": more}


def test_a_move_others_are_built_upon_is_undone_after_them() -> None:
    draft = started("rochester", 2, [2] * 4)
    for _ in range(4):
        draft = draft.play(draft.options(draft.to_act[0])[0])
    assert refusal(draft.play, build_undo_move(0)).facts == {"of": 0, "later": 3}
    assert refusal(draft.play, build_undo_move(9)).code == "MOVE_NOT_THERE"


def test_the_last_card_of_a_table_leaves_no_choice_while_others_come() -> None:
    draft = started("rochester", 2, [1] * 4)
    assert draft.forced is None
    draft = draft.play(Move("open", draft.to_act[0]))
    assert draft.forced is None
    draft = draft.play(draft.options(draft.to_act[0])[0])
    (seat,) = draft.to_act
    (left,) = draft.state.table
    assert draft.forced == build_pick_move(seat, left)


def test_somebody_ends_a_draft_with_its_very_last_card() -> None:
    draft = started("rochester", 2, [1] * 4)
    for _ in range(5):
        draft = draft.play(draft.options(draft.to_act[0])[0])
    assert (len(draft.state.table), draft.over, draft.forced) == (1, False, None)
    assert draft.play(draft.options(draft.to_act[0])[0]).over


def test_a_judge_picks_the_last_card_for_a_seat_that_picks_at_random() -> None:
    draft = started("rochester", 2, [1] * 4)
    draft = draft.play(Move("open", draft.to_act[0]))
    draft = draft.play(draft.options(draft.to_act[0])[0])
    (seat,) = draft.to_act
    assert draft.play(Move("leave", seat, way="random")).forced is None


def test_a_seat_that_picks_at_random_may_leave_and_nobody_leaves_twice() -> None:
    draft = started("booster", 3, [3] * 3).play(Move("open", 0))
    draft = draft.play(Move("leave", 2, way="random"))
    assert draft.state.at_random == {2}
    assert refusal(draft.play, Move("leave", 2, way="random")).code == "SEAT_NOT_FOUND"
    after = draft.play(Move("leave", 2, way="skip"))
    assert (after.state.dropped, after.state.at_random) == ({2}, frozenset())
    assert refusal(after.play, Move("leave", 2, way="skip")).code == "SEAT_NOT_FOUND"
    assert refusal(draft.play, Move("leave", 2, way="away")).code == "LEAVING_UNKNOWN"
    assert refusal(draft.play, Move("leave", 0, way="skip")).code == "LEAVING_UNKNOWN"


@pytest.mark.parametrize("way", ["skip", "half", "rest"])
def test_a_player_of_two_who_picks_at_random_may_leave_in_every_way(way: str) -> None:
    draft = started("solomon", 2, [4] * 4)
    draft = draft.play(Move("open", draft.to_act[0])).play(Move("leave", 1, way="random"))
    assert draft.play(Move("leave", 1, way=way)).state.dropped == {1}


def test_in_sealed_every_player_has_all_cards_of_their_packs_and_registers_them() -> None:
    found = plan_draft(Setup("sealed", players=5, packs_each=6, pack_size=10))
    (table,) = found.tables
    assert table.cards == dict.fromkeys(range(1, 6), 60)
    assert [(step.code, step.at, step.minutes) for step in found.steps] == [
        ("SEATING", 0, 10),
        ("REGISTER", 10, 20),
        ("BUILDING", 30, 30),
        ("ROUND_1", 60, 0),
    ]
    assert [bool(step.rule) for step in found.steps] == [False, False, True, False]


@pytest.mark.parametrize(
    ("subtype", "packs", "openers"), [("booster", 3, [0, 0, 0]), ("rochester", 2, [1, 2, 3, 4])]
)
def test_who_opens_r092_r093(subtype: str, packs: int, openers: list[int]) -> None:
    """In Booster everyone opens a pack at once, which is opener 0; in Rochester one seat after the other."""
    (table,) = plan_draft(Setup(subtype, players=4, packs_each=packs, pack_size=10)).tables
    assert [one.opener for one in table.openings] == openers
