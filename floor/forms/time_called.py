"""Answers of "Time was called: who wins?", as parameters of its URL."""

from collections.abc import Mapping
from typing import Any

from django import forms

from floor.engine.resolution import EDITIONS, Ending, GamePhase, MatchState, Pair, Phase, Player, Stage, Tardy

PLACES = {
    "before": GamePhase.NOT_BEGUN,
    "game": GamePhase.DURING,
    "both": GamePhase.SUDDEN_DEATH_DUE,
    "decider": GamePhase.SUDDEN_DEATH,
}
WAYS = {"even": Pair(1, 1), "A": Pair(2, 1), "B": Pair(1, 2)}
PRIZES = range(7)
PENALTIES = range(5)
GAMES = (1, 2, 3)


def _one(values: Mapping[str, Any]) -> forms.TypedChoiceField:
    """A choice of these words; any other value counts as unanswered."""
    return forms.TypedChoiceField(
        choices=[(value, value) for value in values],
        coerce=values.__getitem__,
        required=False,
        empty_value=None,
    )


def _by_value(values: type[Any]) -> dict[str, Any]:
    return {value.value: value for value in values}


def _numbers(values: Any) -> dict[str, int]:
    return {str(number): number for number in values}


class TimeForm(forms.Form):
    """Everything is optional: the rules ask for what they need. Fields are in the order of the questions."""

    edition = _one({code: code for code in EDITIONS})
    stage = _one(_by_value(Stage))
    best_of = _one(_numbers((1, 3)))
    place = _one({f"{word}-{game}": (spot, game) for word, spot in PLACES.items() for game in GAMES})
    g1 = _one(_by_value(Player))
    g2 = _one(_by_value(Player))
    ending = _one(_by_value(Ending))
    turns = _one(_numbers(range(4)))
    phase = _one(_by_value(Phase))
    turn_of = _one(_by_value(Player))
    ways = _one(WAYS)
    late = _one(_by_value(Tardy))
    a = _one(_numbers(PRIZES))
    b = _one(_numbers(PRIZES))
    penalties = _one({f"{a}-{b}": Pair(a, b) for a in PENALTIES for b in PENALTIES})
    start = _one(_numbers((3, 4, 6)))
    seed = _one(_by_value(Player))

    def answers(self) -> dict[str, Any]:
        """The answers by field name; invalid values count as unanswered."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value is not None}


def situation(answers: Mapping[str, Any]) -> MatchState:
    """Build the match state from answers by field name."""
    spot, number = answers.get("place", (None, 1))
    return MatchState(
        edition=answers.get("edition"),
        stage=answers.get("stage"),
        best_of=answers.get("best_of"),
        spot=spot,
        number=number,
        earlier=tuple(answers.get(f"g{game}") for game in range(1, number)),
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
