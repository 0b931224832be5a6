"""The answers given so far to “Time was called: who wins?”, as they stand in the address of the page."""

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
    """One of the words; what is none of them is not answered."""
    return forms.TypedChoiceField(
        choices=[(word, word) for word in values], coerce=values.__getitem__, required=False, empty_value=None
    )


def _words(values: type[Any]) -> dict[str, Any]:
    return {word.value: word for word in values}


def _numbers(values: Any) -> dict[str, int]:
    return {str(number): number for number in values}


class TimeForm(forms.Form):
    """Everything optional: the rules say what they need. Fields stand in the order they are asked."""

    edition = _one({code: code for code in EDITIONS})
    stage = _one(_words(Stage))
    best_of = _one(_numbers((1, 3)))
    place = _one({f"{word}-{game}": (spot, game) for word, spot in PLACES.items() for game in GAMES})
    g1 = _one(_words(Player))
    g2 = _one(_words(Player))
    ending = _one(_words(Ending))
    turns = _one(_numbers(range(4)))
    phase = _one(_words(Phase))
    turn_of = _one(_words(Player))
    ways = _one(WAYS)
    late = _one(_words(Tardy))
    a = _one(_numbers(PRIZES))
    b = _one(_numbers(PRIZES))
    penalties = _one({f"{a}-{b}": Pair(a, b) for a in PENALTIES for b in PENALTIES})
    start = _one(_numbers((3, 4, 6)))
    seed = _one(_words(Player))

    def answers(self) -> dict[str, Any]:
        """What is answered, by the name of its field; what cannot be read is not answered."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value is not None}


def situation(told: Mapping[str, Any]) -> MatchState:
    """The match, from answers by the names of the fields."""
    spot, number = told.get("place", (None, 1))
    return MatchState(
        edition=told.get("edition"),
        stage=told.get("stage"),
        best_of=told.get("best_of"),
        spot=spot,
        number=number,
        earlier=tuple(told.get(f"g{game}") for game in range(1, number)),
        ending=told.get("ending"),
        turns=told.get("turns"),
        phase=told.get("phase"),
        turn_of=told.get("turn_of"),
        ways=told.get("ways"),
        tardy=told.get("late"),
        prizes_a=told.get("a"),
        prizes_b=told.get("b"),
        penalties=told.get("penalties"),
        start=told.get("start"),
        higher_seed=told.get("seed"),
        settings=told.get("settings", {}),
    )
