"""The log of a draft: its file gives the same piles, a pack can be followed, an undo says what it requires."""

import json
from random import Random

import pytest

from core.engine.refused import Refused
from drafts.engine import Move, build_pick_move, build_undo_move, draft_files, draft_log, real_packs
from drafts.engine.draft_game import DraftGame
from drafts.engine.moves import LEAVINGS, SHARED
from drafts.engine.run import RunStep
from drafts.engine.run_after_leaving import DroppedSeat, steps_without_seats

KINDS = [("booster", 4, 2, 4), ("rochester", 3, 2, 4), ("solomon", 2, 2, 5)]


def begun(subtype: str, seats: int, packs: int, size: int, seed: int = 3) -> DraftGame:
    return real_packs.start_draft_of_unnamed_cards(
        subtype, seats, packs_each=packs, pack_size=size, seed=seed
    )


def piles_of(draft: DraftGame) -> dict[int, int]:
    """Return each drafted card with the seat that has it."""
    return {card.number: seat for seat, cards in draft.pools.items() for card in cards}


def some_move(draft: DraftGame, chance: Random) -> Move:
    """Return any move that is currently possible, including moves of judges."""
    seat = chance.choice(draft.to_act)
    odd = chance.random()
    done = draft_log.moves_not_undone(draft.moves)
    if odd < 0.1 and done:
        return build_undo_move(chance.choice(done))
    if odd < 0.14:
        return Move(chance.choice(["short", "extra"]), chance.randint(0, draft.seats))
    if odd < 0.16:
        return Move("leave", chance.randint(1, draft.seats), way=chance.choice(LEAVINGS))
    move = chance.choice(draft.options(seat))
    if move.card is None:
        return move
    return build_pick_move(seat, move.card, f"Card {chance.randint(1, 30)}")


def by_chance(subtype: str, seats: int, packs: int, size: int, seed: int, most: int = 200) -> DraftGame:
    draft, chance = begun(subtype, seats, packs, size, seed), Random(seed)
    for _turn in range(most):
        if draft.over:
            break
        try:
            draft = draft.play(some_move(draft, chance))
        except Refused:
            continue
    return draft


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
@pytest.mark.parametrize("seed", range(12))
def test_the_file_of_any_log_gives_the_same_piles(kind: tuple[str, int, int, int], seed: int) -> None:
    subtype, _seats, packs, size = kind
    draft = by_chance(*kind, seed=seed)
    data = draft_files.unplayed_draft_data(
        draft, subtype=subtype, packs_each=packs, pack_size=size, seed=seed, first=None
    )
    read = json.loads(json.dumps(data))
    assert draft_files.replay_draft_file(read).state == draft.state
    assert draft_files.states_true_piles(read)
    read["piles"]["1"] = ["Another card", *read["piles"]["1"]]
    assert not draft_files.states_true_piles(read)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
@pytest.mark.parametrize("seed", range(12))
def test_what_an_undo_asks_for_is_enough_and_not_too_much(kind: tuple[str, int, int, int], seed: int) -> None:
    draft, chance = by_chance(*kind, seed=seed), Random(seed)
    of = chance.choice(draft_log.moves_not_undone(draft.moves))
    needed = draft_log.undos_needed(draft, of)
    assert needed[-1] == of
    assert list(needed[:-1]) == sorted(needed[:-1], reverse=True)
    for at in needed[:-1]:
        with pytest.raises(Refused):
            draft.play(build_undo_move(of))
        draft = draft.play(build_undo_move(at))
    assert of not in draft_log.moves_not_undone(draft.play(build_undo_move(of)).moves)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
@pytest.mark.parametrize("seed", range(6))
def test_every_card_drafted_stands_in_one_line_that_holds(kind: tuple[str, int, int, int], seed: int) -> None:
    draft = by_chance(*kind, seed=seed)
    states = draft_log.games_after_moves(draft.procedure, draft.moves)
    found = draft_log.log_lines(states)
    picked = {line.card.number: line.move.seat for line in found if line.card and line.back is None}
    given = {
        number: 3 - line.move.seat
        for line in found
        if line.move.way in SHARED and line.back is None
        for number in piles_of(states[line.at + 1]).keys() - piles_of(states[line.at]).keys()
    }
    assert picked | given == piles_of(draft)
    assert not picked.keys() & given.keys()
    assert all(line.since is not None and line.since < line.at for line in found if line.move.kind == "pick")


