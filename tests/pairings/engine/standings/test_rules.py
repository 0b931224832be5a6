"""The order of the standings and each rule of resistance, in small invented events (M-010, M-018 to M-025)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import (
    RULES_BY_AWARDED_BYE,
    Competitor,
    PlayedMatch,
    ResultColumns,
    Rules,
    StandingLine,
    rank_competitors,
    split_by_age_division,
)

W, L, T = Outcome.LEFT, Outcome.RIGHT, Outcome.TIE
BYE, AWARDED, LATE, DOUBLE = Outcome.BYE, Outcome.AWARDED_BYE, Outcome.LATE_LOSS, Outcome.DOUBLE_LOSS

Row = tuple[int, int, int | None, Outcome]


def field(*ids: int, **more: object) -> list[Competitor]:
    return [Competitor(one, **more) for one in ids]  # type: ignore[arg-type]


def play(*rows: Row) -> list[PlayedMatch]:
    return [PlayedMatch(*row) for row in rows]


def by_id(lines: Sequence[StandingLine]) -> dict[int, StandingLine]:
    return {line.id: line for line in lines}


def wins_of(wins: int, rounds: int) -> list[PlayedMatch]:
    """Return matches in which player 1 wins the first `wins` of `rounds`, each against a new opponent."""
    return [PlayedMatch(number, 1, 1 + number, W if number <= wins else L) for number in range(1, rounds + 1)]


@pytest.mark.parametrize(
    ("wins", "rounds", "dropped_in", "planned", "expected"),
    [
        (0, 5, None, 5, 0.25),
        (1, 5, None, 5, 0.25),
        (2, 5, None, 5, 0.40),
        (3, 5, None, 5, 0.60),
        (4, 5, None, 5, 0.80),
        (5, 5, None, 5, 1.00),
        (1, 1, 1, 5, 0.75),
        (3, 3, 3, 5, 0.75),
        (4, 4, 4, 5, 0.75),
        (2, 3, 3, 5, 2 / 3),
        (0, 2, 2, 5, 0.25),
        (5, 5, 5, 5, 1.00),
        (0, 0, None, 5, 0.25),
    ],
)
def test_win_percentage(
    wins: int, rounds: int, dropped_in: int | None, planned: int, expected: float
) -> None:
    """M-022: at least 25 %, and at most 75 % for a player who dropped before the last round."""
    competitors = [Competitor(1, dropped_in=dropped_in), *field(*range(2, 7))]
    line = by_id(rank_competitors(competitors, wins_of(wins, rounds), rounds_planned=planned))[1]
    assert line.win_pct == pytest.approx(expected)
    assert (line.points, line.wins, line.losses) == (3 * wins, wins, rounds - wins)


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([W, BYE, L], 1 / 2),
        ([BYE], 1 / 4),
        ([W, T, L, L], 3 / 8),
        ([AWARDED, L], 1 / 2),
        ([LATE, W], 1 / 2),
        ([DOUBLE, W, W], 2 / 3),
    ],
)
def test_what_counts_in_a_win_percentage(outcomes: list[Outcome], expected: float) -> None:
    """M-023, M-024: byes do not count, ties count half; awarded byes, missed rounds and double losses count as
    played.
    """
    rows = [
        PlayedMatch(number, 1, None if outcome in (BYE, AWARDED, LATE) else 1 + number, outcome)
        for number, outcome in enumerate(outcomes, start=1)
    ]
    line = by_id(rank_competitors(field(*range(1, 7)), rows))[1]
    assert line.win_pct == pytest.approx(expected)


def test_a_tie_may_count_a_third() -> None:
    """M-024: the share of a tie is a setting."""
    rows = play((1, 1, 2, T), (2, 1, 3, W))
    assert by_id(rank_competitors(field(1, 2, 3), rows, rules=Rules(tie_share=1 / 3)))[
        1
    ].win_pct == pytest.approx(2 / 3)


# Four players, three rounds: 1 beats all, 2 beats 3 and 4, 3 beats 4.
FOUR = play((1, 1, 2, W), (1, 3, 4, W), (2, 1, 3, W), (2, 2, 4, W), (3, 1, 4, W), (3, 2, 3, W))


def test_opponents_and_their_opponents() -> None:
    """M-025: the mean of the opponents' percentages, then the mean of their means."""
    line = by_id(rank_competitors(field(1, 2, 3, 4), FOUR))[1]
    owp = {2: (1 + 1 / 3 + 1 / 4) / 3, 3: (1 + 2 / 3 + 1 / 4) / 3, 4: (1 + 2 / 3 + 1 / 3) / 3}
    assert line.tie_breaks["owp"] == round((2 / 3 + 1 / 3 + 1 / 4) / 3, 4)
    assert line.tie_breaks["oowp"] == pytest.approx(sum(owp.values()) / 3, abs=5e-5)


