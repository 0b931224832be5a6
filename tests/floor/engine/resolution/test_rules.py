"""Sections 8 to 10 of 2017 and their current successors, rule by rule."""

from dataclasses import replace

import pytest

from floor.engine.resolution import Ending, GamePhase, MatchState, NumbersByPlayer, Phase, Tardy, games
from tests.floor.engine.resolution.situations import (
    CUT_2017,
    CUT_2026,
    SWISS_2017,
    SWISS_2026,
    A,
    B,
    answered,
    prizes,
    three,
    verdict_of,
)
from tournaments.engine import kinds

BOTH_WON = Ending.BOTH_WON
BETWEEN = {"spot": GamePhase.NOT_BEGUN, "ending": None}
DUE = {"spot": GamePhase.SUDDEN_DEATH_DUE, "ending": None}


@pytest.mark.parametrize(
    ("known", "then", "facts"),
    [
        ({"phase": Phase.DURING_TURN, "turn_of": A}, "FINISH_THIS_TURN", {"active": A, "first": B}),
        ({"phase": Phase.BETWEEN_TURNS, "turn_of": B}, "TURN_1_IS_NEXT", {"first": B, "second": A}),
        ({"phase": Phase.SETUP}, "TURNS_FROM_THE_FIRST", {}),
        ({"phase": Phase.UNSAID}, "TURNS_START", {}),
        ({"turns": 1}, "TURNS_2_AND_3", {"left": 2}),
        ({"turns": 2}, "TURN_3", {"left": 1}),
    ],
)
@pytest.mark.parametrize("match", [SWISS_2017, CUT_2017, three(SWISS_2026, 2, A), three(CUT_2026)])
def test_r121_three_more_turns(match: MatchState, known: object, then: str, facts: object) -> None:
    changed = {"ending": Ending.PLAYING, "turns": 0, **known}  # type: ignore[dict-item]
    verdict = verdict_of(replace(match, **changed))
    assert (verdict.match, verdict.next) == ("continue", then)
    assert facts.items() <= verdict.facts.items()  # type: ignore[attr-defined]


def test_m061_fifteen_minutes_end_the_turns() -> None:
    playing = replace(SWISS_2026, ending=Ending.PLAYING, turns=1)
    assert verdict_of(playing).facts["window_minutes"] == 15
    assert answered(replace(playing, window_over=True)) == ("tie", "M-063")


SWISS = [
    # 8.2
    (SWISS_2017, "tie", "R-124"),
    (prizes(SWISS_2017, 1, 6), "tie", "R-124"),
    (replace(SWISS_2017, tardy=Tardy.A), "B", "R-124"),
    (replace(SWISS_2017, tardy=Tardy.BOTH), "tie", "R-124"),
    (replace(SWISS_2017, tardy=Tardy.TOO_LATE), "tie", "R-124"),
    (replace(SWISS_2017, ending=Ending.WON_BY_A), "A", "R-121"),
    (replace(SWISS_2017, ending=Ending.WON_BY_A, tardy=Tardy.A), "A", "R-121"),
    (replace(SWISS_2017, **DUE), "tie", "R-131"),
    (replace(SWISS_2017, **DUE, tardy=Tardy.B), "A", "R-124"),
    # 8.3
    (three(SWISS_2017), "tie", "R-125"),
    (three(SWISS_2017, 2, A, tardy=Tardy.A), "B", "R-125"),
    (three(SWISS_2017, ending=Ending.WON_BY_B), "B", "R-126"),
    (three(SWISS_2017, 2, A, **BETWEEN), "A", "R-126"),
    (three(SWISS_2017, 2, B), "B", "R-127"),
    (three(SWISS_2017, 2, A, ending=Ending.WON_BY_A), "A", "R-121"),
    (three(SWISS_2017, 2, A, ending=Ending.WON_BY_B), "tie", "R-129"),
    (three(SWISS_2017, 3, A, B, **BETWEEN), "tie", "R-129"),
    (three(SWISS_2017, 3, A, B, **BETWEEN, tardy=Tardy.B), "A", "R-125"),
    (three(SWISS_2017, 3, B, A), "tie", "R-130"),
    (three(SWISS_2017, 3, B, A, ending=Ending.WON_BY_A), "A", "R-121"),
    (three(SWISS_2017, 3, A, A, **BETWEEN), "A", "R-120"),
    (three(SWISS_2017, 3, A, B, **DUE), "tie", "R-131"),
    (three(SWISS_2017, 2, A, **DUE), "A", "R-131"),
    (three(SWISS_2017, **DUE), "tie", "R-131"),
    (three(SWISS_2017, 2, A, spot=GamePhase.SUDDEN_DEATH), "A", "R-127"),
    # both won after time
    (replace(SWISS_2017, ending=BOTH_WON), "tie", "R-124"),
    (replace(SWISS_2017, ending=BOTH_WON, ways=NumbersByPlayer(1, 2)), "B", "R-140"),
    (three(SWISS_2017, ending=BOTH_WON, ways=NumbersByPlayer(2, 1)), "A", "R-140"),
    (three(SWISS_2017, 2, B, ending=BOTH_WON, ways=NumbersByPlayer(2, 1)), "tie", "R-129"),
    (three(SWISS_2017, 2, A, ending=BOTH_WON), "A", "R-127"),
    (three(SWISS_2017, 3, A, B, ending=BOTH_WON), "tie", "R-130"),
    # today
    (three(SWISS_2026), "tie", "M-063"),
    (three(SWISS_2026, 2, A, **BETWEEN), "A", "M-063"),
    (three(SWISS_2026, 2, A), "A", "M-063"),
    (three(SWISS_2026, 3, A, B, **BETWEEN), "tie", "M-063"),
    (three(SWISS_2026, 3, A, B), "tie", "M-063"),
    (three(SWISS_2026, 2, A, tardy=Tardy.A), "B", "M-062"),
]

