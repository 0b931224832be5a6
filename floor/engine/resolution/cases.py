"""Match-resolution cases: reads the JSON of a match sheet and answers in the terms of the same format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from floor.engine.resolution.deciding import resolve
from floor.engine.resolution.reading import Case, flag, number, pair, situation, style_of
from floor.engine.resolution.round_time import round_time
from floor.engine.resolution.starting import mulligans
from floor.engine.resolution.values import Decision, MatchState, Question, Stage, Verdict

POINTS = {
    Decision.A: {"A": 3, "B": 0},
    Decision.B: {"A": 0, "B": 3},
    Decision.TIE: {"A": 1, "B": 1},
    Decision.DOUBLE_LOSS: {"A": 0, "B": 0},
}
"""Match points of Swiss rounds (M-010)."""


NEXT = {
    "FINISH_THIS_TURN": "{active} finishes turn, between-turn effects, then {first} plays turn 1 of 3, "
    "{second} turn 2, {first} turn 3",
    "TURN_1_IS_NEXT": "between-turn effects resolved, {first} plays turn 1 of 3, {second} turn 2, {first} turn 3",
    "TURNS_FROM_THE_FIRST": "game {game} is under way: 3 turns are played",
    "TURNS_START": "extra turns start",
    "TURNS_2_AND_3": "two more turns (turns 2 and 3)",
    "TURN_3": "one more turn (turn 3)",
}
"""What comes next in the terms of the format, by code of the step (R-121, R-123)."""

RULES_OF_THE_GAME = {Decision.TIEBREAKER_GAME: "first player ahead on Prize cards wins"}
"""How a deciding game is won if it is not a regular game (M-065)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict or the next question of one case."""

    case: object
    match: MatchState
    found: Verdict | Question


def answer(case: Case) -> Answer:
    """Resolve one case. Refused: CASE_UNREADABLE (case, field) if it does not have the shape of the format."""
    match = situation(case)
    return Answer(case.get("id"), match, _found(case, match))


def _found(case: Case, match: MatchState) -> Verdict | Question:
    if case.get("mulligans") is not None:
        counts = case["mulligans"]
        both = number(case, counts.get("both", 0), "mulligans") if isinstance(counts, Mapping) else 0
        return mulligans(match, both=both or 0, alone=pair(case, counts, "mulligans"))
    minutes = number(case, (case.get("time") or {}).get("round_minutes"), "time")
    if minutes is not None and not case.get("games") and not match.time_called:
        official = flag(case, case.get("official"), "official", usual=True)
        return round_time(match, minutes=minutes, style=style_of(case), official=official)
    return resolve(match)


def words(answered: Answer) -> Mapping[str, Any]:
    """The decision with its facts in the terms of the format."""
    verdict = answered.found
    if isinstance(verdict, Question):
        question = {"match": "question", "ask": verdict.ask.value}
        return question if verdict.game is None else {**question, "game": verdict.game}
    facts, words = dict(verdict.facts), dict[str, object](match=verdict.match.value)
    if verdict.match is Decision.MULLIGAN:
        words["extra_cards"] = {"A": facts.pop("extra_a"), "B": facts.pop("extra_b")}
    if {"prizes_a", "prizes_b"} <= facts.keys():
        words["prizes_counted"] = {"A": facts.pop("prizes_a"), "B": facts.pop("prizes_b")}
    if answered.match.stage is Stage.SWISS and verdict.match in POINTS:
        words["points"] = POINTS[verdict.match]
    if verdict.next in NEXT:
        words["next"] = NEXT[verdict.next].format(**verdict.facts)
    if verdict.match in RULES_OF_THE_GAME:
        words["rule"] = RULES_OF_THE_GAME[verdict.match]
    return {**words, **facts}