def test_a_stack_that_was_opened_by_the_wrong_player_is_opened_by_the_other() -> None:
    draft = begun("solomon", 2, 2, 4)
    for move in (
        Move("open", 1),
        build_undo_move(0),
        Move("open", 2),
        build_pick_move(2, draft.procedure.openings[0][0][0], "A"),
    ):
        draft = real_packs.game_after_move(draft, move)
    assert draft_log.games_after_moves(draft.procedure, draft.moves)[-1].state == draft.state
    data = draft_files.unplayed_draft_data(
        draft, subtype="solomon", packs_each=2, pack_size=4, seed=3, first=2
    )
    assert draft_files.states_true_piles(data)


def test_a_pack_goes_from_hand_to_hand_and_each_stop_is_told() -> None:
    draft = begun("booster", 3, 1, 3).play(Move("open"))
    while not draft.over:
        seat = draft.to_act[0]
        draft = draft.play(build_pick_move(seat, draft.state.hand(seat)[0], f"by {seat}"))
    holders = draft_log.secret_pack_route(draft, 0)
    assert [(stop.seat, stop.cards) for stop in holders] == [(1, 3), (2, 2), (3, 1)]
    assert [draft.moves[stop.at].names[0] for stop in holders if stop.at is not None] == [
        "by 1",
        "by 2",
        "by 3",
    ]
    assert draft_log.pack_opening(draft.procedure, 2) == (1, 3)


def test_the_way_of_a_pack_knows_nothing_of_what_was_undone() -> None:
    draft = begun("booster", 2, 1, 2).play(Move("open"))
    draft = (
        draft.play(build_pick_move(1, 0, "wrong"))
        .play(build_undo_move(1))
        .play(build_pick_move(1, 0, "right"))
    )
    assert [stop.at for stop in draft_log.secret_pack_route(draft, 0)] == [3]


def test_the_seconds_of_a_pick_begin_with_the_pass_or_with_its_undo() -> None:
    draft = begun("booster", 2, 1, 2).play(Move("open"))
    draft = (
        draft.play(build_pick_move(1, 0, "a"))
        .play(build_pick_move(2, 2, "b"))
        .play(build_pick_move(1, 3, "c"))
    )
    draft = draft.play(build_undo_move(3)).play(build_pick_move(1, 3, "d"))
    found = draft_log.log_lines(draft_log.games_after_moves(draft.procedure, draft.moves))
    assert [line.since for line in found] == [None, 0, 0, 2, None, 4]
    assert [line.back for line in found] == [None, None, None, 4, None, None]


def test_the_owner_of_a_pack_is_who_opened_it_in_secret() -> None:
    """Seat by seat, opening by opening; there is no owner if packs lie face up, or if the pack does not exist."""
    draft = begun("booster", 3, 2, 4)
    packs = [inside[0].pack for opening in draft.procedure.openings for inside in opening]
    places = [(opening, seat) for opening in (1, 2) for seat in (1, 2, 3)]
    assert [draft_log.pack_opening(draft.procedure, pack) for pack in packs] == places
    assert draft_log.pack_opening(draft.procedure, max(packs) + 1) == (0, 0)
    assert draft_log.pack_opening(begun("rochester", 3, 2, 4).procedure, packs[0]) == (0, 0)


def test_a_secret_pick_has_a_name_for_its_seat_alone() -> None:
    after = begun("booster", 2, 1, 2).play(Move("open")).play(build_pick_move(1, 0, "Mew"))
    assert draft_log.visible_card_name(after, 0) == ""
    assert draft_log.visible_card_name(after, 0, seat=2) == ""
    assert draft_log.visible_card_name(after, 0, seat=1) == "Mew"


