"""Every match case in the folder of real files: the decision, and every fact that the case names."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.refused import Refused
from floor.engine.resolution import Question
from floor.engine.resolution.cases import resolve_case


def test_all_cases(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "match_cases.json").read_text(encoding="utf-8"))["cases"]
    assert len(cases) > 80
    assert {case["id"]: difference(case) for case in cases if difference(case)} == {}


def test_the_rule_told_is_one_the_case_names(shared: Path) -> None:
    """MC-020 is won within the time, but the case cites the criterion that is not reached."""
    cases = json.loads((shared / "cases" / "match_cases.json").read_text(encoding="utf-8"))["cases"]
    strangers = {case["id"]: rule_of(case) for case in cases if rule_of(case) not in case["refs"]}
    assert strangers == {"MC-020": "R-120"}


def difference(case: dict[str, Any]) -> dict[str, Any]:
    answered = resolve_case(case).to_json()
    return {
        name: (value, answered.get(name))
        for name, value in case["expected"].items()
        if answered.get(name) != value
    }


def rule_of(case: dict[str, Any]) -> str:
    found = resolve_case(case).result
    assert not isinstance(found, Question)
    return found.rule


def case(**changes: Any) -> dict[str, Any]:
    return {
        "id": "X-1",
        "ruleset": "POP-2017-07-26",
        "stage": "swiss",
        "best_of": 3,
        "format": "constructed",
        "games": [],
        "time": {"expired": False},
        **changes,
    }


def game(winner: str | None = None, left: tuple[int, int] | None = None, state: str = "") -> dict[str, Any]:
    state = state or ("finished" if winner else "unresolved_after_last_turn")
    prizes = {"prizes_left": {"A": left[0], "B": left[1]}} if left else {}
    return {"winner": winner, "state": state, **prizes}


def after(where: str, turns: int = 3) -> dict[str, Any]:
    return {"expired": True, "where": where, "turn_counter": turns}


BOTH = "simultaneous_win"


@pytest.mark.parametrize(
    ("games", "time", "match"),
    [
        ([game(state=BOTH), game("A")], {"expired": False}, "next_game"),
        ([game(state=BOTH), game(state=BOTH)], {"expired": False}, "sudden_death"),
        ([game("A"), game(state=BOTH), game("A")], {"expired": False}, "A"),
        ([game("A"), game(state=BOTH)], after("after_2_before_sudden_death"), "A"),
        ([game("A"), game("B"), game(state=BOTH)], after("after_3_before_sudden_death"), "tie"),
        ([game(state=BOTH)], after("during_sudden_death", 1), "continue"),
        ([game("A"), game(state=BOTH), game(left=(1, 1))], after("during_sudden_death"), "A"),
        ([game("A")], after("during_game_2"), "A"),
        ([game("A"), game("B")], after("during_game_3", 0), "continue"),
        ([game("A"), game("B")], {"expired": True, "where": "between_2_3"}, "tie"),
    ],
)
def test_games_are_read_one_after_the_other(games: list[Any], time: Any, match: str) -> None:
    """A Sudden Death game decides the game before it; a game that is not recorded is in progress."""
    given = case(games=games, time=time)
    if match == "A" and time.get("where") == "during_game_2":
        given["games"] = [*games, game(left=(6, 1))]
    assert resolve_case(given).to_json()["match"] == match


def test_a_sudden_death_after_one_each_is_the_third_game() -> None:
    given = case(stage="elimination", games=[game("A"), game("B")], time=after("during_sudden_death"))
    assert resolve_case(given).to_json()["match"] == "continue"
    given["games"].append(game("B"))
    assert resolve_case(given).to_json()["match"] == "B"
    given["games"][-1] = game(state=BOTH)
    assert resolve_case(given).to_json()["match"] == "sudden_death"


def test_ways_of_a_game_that_others_follow() -> None:
    games = [game(state=BOTH), game(None, (3, 3), "playing")]
    given = case(games=games, ways_won={"A": 2, "B": 1})
    assert resolve_case(given).match.number == 2


@pytest.mark.parametrize(
    ("time", "match"),
    [
        ({"round_minutes": 50, "elapsed_minutes": 52, "extension_minutes": 3}, "R-113"),
        ({"round_minutes": 50, "elapsed_minutes": 53, "extension_minutes": 3}, "R-121"),
    ],
)
def test_r113_the_clock_tells_where_the_case_does_not(time: dict[str, int], match: str) -> None:
    assert rule_of(case(games=[game(None, (4, 4), "playing")], time=time)) == match


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        (
            {"phase": "during_turn", "active": "B", "turn_counter": 0},
            "B finishes turn, between-turn effects, then A plays turn 1 of 3, B turn 2, A turn 3",
        ),
        (
            {"phase": "between_turns", "next_player": "A", "turn_counter": 0},
            "between-turn effects resolved, A plays turn 1 of 3, B turn 2, A turn 3",
        ),
        ({"turn_counter": 1}, "two more turns (turns 2 and 3)"),
        ({"turn_counter": 2}, "one more turn (turn 3)"),
        ({"phase": "setup"}, "game 1 is under way: 3 turns are played"),
        ({}, "extra turns start"),
    ],
)
@pytest.mark.parametrize("stage", ["swiss", "elimination"])
def test_r121_what_comes_next_in_the_words_of_the_format(
    stage: str, time: dict[str, Any], expected: str
) -> None:
    given = case(stage=stage, games=[game(None, (4, 4), "playing")], time=after("during_game_1", 0) | time)
    assert resolve_case(given).to_json()["next"] == expected


def test_m065_a_tiebreaker_game_says_how_it_is_won() -> None:
    given = case(ruleset="TRH-2026", stage="elimination", best_of=1, games=[game(state=BOTH)])
    assert resolve_case(given).to_json()["rule"] == "first player ahead on Prize cards wins"


@pytest.mark.parametrize(
    ("ruleset", "mulligans", "extra"),
    [
        ("RULEBOOK-2002", {"both": 1, "A": 0, "B": 2}, {"A": 4, "B": 0}),
        ("RULEBOOK-2005", {"both": 1, "A": 0, "B": 2}, {"A": 2, "B": 0}),
        ("RULEBOOK-XY", {"both": 0, "A": 4, "B": 0}, {"A": 0, "B": 4}),
        ("POP-2017-07-26", {"both": 2, "A": 0, "B": 0}, {"A": 0, "B": 0}),
        ("TRH-2026", {"both": 0, "A": 1, "B": 0}, {"A": 0, "B": 1}),
    ],
)
def test_r144_m068_mulligans(ruleset: str, mulligans: dict[str, int], extra: dict[str, int]) -> None:
    assert resolve_case(case(ruleset=ruleset, mulligans=mulligans)).to_json()["extra_cards"] == extra


@pytest.mark.parametrize(
    ("changes", "minutes", "match"),
    [
        ({"best_of": 1}, 29, "invalid_setup"),
        ({"best_of": 1}, 30, "valid_setup"),
        ({"best_of": 1, "format": "limited"}, 19, "invalid_setup"),
        ({"best_of": 1, "format": "limited", "ruleset": "TRH-2026"}, 29, "invalid_setup"),
        ({}, 44, "invalid_setup"),
        ({}, 45, "valid_setup"),
        ({"format": "limited"}, 44, "invalid_setup"),
        ({"format": "limited", "settings": {"S22": 30}}, 44, "valid_setup"),
        ({"ruleset": "TRH-2026"}, 49, "invalid_setup"),
        ({"official": False}, 5, "valid_setup"),
        ({"format": "thirty_card", "best_of": 1}, 15, "valid_setup"),
    ],
)
def test_r111_r112_m060_minutes(changes: dict[str, Any], minutes: int, match: str) -> None:
    given = case(time={"expired": False, "round_minutes": minutes}, **changes)
    assert resolve_case(given).to_json()["match"] == match


@pytest.mark.parametrize(
    ("late", "permission", "knew", "match"),
    [
        ({"A": True}, None, True, "B"),
        ({"A": True}, {"A": True}, True, "tie"),
        ({"A": True, "B": True}, {"A": True}, True, "A"),
        ({"A": True, "B": True}, None, True, "tie"),
        ({"A": True}, None, False, "tie"),
        ({"A": True, "B": True}, None, {"A": True, "B": False}, "B"),
    ],
)
def test_r128_what_counts_as_late(late: Any, permission: Any, knew: Any, match: str) -> None:
    given = case(
        best_of=1,
        games=[game(left=(1, 6))],
        time=after("during_game_1"),
        late_or_absent=late,
        permission=permission,
        judge_knew_before_end=knew,
    )
    assert resolve_case(given).to_json()["match"] == match


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"stage": "round robin"}, "stage"),
        ({"best_of": 2}, "best_of"),
        ({"best_of": None}, "best_of"),
        ({"format": "draft"}, "format"),
        ({"games": "none"}, "games"),
        ({"games": ["A"]}, "games"),
        ({"games": [{"winner": "C"}]}, "winner"),
        ({"games": [{"state": ["?"]}]}, "state"),
        ({"games": [{"prizes_left": {"A": -1, "B": 2}}]}, "prizes_left"),
        ({"games": [{"prizes_left": 3}]}, "prizes_left"),
        ({"time": {"expired": "yes"}}, "time"),
        ({"time": {"expired": True, "turn_counter": "three"}}, "time"),
        ({"time": []}, "time"),
        ({"mulligans": 3}, "mulligans"),
        ({"mulligans": {"both": "two"}}, "mulligans"),
        ({"ruleset": 2017}, "ruleset"),
        ({"format": {"a": 1}, "prizes_start": 6}, "format"),
        ({"prizes_start": 60}, "prizes_start"),
        ({"games": [None]}, "games"),
        ({"games": [{"winner": "A", "state": "over"}]}, "state"),
        ({"games": [{"prizes_left": {"A": 7, "B": 2}}]}, "prizes_left"),
        ({"late_or_absent": True}, "late_or_absent"),
        ({"late_or_absent": {"A": "yes"}}, "late_or_absent"),
        ({"permission": {"B": 1}}, "permission"),
        ({"judge_knew_before_end": "no"}, "judge_knew_before_end"),
        ({"official": "no", "time": {"round_minutes": 5}}, "official"),
        ({"settings": {"S3": "coin"}}, "settings"),
        ({"time": {"expired": True, "where": "in the hall"}}, "time"),
        ({"time": {"expired": True, "where": "between_1_3"}}, "time"),
        ({"time": {"expired": True, "where": "during_game_4"}}, "time"),
        ({"best_of": 1, "time": {"expired": True, "where": "during_game_2"}}, "time"),
        ({"time": {"expired": True, "active": "C"}}, "time"),
        ({"time": {"expired": True, "phase": "lunch"}}, "time"),
        ({"time": {"expired": True, "turn_counter": 4}}, "time"),
        ({"time": {"expired": True, "elapsed_minutes": "52"}}, "time"),
    ],
)
def test_what_cannot_be_read_is_named(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        resolve_case(case(**changes))
    assert (refused.value.code, refused.value.facts["field"]) == ("CASE_UNREADABLE", field)