CUT = [
    # 9.2
    (prizes(CUT_2017, 2, 3), "A", "R-132"),
    (prizes(CUT_2017, 3, 3), "continue", "R-133"),
    (prizes(CUT_2017, 1, 6, tardy=Tardy.A), "B", "R-132"),
    (prizes(CUT_2017, 1, 6, tardy=Tardy.BOTH), "A", "R-132"),
    (replace(CUT_2017, ending=BOTH_WON), "sudden_death", "R-141"),
    (replace(CUT_2017, ending=BOTH_WON, ways=NumbersByPlayer(2, 1)), "A", "R-140"),
    (replace(CUT_2017, **DUE), "sudden_death", "R-141"),
    (replace(CUT_2017, ending=BOTH_WON, tardy=Tardy.A), "B", "R-132"),
    # 9.3
    (prizes(three(CUT_2017), 5, 4), "B", "R-134"),
    (prizes(three(CUT_2017), 4, 4), "continue", "R-134"),
    (three(CUT_2017, ending=BOTH_WON), "sudden_death", "R-134"),
    (three(CUT_2017, ending=BOTH_WON, ways=NumbersByPlayer(1, 2)), "B", "R-140"),
    (three(CUT_2017, ending=Ending.WON_BY_A), "A", "R-135"),
    (three(CUT_2017, 2, B, **BETWEEN), "B", "R-135"),
    (three(CUT_2017, 2, B, **BETWEEN, tardy=Tardy.B), "A", "R-132"),
    (prizes(three(CUT_2017, 2, A), 2, 5), "A", "R-136"),
    (prizes(three(CUT_2017, 2, A), 5, 3), "A", "R-136"),
    (prizes(three(CUT_2017, 2, A), 3, 3), "A", "R-136"),
    (prizes(three(CUT_2017, 2, A), 5, 2), "sudden_death", "R-137"),
    (prizes(three(CUT_2017, 2, A), 2, 2), "continue", "R-138"),
    (prizes(three(CUT_2017, 2, A, start=4), 4, 2), "A", "R-136"),
    (prizes(three(CUT_2017, 2, A, start=4), 2, 1), "sudden_death", "R-137"),
    (prizes(three(CUT_2017, 2, A, start=3), 3, 1), "sudden_death", "R-137"),
    (prizes(three(CUT_2017, 2, A, start=3), 3, 2), "A", "R-136"),
    (three(CUT_2017, 2, A, ending=BOTH_WON), "sudden_death", "R-137"),
    (three(CUT_2017, 2, A, ending=Ending.WON_BY_B), "sudden_death", "R-137"),
    (three(CUT_2017, 3, A, B, **BETWEEN), "sudden_death", "R-137"),
    (prizes(three(CUT_2017, 3, A, B), 5, 4), "B", "R-139"),
    (prizes(three(CUT_2017, 3, A, B), 4, 4), "continue", "R-139"),
    (three(CUT_2017, 3, A, B, ending=BOTH_WON), "sudden_death", "R-139"),
    (three(CUT_2017, 3, A, B, spot=GamePhase.SUDDEN_DEATH, ending=Ending.WON_BY_B), "B", "R-141"),
    (three(CUT_2017, 3, A, B, spot=GamePhase.SUDDEN_DEATH, ending=Ending.PLAYING), "continue", "R-141"),
    # July 2018: no half in game 2
    (prizes(three(replace(CUT_2017, edition="2018"), 2, A), 5, 1), "A", "M-064"),
    # today
    (prizes(CUT_2026, 2, 3), "A", "M-064"),
    (prizes(three(CUT_2026), 2, 3), "A", "M-064"),
    (three(CUT_2026, 2, A, **BETWEEN), "A", "M-064"),
    (three(CUT_2026, 2, A), "A", "M-064"),
    (three(CUT_2026, 2, A, ending=BOTH_WON), "A", "M-064"),
    (three(CUT_2026, 3, A, B, **BETWEEN), "tiebreaker_game", "M-064"),
    (three(CUT_2026, 2, A, ending=Ending.WON_BY_B), "tiebreaker_game", "M-064"),
    (prizes(three(CUT_2026, 3, A, B), 1, 3), "A", "M-064"),
    (prizes(three(CUT_2026, 3, A, B), 3, 3), "continue", "M-064"),
    (three(CUT_2026, 3, A, B, ending=BOTH_WON), "tiebreaker_game", "M-065"),
    (prizes(three(CUT_2026, 3, A, B, spot=GamePhase.SUDDEN_DEATH), 4, 5), "A", "M-064"),
    (three(CUT_2026, 2, A, ending=Ending.BOTH_LOST), "tiebreaker_game", "M-065"),
    (three(CUT_2026, ending=Ending.LOOP), "tiebreaker_game", "M-065"),
    (three(CUT_2026, spot=GamePhase.SUDDEN_DEATH, ending=Ending.LOOP, higher_seed=B), "B", "M-065"),
]