@pytest.mark.parametrize(
    "change",
    [
        {"what": "a deck"},
        {"version": 2},
        {"subtype": "sealed"},
        {"seats": 900},
        {"seats": True},
        {"seats": "4"},
        {"packs_each": -1},
        {"pack_size": 10**9},
        {"first": 3},
        {"moves": None},
        {"moves": [7]},
        {"moves": [{"kind": "win"}]},
        {"moves": [{"kind": "open", "names": [3]}]},
        {"moves": [{"kind": "open", "way": "fly"}]},
        {"moves": [{"kind": "open", "seat": -1}]},
        {"moves": [{"kind": "pick", "seat": 1, "card": 0}]},
    ],
)
def test_a_file_that_tells_nonsense_is_refused(change: dict[str, object]) -> None:
    data = draft_files.unplayed_draft_data(
        begun("booster", 4, 2, 4), subtype="booster", packs_each=2, pack_size=4, seed=3, first=None
    )
    with pytest.raises(Refused):
        draft_files.replay_draft_file(data | change)


@pytest.mark.parametrize("data", [None, [], "x", 3, {}])
def test_what_is_no_file_is_refused(data: object) -> None:
    with pytest.raises(Refused):
        draft_files.replay_draft_file(data)


def rochester() -> tuple[RunStep, ...]:
    """Start a draft with three seats and two openings of four cards each."""
    steps = [RunStep("SEATS")]
    for opening, order in ((1, (1, 2, 3, 3)), (2, (2, 3, 1, 1))):
        steps.append(RunStep("OPEN_TWO", opening, 2, seat=order[0]))
        steps += [
            RunStep("PICK_ONE", opening, 2, turn, 4, seat, order) for turn, seat in enumerate(order, start=1)
        ]
        steps.append(RunStep("REARRANGE", opening, 2))
    return (*steps, RunStep("BUILD"))


def picks(steps: tuple[RunStep, ...]) -> list[list[int]]:
    return [
        [step.seat for step in steps if step.code == "PICK_ONE" and step.opening == opening]
        for opening in (1, 2)
    ]


def test_on_paper_turns_pass_over_a_seat_and_its_packs_stay_closed() -> None:
    assert steps_without_seats("rochester", 3, rochester(), ()) == rochester()
    assert picks(steps_without_seats("rochester", 3, rochester(), [DroppedSeat(2, 3)])) == [[1, 3, 3, 1], []]
    assert picks(steps_without_seats("rochester", 3, rochester(), [DroppedSeat(3, 4)])) == [
        [1, 2, 2, 1],
        [2, 1, 1, 2],
    ]
    assert picks(steps_without_seats("rochester", 3, rochester(), [DroppedSeat(3, 5)])) == [
        [1, 2, 3, 2],
        [2, 1, 1, 2],
    ]


def test_on_paper_what_was_done_stays() -> None:
    for at in range(len(rochester())):
        found = steps_without_seats("rochester", 3, rochester(), [DroppedSeat(2, at)])
        assert [(step.code, step.seat) for step in found[:at]] == [
            (step.code, step.seat) for step in rochester()[:at]
        ]
        assert found[-1].code == "BUILD"


def test_with_nobody_left_nothing_more_is_picked() -> None:
    assert picks(
        steps_without_seats("rochester", 3, rochester(), [DroppedSeat(seat, 3) for seat in (1, 2, 3)])
    ) == [
        [1],
        [],
    ]


def test_a_pair_ends_with_one_player() -> None:
    steps = (RunStep("STACK"), RunStep("COIN"), *(RunStep("GROUP", at) for at in (1, 2, 3)), RunStep("BUILD"))
    assert [one.code for one in steps_without_seats("solomon", 2, steps, [DroppedSeat(1, 3)])] == [
        "STACK",
        "COIN",
        "GROUP",
        "BUILD",
    ]
    assert steps_without_seats("booster", 2, steps, [DroppedSeat(1, 3)]) == steps
