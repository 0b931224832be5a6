"""Results as staff type them: a key, or the score in games."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.refused import Refused
from pairings.engine import typed_results
from pairings.engine.outcomes import Outcome

BETWEEN = ("", "-", ":", " ", " - ", "–", "/", ",", ".")

BEST_OF_THREE = {
    "20": (Outcome.LEFT, (2, 0)),
    "21": (Outcome.LEFT, (2, 1)),
    "10": (Outcome.LEFT, (1, 0)),
    "12": (Outcome.RIGHT, (1, 2)),
    "02": (Outcome.RIGHT, (0, 2)),
    "01": (Outcome.RIGHT, (0, 1)),
    "11": (Outcome.TIE, (1, 1)),
    "00": (Outcome.TIE, (0, 0)),
}


@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("score", BEST_OF_THREE)
def test_a_score_of_a_best_of_three_is_its_games_and_its_winner(score: str, between: str) -> None:
    assert typed_results.parse_result(f" {score[0]}{between}{score[1]} ", best_of=3) == BEST_OF_THREE[score]


@pytest.mark.parametrize("key", typed_results.OUTCOME_BY_KEY)
@pytest.mark.parametrize("best_of", [1, 3])
def test_a_key_is_an_outcome_without_games(key: str, best_of: int) -> None:
    assert typed_results.parse_result(key, best_of=best_of) == (typed_results.OUTCOME_BY_KEY[key], None)


def test_a_single_game_is_one_to_nil_and_two_digits_in_a_row_are_a_slip_of_the_finger() -> None:
    assert typed_results.parse_result("1-0", best_of=1) == (Outcome.LEFT, None)
    assert typed_results.parse_result("0:1", best_of=1) == (Outcome.RIGHT, None)
    for typed in ("10", "01", "20", "2-0", "1-1", "11", "12", "21"):
        with pytest.raises(Refused, match="NO_SUCH_RESULT"):
            typed_results.parse_result(typed, best_of=1)


@given(st.one_of(st.text(max_size=6), st.from_regex(r"[0-9 :.-]{0,5}", fullmatch=True)))
def test_whatever_else_is_typed_is_refused(typed: str) -> None:
    digits = re.sub(r"[\s\-–—:./,]", "", typed)
    known = digits in BEST_OF_THREE or typed.strip() in typed_results.OUTCOME_BY_KEY
    if not known:
        with pytest.raises(Refused, match="NO_SUCH_SCORE"):
            typed_results.parse_result(typed, best_of=3)
        return
    with suppress(Refused):  # "2 0 -" contains the digits of a score, but is not one
        _outcome, games = typed_results.parse_result(typed, best_of=3)
        assert games is None or f"{games[0]}{games[1]}" == digits
