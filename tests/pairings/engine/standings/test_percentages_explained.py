"""The explanation of each figure: the opponents, their figures, and how they are combined."""

import pytest

from pairings.engine.outcomes import Outcome, Result
from pairings.engine.standings import (
    RULES_BY_AWARDED_BYE,
    Competitor,
    Note,
    PlayedMatch,
    Rules,
    explain_standing,
    rank_competitors,
)

W, L = Outcome.LEFT, Outcome.RIGHT

FIELD = [Competitor(one) for one in (1, 2, 3, 4, 5)]
# 1 has an awarded bye, beats 2, who never wins, has a bye, then beats 3, who leaves at once.
ROWS = [
    PlayedMatch(1, 1, None, Outcome.AWARDED_BYE),
    PlayedMatch(1, 3, 2, W),
    PlayedMatch(1, 4, 5, W),
    PlayedMatch(2, 1, 2, W),
    PlayedMatch(2, 3, 4, W),
    PlayedMatch(2, 5, None, Outcome.LATE_LOSS),
    PlayedMatch(3, 1, None, Outcome.BYE),
    PlayedMatch(3, 3, 5, W),
    PlayedMatch(3, 2, 4, L),
    PlayedMatch(4, 4, 1, L),
]


def test_every_opponent_and_what_happened() -> None:
    field_left = [one if one.id != 3 else Competitor(3, dropped_in=3) for one in FIELD]
    rows = [*ROWS[:-1], PlayedMatch(4, 5, 1, L)]
    why = explain_standing(field_left, [*rows, PlayedMatch(5, 1, 4, W)], 3, rounds_planned=5)
    assert (why.as_of, why.frozen) == (3, True)
    assert (why.own.value, why.own.raw, why.own.notes) == (0.75, 1.0, (Note.CAP,))
    assert [(met.round, met.opponent, met.result, met.points) for met in why.met] == [
        (1, 2, Result.WIN, 3),
        (2, 4, Result.WIN, 3),
        (3, 5, Result.WIN, 3),
    ]
    assert all(Note.AS_OF_DROP in met.notes for met in why.met)
    shares = [met.percentage for met in why.met if met.percentage]
    assert [(one.wins, one.losses, one.notes) for one in shares] == [
        (0, 3, (Note.FLOOR,)),
        (2, 1, ()),
        (0, 3, (Note.FLOOR,)),
    ]


def test_rounds_without_an_opponent() -> None:
    met = explain_standing(FIELD, ROWS, 1).met
    awarded, beaten, bye, last = met
    assert (awarded.notes, awarded.percentage and awarded.percentage.value, awarded.owp) == (
        (Note.AWARDED_BYE,),
        1.0,
        None,
    )
    assert (beaten.opponent, beaten.notes) == (2, ())
    assert (bye.notes, bye.percentage, bye.points) == ((Note.BYE,), None, 3)
    assert (last.opponent, last.result) == (4, Result.WIN)
    late = explain_standing(FIELD, ROWS, 5).met[1]
    assert (late.notes, late.percentage, late.points) == ((Note.LATE_LOSS,), None, 0)
    counted = explain_standing(FIELD, ROWS, 5, rules=Rules(late_loss_opponent=True)).met[1]
    assert counted.percentage
    assert (counted.percentage.value, counted.owp) == (0.25, 0.25)


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(late_loss_opponent=True), RULES_BY_AWARDED_BYE["bye"], Rules(freeze=False)]
)
@pytest.mark.parametrize("dropped_in", [None, 1, 2, 3])
@pytest.mark.parametrize("player", [1, 2, 3, 4, 5])
def test_the_averages_are_those_of_the_parts(player: int, dropped_in: int | None, rules: Rules) -> None:
    field = [*FIELD[:2], Competitor(3, dropped_in=dropped_in), *FIELD[3:]]
    why = explain_standing(field, ROWS, player, rounds_planned=4, rules=rules)
    shares = [met.percentage.value for met in why.met if met.percentage]
    owps = [met.owp for met in why.met if met.owp is not None]
    assert why.tie_breaks["owp"] == pytest.approx(sum(shares) / len(shares), abs=5.1e-5)
    assert why.tie_breaks["oowp"] == pytest.approx(sum(owps) / len(owps), abs=5.1e-5)
    line = next(
        one for one in rank_competitors(field, ROWS, rounds_planned=4, rules=rules) if one.id == player
    )
    assert why.line == line
    assert (line.win_pct, line.tie_breaks) == (why.own.value, why.tie_breaks)


def test_an_opponent_frozen_earlier_is_named() -> None:
    field = [*FIELD[:1], Competitor(2, dropped_in=2), *FIELD[2:]]
    notes = {met.opponent: met.notes for met in explain_standing(field, ROWS[:6], 1).met}
    assert notes[2] == ()
    after = {met.opponent: met.notes for met in explain_standing(field, [*ROWS[:8], ROWS[9]], 1).met}
    assert after[2] == (Note.OPPONENT_FROZEN,)


def test_a_match_after_leaving_counts_for_nobody_but_the_record() -> None:
    field = [Competitor(1, dropped_in=1), Competitor(2)]
    rows = [PlayedMatch(1, 1, 2, W), PlayedMatch(2, 1, 2, W)]
    why = explain_standing(field, rows, 1)
    assert [met.percentage is None for met in why.met] == [False, True]
    assert why.line
    assert why.line.points == 6


def test_a_player_without_matches() -> None:
    why = explain_standing(FIELD, [], 1)
    assert (why.met, why.own.notes, why.own.raw, why.tie_breaks["owp"]) == (
        (),
        (Note.NOTHING_PLAYED,),
        None,
        0.25,
    )


def test_a_stranger_is_a_bug() -> None:
    with pytest.raises(KeyError):
        explain_standing(FIELD, ROWS, 9)