REST = {2: [T, L, L], 3: [W, L, L], 4: [W, T, L], 5: [W, W, L]}
"""What an opponent does after a tie, by the resulting win percentage in eighths."""


@pytest.mark.parametrize(
    ("eighths", "expected", "exact"), [((2, 3, 4, 4), 0.4062, 0.40625), ((4, 5, 5, 5), 0.5938, 0.59375)]
)
def test_rounding_is_half_to_even(eighths: tuple[int, ...], expected: float, exact: float) -> None:
    """M-025: four significant figures of the percentage; 40.625 becomes 40.62, and 59.375 becomes 59.38."""
    rows, filler = [], iter(range(10, 30))
    for opponent, eighth in enumerate(eighths, start=2):
        rows.append(PlayedMatch(opponent - 1, 1, opponent, T))
        rows += [
            PlayedMatch(4 + at, opponent, next(filler), one) for at, one in enumerate(REST[eighth], start=1)
        ]
    everybody = field(*range(1, 6), *range(10, 22))
    assert by_id(rank_competitors(everybody, rows))[1].tie_breaks["owp"] == expected
    assert (
        by_id(rank_competitors(everybody, rows, rules=Rules(round_percent_digits=None)))[1].tie_breaks["owp"]
        == exact
    )


def test_a_bye_gives_no_opponent() -> None:
    """M-023: with a bye and one opponent, the mean is the figure of that opponent."""
    lines = by_id(
        rank_competitors(
            field(1, 2, 3), play((1, 1, None, BYE), (1, 2, 3, W), (2, 1, 2, W), (2, 3, None, BYE))
        )
    )
    assert lines[1].tie_breaks["owp"] == lines[2].win_pct == 0.5
    assert lines[1].points == 6


def test_an_awarded_bye_is_an_opponent_of_100_percent() -> None:
    rows = play((1, 1, None, AWARDED), (1, 2, 3, W), (2, 1, 2, W), (2, 3, None, BYE))
    line = by_id(rank_competitors(field(1, 2, 3), rows))[1]
    assert (line.win_pct, line.tie_breaks["owp"]) == (1.0, 0.75)
    assert line.tie_breaks["oowp"] == by_id(rank_competitors(field(1, 2, 3), rows))[2].tie_breaks["owp"]
    assert (
        by_id(rank_competitors(field(1, 2, 3), rows, rules=Rules(awarded_bye_opponent=False)))[1].tie_breaks[
            "owp"
        ]
        == 0.5
    )


def test_an_awarded_bye_may_count_like_any_other_bye() -> None:
    """M-023: 3 points, but no round and no opponent, exactly like a bye for the odd player."""
    like_a_bye = RULES_BY_AWARDED_BYE["bye"]
    rows = play((1, 1, None, AWARDED), (1, 2, 3, W), (2, 1, 2, L), (2, 3, None, AWARDED), (3, 1, 3, W))
    as_byes = [replace(match, outcome=BYE if match.right is None else match.outcome) for match in rows]
    assert rank_competitors(field(1, 2, 3), rows, rules=like_a_bye) == rank_competitors(
        field(1, 2, 3), as_byes
    )
    line = by_id(rank_competitors(field(1, 2, 3), rows, rules=like_a_bye))[1]
    assert (line.points, line.win_pct) == (6, 0.5)
    assert by_id(rank_competitors(field(1, 2, 3), rows, rules=RULES_BY_AWARDED_BYE["tom"]))[
        1
    ].win_pct == pytest.approx(2 / 3)


