"""Every known draft case, and the interpretations listed with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.refused import Refused
from drafts.engine.cases import KINDS, answer_draft_case
from drafts.words.draft_words import setup_problem_text


def answered(kind: str, **given: Any) -> dict[str, Any]:
    return answer_draft_case({"kind": kind, "input": given}).values


def test_all_cases(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "draft_cases.json").read_text(encoding="utf-8"))["cases"]
    answers = [answer_draft_case(case) for case in cases]
    assert [one.case for one in answers if not one.agrees] == []
    assert len(answers) == 64


def test_every_refusal_of_the_cases_is_told(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "draft_cases.json").read_text(encoding="utf-8"))["cases"]
    for problem in (problem for case in cases for problem in answer_draft_case(case).problems):
        assert setup_problem_text(problem).endswith(".")
        assert problem.rule.startswith("R-")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"players": 11}, "PODS_NOT_EQUAL"),
        ({"players": 18, "pods": [9, 9]}, "POD_TOO_BIG"),
        ({"players": 9, "pods": [9]}, "POD_TOO_BIG"),
        ({"players": 17, "pods": [9, 8]}, "POD_TOO_BIG"),
        ({"players": 20, "pods": [9, 9]}, "POD_TOO_BIG"),
        ({"subtype": "rochester", "players": 12, "pods": [12]}, "POD_TOO_BIG"),
        ({"players": 16, "pods": [8, 8]}, None),
        ({"players": 15, "pods": [7, 8]}, "PODS_NOT_EQUAL"),
        ({"players": 16, "pods": [5, 5, 5]}, "PODS_MISS_PLAYERS"),
        ({"players": 1}, "TOO_FEW_TO_DRAFT"),
        ({"players": 15, "pods": [8, 7]}, "PODS_NOT_EQUAL"),
        ({"players": 15, "pods": [8, 7], "override": True}, None),  # S12 min4
        ({"players": 15, "pods": [8, 7], "override": True, "settings": {"S12": "strict"}}, "PODS_NOT_EQUAL"),
        ({"players": 18, "pods": [9, 9], "override": True}, "POD_TOO_BIG"),
        ({"players": 17, "pods": [9, 8], "override": True}, "POD_TOO_BIG"),
        ({"basic_energy_announced_before": False}, "ENERGY_ANNOUNCEMENT_MISSING"),
        ({"subtype": "sealed", "basic_energy_announced_before": False}, "ENERGY_ANNOUNCEMENT_MISSING"),
        ({"subtype": "solomon", "basic_energy_announced_at_event": False}, "ENERGY_ANNOUNCEMENT_MISSING"),
        ({"basic_energy_announced_before": True, "basic_energy_announced_at_event": True}, None),
        ({"basic_energy_announced_before": None}, None),
        ({"players": 9, "pods": [3, 3, 3]}, None),
        ({"subtype": "rochester", "players": 8, "packs_each": 4}, None),
        ({"subtype": "rochester", "packs_each": 1}, "ODD_PACKS_FOR_ROCHESTER"),
        ({"subtype": "solomon", "players": 7}, "ODD_PLAYERS"),
        ({"subtype": "solomon", "players": 8}, None),
        ({"subtype": "sealed", "players": 11}, None),
        ({"boosters": ["EVO", "GRI"]}, "POOL_MIXED_EXPANSIONS"),
        ({"boosters": ["EVO", "GRI"], "override_reason": "No more EVO"}, None),
        ({"subtype": "solomon", "redraft_round": 3, "announced_before_event": True}, None),
        ({"subtype": "booster", "redraft_round": 3, "announced_before_event": True}, "REDRAFT_NOT_OFFERED"),
        ({"subtype": "solomon", "cooperative": True, "announced_before_draft": True}, None),
        ({"subtype": "rochester", "format": "unlimited"}, None),
        ({"subtype": "solomon", "format": "unlimited", "settings": {"S20": "refuse"}}, "SUBTYPE_NOT_OFFERED"),
        ({"subtype": "winston"}, "SUBTYPE_NOT_OFFERED"),
        ({"subtype": "sealed", "style": "constructed"}, "SUBTYPE_NOT_OFFERED"),
    ],
)
def test_setups(given: dict[str, Any], expected: str | None) -> None:
    found = answered("setup", **{"subtype": "booster", **given})
    assert found["valid"] is (expected is None)
    assert found.get("error") == expected


@pytest.mark.parametrize("players", [9, 10, 11, 16, 40])
@pytest.mark.parametrize("kind", ["booster_order", "rochester_order"])
def test_r091_one_circle_has_at_most_eight(kind: str, players: int) -> None:
    assert answered(kind, players=players, pack_size=10, packs_each=2)["error"] == "POD_TOO_BIG"


REDRAFT = {"format": "standard", "style": "limited", "subtype": "solomon", "redraft_round": 3}


def test_r095_after_an_announced_redraft_players_keep_all_cards() -> None:
    assert answered("setup", **REDRAFT, announced_before_event=True) == {
        "valid": True,
        "players_keep_cards": True,
    }
    assert answered("setup", **REDRAFT, announced_before_event=False) == {
        "valid": False,
        "error": "REDRAFT_NOT_ANNOUNCED",
    }
    assert "players_keep_cards" not in answered("setup", subtype="solomon")
    table = {"players": 4, "packs_each": 4, "pack_size": 10}
    assert answered("plan", **REDRAFT, **table, announced_before_event=True)["players_keep_cards"] is True


def test_r092_a_pick_is_final_once_placed() -> None:
    swap = {"action": "booster_swap_pick"}
    assert answered("action", **swap, after_placed=True) == {"allowed": False, "error": "PICK_FINAL"}
    assert answered("action", **swap) == {"allowed": False, "error": "PICK_FINAL"}
    assert answered("action", **swap, after_placed=False) == {"allowed": True}


BUILT = "after deck building, before round 1"


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ({"phase": BUILT, "list_handed_in": True, "by": "player", "settings": {"S5": "free"}}, True),
        ({"phase": BUILT, "list_handed_in": True, "by": "staff", "settings": {"S5": "never"}}, False),
        ({"phase": BUILT, "list_handed_in": False, "by": "player"}, True),
        ({"phase": "deck building, minute 20 of 30", "list_handed_in": True, "by": "player"}, False),
        ({"phase": "deck building, minute 31 of 30", "list_handed_in": False, "by": "player"}, False),
        ({"phase": "during round 2", "list_handed_in": True, "by": "staff"}, False),
        ({"phase": "after round 1 has started", "list_handed_in": False, "by": "player"}, False),
    ],
)
def test_changes_of_a_deck(given: dict[str, Any], allowed: bool) -> None:
    assert answered("action", action="change_deck", **given)["allowed"] is allowed


@pytest.mark.parametrize(
    ("round_", "redraft", "allowed"),
    [
        (3, {"subtype": "solomon", "round": 3, "announced_before_event": True}, True),
        (4, {"subtype": "solomon", "round": 3, "announced_before_event": True}, False),
        (3, {"subtype": "solomon", "round": 3, "announced_before_event": False}, False),
        (3, {"subtype": "booster", "round": 3, "announced_before_event": True}, False),
    ],
)
def test_a_redraft_opens_the_lists_of_its_round(round_: int, redraft: dict[str, Any], allowed: bool) -> None:
    found = answered("action", action="change_deck_after_round_1_start", round=round_, redraft=redraft)
    assert found == ({"allowed": True} if allowed else {"allowed": False, "error": "DECK_LOCKED"})


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ({"action": "trade_between_players", "before_end": False}, True),
        ({"action": "rochester_realign", "when": "while cards are still on the table"}, False),
        ({"action": "rochester_realign", "when": "after the last card of the opened packs"}, True),
        ({"action": "solomon_talk_about_picks", "stack_left": 0}, True),
        ({"action": "solomon_talk_about_picks", "stack_left": 4, "cooperative": True}, True),
        ({"action": "replace_damaged_card", "damaged": {"name": "N"}, "by_card": {"name": "Skyla"}}, False),
    ],
)
def test_actions(given: dict[str, Any], allowed: bool) -> None:
    assert answered("action", **given)["allowed"] is allowed


@pytest.mark.parametrize(
    ("deck", "supplied", "unused", "settings", "valid"),
    [
        (40, 0, 20, {}, True),
        (40, 16, 20, {}, False),
        (40, 41, 61, {}, False),
        (40, 0, 21, {}, False),
        (40, 0, 0, {"S4": "deck"}, True),
        (40, 0, 0, {"S4": "none"}, True),
    ],
)
def test_lists_with_unused_cards(
    deck: int, supplied: int, unused: int, settings: dict[str, str], valid: bool
) -> None:
    given = {"registered_deck": deck, "supplied_energy": supplied, "unused": unused, "pool": 60}
    assert answered("pool_list", **given, settings=settings)["valid"] is valid


def test_building_over_midnight() -> None:
    assert answered("deck_building_clock", started="23:45:00", submitted="00:15:00")["on_time"]
    assert not answered("deck_building_clock", started="23:45:00", submitted="00:15:01")["on_time"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("given", [None, [], {}, {"players": "8"}, {"players": -2}, {"players": True}])
def test_what_cannot_be_read_is_named(kind: str, given: object) -> None:
    with pytest.raises(Refused) as refused:
        answer_draft_case({"id": "X", "kind": kind, "input": given})
    assert refused.value.code == "CASE_UNREADABLE"


@pytest.mark.parametrize(
    ("kind", "given", "field"),
    [
        ("setup", {"subtype": "booster", "players": 8.5}, "players"),
        ("setup", {"subtype": "booster", "players": 8, "pods": "8"}, "pods"),
        ("setup", {"subtype": "booster", "players": 8, "pods": ["8"]}, "pods"),
        ("setup", {"subtype": ["booster"]}, "subtype"),
        ("setup", {"subtype": "sealed", "boosters": [1]}, "boosters"),
        (
            "setup",
            {"subtype": "sealed", "basic_energy_announced_before": "no"},
            "basic_energy_announced_before",
        ),
        ("setup", {"subtype": "solomon", "redraft_round": "3"}, "redraft_round"),
        (
            "setup",
            {"subtype": "solomon", "redraft_round": 3, "announced_before_event": 1},
            "announced_before_event",
        ),
        ("setup", {"subtype": "solomon", "cooperative": "yes"}, "cooperative"),
        ("setup", {"subtype": "solomon", "settings": {"S20": "perhaps"}}, "settings"),
        ("setup", {"subtype": "solomon", "settings": ["S20"]}, "settings"),
        ("pods", {"players": 8, "style": "winston"}, "style"),
        ("pods", {"players": 8, "style": 1}, "style"),
        ("action", {"action": "booster_swap_pick", "after_placed": "yes"}, "after_placed"),
        ("action", {"action": "trade_between_players", "before_end": "no"}, "before_end"),
        ("action", {"action": "change_deck", "by": "nobody"}, "by"),
        ("action", {"action": "steal"}, "action"),
        ("deck_building_clock", {"started": "10:00", "submitted": "late"}, "submitted"),
    ],
)
def test_each_field_that_cannot_be_read_is_named(kind: str, given: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        answer_draft_case({"id": "X", "kind": kind, "input": given})
    assert (refused.value.code, refused.value.facts["field"]) == ("CASE_UNREADABLE", field)


def test_orders_refuse_what_cannot_be_seated() -> None:
    size = {"pack_size": 10, "packs_each": 2}
    assert answered("booster_order", players=11, **size)["error"] == "POD_TOO_BIG"
    assert (
        answered("rochester_order", players=8, pack_size=10, packs_each=3)["error"]
        == "ODD_PACKS_FOR_ROCHESTER"
    )
    assert answered("solomon_order", players=7, stack=80)["error"] == "ODD_PLAYERS"
    assert answered("solomon_order", players=4, stack=80)["error"] == "NOT_A_PAIR"
