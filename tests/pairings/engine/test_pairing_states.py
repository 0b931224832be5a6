"""The state of an event before a round, as other programs write it."""

import numpy as np
import pytest

from pairings.engine.pairing_states import build_pairing_answer, parse_pairing_state
from pairings.engine.swiss import pair_field
from tests.build import refusal


def state(*players: dict[str, object], **more: object) -> dict[str, object]:
    return {"players": [{"points": 0} | player for player in players]} | more


def test_what_a_program_leaves_out_has_its_usual_value() -> None:
    found = parse_pairing_state(state({"id": 7}, {"id": 9}))
    assert found.seed == 0
    assert (found.field.ids.tolist(), found.field.points.tolist()) == ([7, 9], [0, 0])
    assert found.field.byes.tolist() == [0, 0]
    assert found.field.met.shape == (0, 2)


def test_the_seed_is_taken_over() -> None:
    assert parse_pairing_state(state({"id": 7}, seed=20260714)).seed == 20260714


@pytest.mark.parametrize("seed", ["1", 1.0, True, None])
def test_a_seed_that_is_no_whole_number_is_refused(seed: object) -> None:
    refused = refusal(parse_pairing_state, state({"id": 7}, seed=seed))
    assert (refused.code, refused.facts) == ("STATE_WRONG", {"name": "seed", "value": seed})


def test_a_state_is_an_object_with_a_list_of_players() -> None:
    assert refusal(parse_pairing_state, []).code == "STATE_NOT_OBJECT"
    missing, wrong = refusal(parse_pairing_state, {}), refusal(parse_pairing_state, {"players": {}})
    assert (missing.code, missing.facts) == ("STATE_MISSING", {"name": "players"})
    assert (wrong.code, wrong.facts) == ("STATE_WRONG", {"name": "players", "value": {}})
    assert refusal(parse_pairing_state, {"players": [7]}).facts == {"name": "players", "value": 7}


@pytest.mark.parametrize(("player", "name"), [({"points": 3}, "id"), ({"id": 7}, "points")])
def test_a_player_has_an_id_and_points(player: dict[str, object], name: str) -> None:
    refused = refusal(parse_pairing_state, {"players": [player]})
    assert (refused.code, refused.facts) == ("STATE_MISSING", {"name": name})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", 1.5),
        ("id", True),
        ("id", 2**62),
        ("id", -(2**62)),
        ("points", "3"),
        ("points", 10_001),
        ("points", -10_001),
        ("had_bye", 1),
        ("byes", -1),
        ("byes", 1_001),
        ("byes", True),
        ("dropped", 0),
        ("opponents", "9"),
        ("opponents", [None]),
    ],
)
def test_what_a_player_cannot_have_is_refused_by_name(name: str, value: object) -> None:
    refused = refusal(parse_pairing_state, state({"id": 7} | {name: value}))
    assert (refused.code, refused.facts) == ("STATE_WRONG", {"name": name, "value": value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", 2**62 - 1),
        ("id", -(2**62) + 1),
        ("id", "Ana"),
        ("points", 10_000),
        ("points", -10_000),
        ("byes", 0),
        ("byes", 1_000),
        ("opponents", []),
        ("opponents", [9, "Bo"]),
    ],
)
def test_what_a_player_can_have_at_the_most_is_read(name: str, value: object) -> None:
    assert len(parse_pairing_state(state({"id": 7} | {name: value})).field.ids) == 1


def test_an_id_given_twice_is_refused() -> None:
    refused = refusal(parse_pairing_state, state({"id": 7}, {"id": 9}, {"id": 7}))
    assert (refused.code, refused.facts) == ("STATE_ID_TWICE", {"id": 7})


def test_byes_are_counted_and_one_that_is_only_named_is_one() -> None:
    given = state(
        {"id": 1, "byes": 2}, {"id": 2, "had_bye": True}, {"id": 3, "byes": 2, "had_bye": True}, {"id": 4}
    )
    assert parse_pairing_state(given).field.byes.tolist() == [2, 1, 2, 0]


def test_players_who_dropped_are_not_paired() -> None:
    assert parse_pairing_state(
        state({"id": 1}, {"id": 2, "dropped": True}, {"id": 3})
    ).field.ids.tolist() == [1, 3]


def meetings(*players: dict[str, object]) -> list[tuple[int, int, int]]:
    found = parse_pairing_state(state(*players)).field
    assert found.rounds is not None
    return sorted((*two, at) for two, at in zip(found.met.tolist(), found.rounds.tolist(), strict=True))


def test_a_match_is_as_late_as_the_one_with_more_opponents_can_have_played_it() -> None:
    """Player 3 came late, so the first opponent of player 3 is the second opponent of player 1."""
    assert meetings(
        {"id": 1, "opponents": [2, 3]}, {"id": 2, "opponents": [1]}, {"id": 3, "opponents": [1]}
    ) == [(1, 2, 1), (1, 3, 2)]


def test_each_match_of_two_players_counts_once() -> None:
    assert meetings({"id": 1, "opponents": [2, 3, 2]}, {"id": 2, "opponents": [1, 1]}, {"id": 3}) == [
        (1, 2, 1), (1, 2, 3), (1, 3, 2),
    ]  # fmt: skip


def test_a_match_that_only_one_of_the_two_names_counts() -> None:
    assert meetings({"id": 1, "opponents": [2]}, {"id": 2}) == [(1, 2, 1)]


def test_opponents_who_are_not_in_the_state_are_ignored() -> None:
    assert meetings({"id": 1, "opponents": [99]}, {"id": 2}) == []


def test_numbers_stay_and_where_an_id_is_a_text_all_are_numbered_numbers_first() -> None:
    assert parse_pairing_state(state({"id": 9}, {"id": 7})).ids == {9: 9, 7: 7}
    assert parse_pairing_state(state({"id": "Bo"}, {"id": "Ana"}, {"id": 9})).ids == {0: 9, 1: "Ana", 2: "Bo"}


def test_the_round_comes_in_the_ids_of_the_state() -> None:
    found = parse_pairing_state(state({"id": "Ana", "points": 3}, {"id": "Bo", "points": 3}, {"id": "Cy"}))
    drawn = build_pairing_answer(found, pair_field(found.field, seed=found.seed))
    assert {frozenset(two) for two in drawn["pairs"]} == {frozenset(("Ana", "Bo"))}  # type: ignore[attr-defined]
    assert drawn["bye"] == "Cy"


def test_an_even_field_has_no_bye() -> None:
    found = parse_pairing_state(state({"id": 0, "points": 6}, {"id": 1, "points": 3}))
    assert build_pairing_answer(found, pair_field(found.field, seed=1)) == {"pairs": [[0, 1]], "bye": None}
    assert found.field.ids.dtype == np.int64