def test_a_missed_round_gives_no_opponent_unless_the_rules_say_so() -> None:
    rows = play((1, 1, None, LATE), (1, 2, 3, W), (2, 2, 1, W))
    assert by_id(rank_competitors(field(1, 2, 3), rows))[1].tie_breaks["owp"] == 1.0
    assert (
        by_id(rank_competitors(field(1, 2, 3), rows, rules=Rules(late_loss_opponent=True)))[1].tie_breaks[
            "owp"
        ]
        == 0.625
    )


def test_own_percentages_freeze_in_the_round_of_dropping() -> None:
    """M-020: later results of the opponent only change the percentages of players who stayed."""
    rows = play((1, 1, 2, W), (1, 3, 4, W), (2, 3, 1, W), (3, 3, 4, W))
    players = [*field(1, 3, 4), Competitor(2, dropped_in=1)]
    assert by_id(rank_competitors(players, rows))[2].tie_breaks["owp"] == 1.0
    assert by_id(rank_competitors(players, rows, rules=Rules(freeze=False)))[2].tie_breaks["owp"] == 0.5
    assert by_id(rank_competitors(players, rows))[1].tie_breaks["owp"] == 0.625


def test_the_frozen_figure_enters_others() -> None:
    """The opponents of a player who dropped average that player's frozen OWP, not a later one."""
    rows = play((1, 1, 2, W), (1, 3, 4, W), (2, 3, 1, W))
    players = [*field(1, 3, 4), Competitor(2, dropped_in=1)]
    lines = by_id(rank_competitors(players, rows))
    assert lines[1].tie_breaks["oowp"] == pytest.approx((1.0 + lines[3].tie_breaks["owp"]) / 2, abs=1e-4)


def test_order_of_keys() -> None:
    lines = rank_competitors(field(1, 2, 3, 4), FOUR)
    assert [(line.id, line.place, line.points) for line in lines] == [
        (1, 1, 9),
        (2, 2, 6),
        (3, 3, 3),
        (4, 4, 0),
    ]


def test_late_ranks_below_equals_and_above_fewer_points() -> None:
    """M-019."""
    rows = play((1, 1, 2, W), (1, 3, 4, W), (2, 1, 3, W), (2, 2, 4, W))
    plain = [line.id for line in rank_competitors(field(1, 2, 3, 4), rows)]
    assert plain == [1, 2, 3, 4]
    tagged = [Competitor(1), Competitor(2, late=True), Competitor(3), Competitor(4)]
    assert [line.id for line in rank_competitors(tagged, rows)] == [1, 3, 2, 4]


# 1 beats 2; then both play one more match, against opponents with equal records.
EQUAL = play(
    (1, 1, 2, W), (2, 1, 3, L), (2, 2, 4, W), (3, 3, 5, L), (3, 4, 6, W), (4, 5, 7, L), (4, 6, 8, W)
)  # fmt: skip


@pytest.mark.parametrize(("head_to_head", "expected"), [(True, [1, 2]), (False, [2, 1])])
def test_head_to_head_between_exactly_two(head_to_head: bool, expected: list[int]) -> None:
    """M-021: of two players equal in all else, the winner of their match is first, whatever the tie-break number
    says.
    """
    competitors = [Competitor(one, tie_break_number=-one) for one in range(1, 9)]
    lines = rank_competitors(competitors, EQUAL, rules=Rules(head_to_head=head_to_head))
    found = by_id(lines)
    assert [line.id for line in lines if line.rung == found[1].rung] == expected
    assert found[1].beat == ((2,) if head_to_head else ())


