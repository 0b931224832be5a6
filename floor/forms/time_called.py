"""Answers to "Time was called: who wins?", read from the parameters of the page's URL."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypedDict, cast

from django import forms

from floor.engine.resolution import (
    EDITIONS,
    Ending,
    GamePhase,
    MatchState,
    NumbersByPlayer,
    Phase,
    Stage,
    TablePlayer,
    Tardy,
)

PLACES = {
    "before": GamePhase.NOT_BEGUN,
    "game": GamePhase.DURING,
    "both": GamePhase.SUDDEN_DEATH_DUE,
    "decider": GamePhase.SUDDEN_DEATH,
}
WAYS = {"even": NumbersByPlayer(1, 1), "A": NumbersByPlayer(2, 1), "B": NumbersByPlayer(1, 2)}
PRIZES = range(7)
PENALTIES = range(5)
GAMES = (1, 2, 3)


def _choice_field(values: Mapping[str, Any]) -> forms.TypedChoiceField:
    """Return an optional choice field that converts each key of `values` to its value.

    Any other input is treated as unanswered.
    """
    return forms.TypedChoiceField(
        choices=[(value, value) for value in values],
        coerce=values.__getitem__,
        required=False,
        empty_value=None,
    )


def _members_by_value(values: type[StrEnum]) -> dict[str, StrEnum]:
    return {value.value: value for value in values}


def _numbers_by_digits(values: Any) -> dict[str, int]:
    return {str(number): number for number in values}


class Answers(TypedDict, total=False):
    """Answers by field name.

    `g1` and `g2` are the winners of games 1 and 2, `a` and `b` the Prize cards left to each player. `settings`
    are the resolution settings of the event.
    """

    edition: str
    stage: Stage
    best_of: int
    place: tuple[GamePhase, int]
    g1: TablePlayer
    g2: TablePlayer
    ending: Ending
    turns: int
    phase: Phase
    turn_of: TablePlayer
    ways: NumbersByPlayer
    late: Tardy
    a: int
    b: int
    penalties: NumbersByPlayer
    start: int
    seed: TablePlayer
    settings: Mapping[str, str]


class TimeCalledForm(forms.Form):
    """Answers in the order of the questions. All are optional, because a verdict may need only some."""

    edition = _choice_field({code: code for code in EDITIONS})
    stage = _choice_field(_members_by_value(Stage))
    best_of = _choice_field(_numbers_by_digits((1, 3)))
    place = _choice_field({f"{word}-{game}": (spot, game) for word, spot in PLACES.items() for game in GAMES})
    g1 = _choice_field(_members_by_value(TablePlayer))
    g2 = _choice_field(_members_by_value(TablePlayer))
    ending = _choice_field(_members_by_value(Ending))
    turns = _choice_field(_numbers_by_digits(range(4)))
    phase = _choice_field(_members_by_value(Phase))
    turn_of = _choice_field(_members_by_value(TablePlayer))
    ways = _choice_field(WAYS)
    late = _choice_field(_members_by_value(Tardy))
    a = _choice_field(_numbers_by_digits(PRIZES))
    b = _choice_field(_numbers_by_digits(PRIZES))
    penalties = _choice_field({f"{a}-{b}": NumbersByPlayer(a, b) for a in PENALTIES for b in PENALTIES})
    start = _choice_field(_numbers_by_digits((3, 4, 6)))
    seed = _choice_field(_members_by_value(TablePlayer))

    def answers(self) -> Answers:
        """Return the answers by field name. Invalid values count as unanswered."""
        # Called only to fill `cleaned_data`.
        self.is_valid()
        return cast(Answers, {name: value for name, value in self.cleaned_data.items() if value is not None})


def answer_to(answers: Answers, name: str) -> Answers:
    """Return only the answer to the field `name`, or an empty dict if it is unanswered."""
    return cast(Answers, {key: value for key, value in answers.items() if key == name})


def match_state(answers: Answers) -> MatchState:
    """Build the match state from answers by field name."""
    spot, number = answers.get("place") or (None, 1)
    return MatchState(
        edition=answers.get("edition"),
        stage=answers.get("stage"),
        best_of=answers.get("best_of"),
        spot=spot,
        number=number,
        earlier=(answers.get("g1"), answers.get("g2"))[: number - 1],
        ending=answers.get("ending"),
        turns=answers.get("turns"),
        phase=answers.get("phase"),
        turn_of=answers.get("turn_of"),
        ways=answers.get("ways"),
        tardy=answers.get("late"),
        prizes_a=answers.get("a"),
        prizes_b=answers.get("b"),
        penalties=answers.get("penalties"),
        start=answers.get("start"),
        higher_seed=answers.get("seed"),
        settings=answers.get("settings", {}),
    )
