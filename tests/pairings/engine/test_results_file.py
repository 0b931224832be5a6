"""A table of results: two rows make a match, and if they contradict each other, the first one counts."""

import pytest

from pairings.engine import results_file
from pairings.engine.outcomes import Outcome

HEAD = "round,table,player,opponent,result"


@pytest.mark.parametrize(
    ("own", "mirror", "outcome", "fits"),
    [
        ("W", "L", Outcome.LEFT, True),
        ("L", "W", Outcome.RIGHT, True),
        ("T", "T", Outcome.TIE, True),
        ("L", "L", Outcome.DOUBLE_LOSS, True),
        ("", "", Outcome.PENDING, True),
        ("W", "", Outcome.LEFT, True),
        ("", "W", Outcome.RIGHT, True),
        ("", "T", Outcome.TIE, True),
        ("W", "W", Outcome.LEFT, False),
        ("W", "T", Outcome.LEFT, False),
        ("T", "L", Outcome.TIE, False),
    ],
)
def test_two_rows_make_a_match(own: str, mirror: str, outcome: Outcome, fits: bool) -> None:
    found = results_file.read_results_file([HEAD, f"1,1,A,B,{own}", f"1,1,B,A,{mirror}"], swiss_rounds=1)
    assert [(one.left, one.right, one.outcome) for one in found.played] == [(0, 1, outcome)]
    assert found.at_odds == ([] if fits else [2])


def test_one_row_alone_makes_a_match() -> None:
    found = results_file.read_results_file([HEAD, "1,1,A,B,L"], swiss_rounds=1)
    assert [one.outcome for one in found.played] == [Outcome.RIGHT]
    assert found.at_odds == []