def test_one_win_each_leaves_it_to_the_tie_break_number() -> None:
    """M-021: two players who met twice and won once each."""
    twice = play((1, 1, 2, W), (2, 2, 1, W))
    lines = rank_competitors([Competitor(1, tie_break_number=2), Competitor(2, tie_break_number=1)], twice)
    assert [(line.id, line.beat) for line in lines] == [(2, ()), (1, ())]
    unlucky = rank_competitors([Competitor(1, tie_break_number=1), Competitor(2, tie_break_number=2)], twice)
    assert [line.id for line in unlucky] == [1, 2]


def ring() -> list[PlayedMatch]:
    """Return matches in which 1 beats 2, 2 beats 3, and 3 beats 1, so that all are equal."""
    return play((1, 1, 2, W), (2, 2, 3, W), (3, 3, 1, W))


def test_three_equal_go_by_tie_break_number_alone() -> None:
    lines = rank_competitors(
        [
            Competitor(1, tie_break_number=2),
            Competitor(2, tie_break_number=3),
            Competitor(3, tie_break_number=1),
        ],
        ring(),
    )
    assert [line.id for line in lines] == [3, 1, 2]
    assert {line.rung for line in lines} == {0}


def test_two_of_three_equal_meet_again_inside_an_age_division() -> None:
    """M-031: within an age division only two are equal, so their match decides."""
    lines = rank_competitors(
        [
            Competitor(1, tie_break_number=2),
            Competitor(2, tie_break_number=1),
            Competitor(3, tie_break_number=3),
        ],
        ring(),
    )
    parts = split_by_age_division(lines, lambda line: "senior" if line.id == 3 else "masters")
    assert [(line.id, line.place) for line in parts["masters"]] == [(1, 1), (2, 2)]
    assert [(line.id, line.place) for line in parts["senior"]] == [(3, 1)]


def test_a_disqualified_player_has_no_line_but_stays_an_opponent() -> None:
    """M-021: only disqualified players are removed from the standings."""
    lines = rank_competitors([Competitor(1, disqualified=True, dropped_in=3), *field(2, 3, 4)], FOUR)
    assert [(line.id, line.place) for line in lines] == [(2, 1), (3, 2), (4, 3)]
    assert (
        by_id(lines)[2].tie_breaks["owp"]
        == by_id(rank_competitors(field(1, 2, 3, 4), FOUR))[2].tie_breaks["owp"]
    )


def test_open_matches_do_not_count() -> None:
    rows = play((1, 1, 2, W), (2, 1, 2, Outcome.PENDING))
    assert rank_competitors(field(1, 2), rows) == rank_competitors(field(1, 2), rows[:1])


@pytest.mark.parametrize("ids", [(), (1,), (1, 2, 3)])
def test_nothing_played(ids: tuple[int, ...]) -> None:
    lines = rank_competitors(field(*ids), [])
    assert [(line.id, line.points, line.tie_breaks["owp"]) for line in lines] == [
        (one, 0, 0.25) for one in ids
    ]


@pytest.mark.parametrize(
    ("competitors", "rows", "message"),
    [
        (field(1), play((1, 1, 2, W)), "not a competitor"),
        ([], play((1, 1, None, BYE)), "not a competitor"),
        (field(1, 1), [], "given twice"),
        (field(1, 2), play((1, 1, 2, BYE)), "against"),
        (field(1, 2), play((1, 1, None, W)), "against"),
    ],
)
def test_bugs_raise(competitors: list[Competitor], rows: list[PlayedMatch], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rank_competitors(competitors, rows)


def test_columns_and_rows_rank_alike() -> None:
    assert rank_competitors(field(1, 2, 3, 4), ResultColumns.of(FOUR)) == rank_competitors(
        field(1, 2, 3, 4), FOUR
    )