@pytest.mark.parametrize(("match", "decision", "rule"), SWISS)
def test_swiss(match: MatchState, decision: str, rule: str) -> None:
    assert answered(match) == (decision, rule)


@pytest.mark.parametrize(("match", "decision", "rule"), CUT)
def test_elimination(match: MatchState, decision: str, rule: str) -> None:
    assert answered(match) == (decision, rule)


@pytest.mark.parametrize(
    ("match", "decision", "rule"),
    [
        (prizes(CUT_2017, 3, 4, penalties=NumbersByPlayer(2, 0)), "B", "M-072"),
        (prizes(CUT_2017, 3, 4, penalties=NumbersByPlayer(0, 2)), "A", "R-132"),
        (prizes(CUT_2017, 3, 3, penalties=NumbersByPlayer(0, 1)), "A", "M-072"),
        (prizes(CUT_2017, 3, 4, penalties=NumbersByPlayer(1, 0)), "continue", "R-133"),
        (prizes(CUT_2017, 1, 2, penalties=NumbersByPlayer(4, 0)), "B", "M-072"),
        (prizes(three(CUT_2017, 2, A), 5, 4, penalties=NumbersByPlayer(2, 0)), "sudden_death", "R-137"),
    ],
)
def test_m072_prizes_of_penalties_count(match: MatchState, decision: str, rule: str) -> None:
    assert answered(match) == (decision, rule)


@pytest.mark.parametrize(
    ("choice", "tardy", "decision"),
    [
        ("as_on_time", Tardy.BOTH, "A"),
        ("head_judge", Tardy.BOTH, "head_judge"),
        ("double_loss", Tardy.BOTH, "double_loss"),
        ("head_judge", Tardy.TOO_LATE, "head_judge"),
        ("head_judge", Tardy.B, "A"),
        ("anything", Tardy.BOTH, "A"),
    ],
)
def test_s3_both_late(choice: str, tardy: Tardy, decision: str) -> None:
    assert answered(prizes(CUT_2017, 1, 2, tardy=tardy, settings={"S3": choice}))[0] == decision


@pytest.mark.parametrize(
    ("match", "decision", "rule"),
    [
        (replace(SWISS_2017, **BETWEEN), "tie", "R-124"),
        (three(SWISS_2017, **BETWEEN), "tie", "R-125"),
        (three(SWISS_2026, **BETWEEN), "tie", "M-063"),
        (three(SWISS_2017, **BETWEEN, tardy=Tardy.A), "B", "R-125"),
        (replace(CUT_2017, **BETWEEN), "head_judge", "R-123"),
        (three(CUT_2026, **BETWEEN), "head_judge", "M-064"),
        (three(CUT_2017, **BETWEEN, tardy=Tardy.A), "B", "R-132"),
    ],
)
def test_s14_game_1_never_began(match: MatchState, decision: str, rule: str) -> None:
    assert answered(match) == (decision, rule)


