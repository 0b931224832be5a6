"""Match-resolution cases: the JSON of a match sheet, and its answer in the same format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from floor.engine.resolution.case_reading import ResolutionCase, match_state_of_case
from floor.engine.resolution.deciding import resolve_match
from floor.engine.resolution.match_state import Decision, MatchState, Question, Stage, Verdict
from floor.engine.resolution.round_time import check_round_time
from floor.engine.resolution.starting import mulligan_verdict

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
"""Texts of the format for the next step, by the step's code (R-121, R-123)."""

RULES_OF_THE_GAME = {Decision.TIEBREAKER_GAME: "first player ahead on Prize cards wins"}
"""How a deciding game is won if it is not a regular game (M-065)."""


@dataclass(frozen=True, slots=True)
class ResolutionAnswer:
    """The verdict or the next question for one case."""

    case: object
    match: MatchState
    result: Verdict | Question

    def to_json(self) -> Mapping[str, Any]:
        """Return the decision and its facts, or the next question, in the case format."""
        verdict = self.result
        if isinstance(verdict, Question):
            question = {"match": "question", "ask": verdict.ask.value}
            return question if verdict.game is None else {**question, "game": verdict.game}
        facts, values = dict(verdict.facts), dict[str, object](match=verdict.match.value)
        if verdict.match is Decision.MULLIGAN:
            values["extra_cards"] = {"A": facts.pop("extra_a"), "B": facts.pop("extra_b")}
        if {"prizes_a", "prizes_b"} <= facts.keys():
            values["prizes_counted"] = {"A": facts.pop("prizes_a"), "B": facts.pop("prizes_b")}
        if self.match.stage is Stage.SWISS and verdict.match in POINTS:
            values["points"] = POINTS[verdict.match]
        if verdict.next in NEXT:
            values["next"] = NEXT[verdict.next].format(**verdict.facts)
        if verdict.match in RULES_OF_THE_GAME:
            values["rule"] = RULES_OF_THE_GAME[verdict.match]
        return {**values, **facts}


def resolve_case(content: Mapping[str, Any]) -> ResolutionAnswer:
    """Resolve one case.

    With `mulligans`, the result is about the extra cards. With `round_minutes`, but without games and before
    time is called, it is whether a round of this length is allowed. Otherwise it is the verdict on the match,
    or the next question. Refused: CASE_UNREADABLE (case, field) if the case does not have the shape of the
    format.
    """
    case = ResolutionCase(content)
    match = match_state_of_case(case)
    result: Verdict | Question
    minutes = case.read_number((content.get("time") or {}).get("round_minutes"), "time")
    if (counts := content.get("mulligans")) is not None:
        both = case.read_number(counts.get("both", 0), "mulligans") if isinstance(counts, Mapping) else 0
        result = mulligan_verdict(match, both=both or 0, alone=case.read_pair(counts, "mulligans"))
    elif minutes is not None and not content.get("games") and not match.time_called:
        official = case.read_flag(content.get("official"), "official", default=True)
        result = check_round_time(match, minutes=minutes, style=case.style, official=official)
    else:
        result = resolve_match(match)
    return ResolutionAnswer(content.get("id"), match, result)