def test_s15_sudden_death_after_time_is_untimed_unless_set() -> None:
    match = replace(CUT_2017, ending=BOTH_WON)
    assert verdict_of(match).facts["limit"] == "untimed"
    assert verdict_of(replace(match, settings={"S15": "20"})).facts["limit"] == "20"


@pytest.mark.parametrize(
    ("match", "rule", "chooser"),
    [
        (SWISS_2017, "R-143", "winner of the coin flip"),
        (CUT_2017, "R-143", "winner of the coin flip"),
        (replace(SWISS_2017, edition="2002"), "R-143", "coin flip"),
        (replace(SWISS_2017, edition="2005"), "R-143", "coin flip"),
        (replace(SWISS_2017, settings={"S21": "2005"}), "R-143", "coin flip"),
        (SWISS_2026, "M-066", "winner of the coin flip"),
        (CUT_2026, "M-066", "higher Swiss seed"),
        (three(SWISS_2017, 2, A), "R-142", B),
        (three(CUT_2017, 3, A, B), "R-142", A),
        (three(CUT_2026, 2, B), "M-066", A),
    ],
)
def test_r142_r143_m066_who_chooses(match: MatchState, rule: str, chooser: str) -> None:
    verdict = verdict_of(replace(match, time_called=False, **BETWEEN))
    assert (verdict.match, verdict.rule, verdict.facts["chooser"]) == ("next_game", rule, chooser)


@pytest.mark.parametrize(
    ("match", "decision", "rule"),
    [
        (replace(SWISS_2017, ending=Ending.PLAYING), "continue", "R-121"),
        (replace(SWISS_2017, ending=Ending.PLAYING, minutes_added=True), "continue", "R-113"),
        (replace(SWISS_2017, ending=Ending.WON_BY_A), "A", "R-120"),
        (three(SWISS_2017, ending=Ending.WON_BY_A), "next_game", "R-142"),
        (three(SWISS_2017, 3, A, B, ending=Ending.WON_BY_A), "A", "R-120"),
        (replace(SWISS_2017, ending=BOTH_WON), "sudden_death", "R-141"),
        (replace(SWISS_2017, ending=BOTH_WON, ways=NumbersByPlayer(2, 1)), "A", "R-140"),
        (replace(CUT_2026, ending=BOTH_WON), "tiebreaker_game", "M-065"),
        (replace(CUT_2017, ending=Ending.LOOP), "head_judge", "R-002"),
        (replace(SWISS_2017, ending=Ending.BOTH_LOST), "head_judge", "R-002"),
    ],
)
def test_while_there_is_time(match: MatchState, decision: str, rule: str) -> None:
    assert answered(replace(match, time_called=False)) == (decision, rule)


def test_r118_prizes_are_compared_before_what_happens_between_turns() -> None:
    assert verdict_of(prizes(CUT_2017, 2, 3)).facts["between_turn_effects"] == "not resolved"
    assert verdict_of(prizes(CUT_2017, 3, 3)).facts["first"] == "between-turn effects"


@pytest.mark.parametrize(
    ("left", "penalties", "counted"),
    [
        ((1, 1), NumbersByPlayer(2, 4), (0, 0)),
        ((1, 3), NumbersByPlayer(2, 4), (0, 1)),
        ((3, 1), NumbersByPlayer(2, 0), (3, 0)),
        ((2, 2), NumbersByPlayer(), (2, 2)),
    ],
)
def test_m071_no_more_prizes_are_taken_than_are_left(
    left: tuple[int, int], penalties: NumbersByPlayer, counted: tuple[int, int]
) -> None:
    """A penalty against one player gives the other that many Prizes, down to none left."""
    assert games.prizes_left(prizes(CUT_2017, *left, penalties=penalties)) == counted


@pytest.mark.parametrize(
    ("whole", "decision", "facts"),
    [(True, "tiebreaker_game", {"prizes": 6}), (False, "sudden_death", {"prizes": 1})],
)
def test_the_game_that_decides_is_that_of_the_edition_of_the_event(
    whole: bool, decision: str, facts: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-141, M-065; only `tournaments.engine.kinds` decides which."""
    both = three(CUT_2026, 3, A, B, ending=BOTH_WON)
    edition = replace(kinds.EDITIONS["2026"], tiebreaker_game=whole)
    monkeypatch.setitem(kinds.EDITIONS, "2026", edition)
    verdict = verdict_of(both)
    assert verdict.match == decision
    assert facts.items() <= verdict.facts.items()
