"""The checker of standings against examples computed by hand, and that it finds a wrong place."""

from fractions import Fraction

from tests.pairings.standings_checker import Line, Player, Seat, Standings, final_order, misplaced


def met(number: int, winner: int, loser: int, *, tied: bool = False) -> list[Seat]:
    results = ("tie", "tie") if tied else ("win", "loss")
    return [Seat(number, winner, loser, results[0]), Seat(number, loser, winner, results[1])]


FIVE = [
    *met(1, 1, 2),
    *met(1, 3, 4, tied=True),
    Seat(1, 5, None, "bye"),
    *met(2, 1, 5),
    *met(2, 3, 2),
    Seat(2, 4, None, "bye"),
    *met(3, 1, 3, tied=True),
    *met(3, 5, 4),
]
"""Three rounds of five players. Player 2 drops after round 2."""


def standings(
    players: list[Player], seats: list[Seat], *, after: int = 3, planned: int = 3
) -> list[list[Line]]:
    return Standings(players, seats, after=after, planned=planned).groups()


def five(*, after: int = 3) -> list[list[Line]]:
    players = [Player(id_, dropped_in=2 if id_ == 2 else None) for id_ in range(1, 6)]
    return standings(players, FIVE, after=after)


def test_five_players_computed_by_hand() -> None:
    """Win percentages 5/6, 25 %, 2/3, 25 %, 1/2; player 2 keeps the averages of round 2."""
    lines = [line for group in five() for line in group]
    assert [(line.player, line.points, float(line.owp), float(line.oowp)) for line in lines] == [
        (1, 7, 0.4722, 0.6204),
        (5, 6, 0.5417, 0.5278),
        (3, 5, 0.4444, 0.6435),
        (4, 4, 0.5833, 0.493),
        (2, 0, 0.875, 0.3125),
    ]


def test_a_wrong_place_is_found() -> None:
    assert misplaced(five(), [1, 5, 3, 4, 2]) == []
    assert misplaced(five(), [1, 3, 5, 4, 2]) == ["place 2: 3, not [5]", "place 3: 5, not [3]"]
    assert misplaced(five(), [1, 5, 3, 4]) == ["4 places, not 5"]


def test_a_later_drop_does_not_count_yet() -> None:
    assert [line.player for group in five(after=1) for line in group][:2] == [1, 5]


def test_a_complete_tie_is_in_any_order() -> None:
    seats = [*met(1, 1, 2), *met(1, 3, 4)]
    groups = standings([Player(id_) for id_ in (1, 2, 3, 4)], seats, after=1)
    assert [sorted(line.player for line in group) for group in groups] == [[1, 3], [2, 4]]
    assert misplaced(groups, [3, 1, 2, 4]) == misplaced(groups, [1, 3, 4, 2]) == []
    assert misplaced(groups, [1, 2, 3, 4]) != []


def test_head_to_head_is_for_exactly_two() -> None:
    circle = [*met(1, 1, 2), *met(1, 3, 4), *met(2, 2, 3), *met(2, 4, 1)]
    all_four = standings([Player(id_) for id_ in (1, 2, 3, 4)], circle, after=2)
    assert [len(group) for group in all_four] == [4]
    two_late = standings([Player(id_, late=id_ > 2) for id_ in (1, 2, 3, 4)], circle, after=2)
    assert [line.player for group in two_late for line in group] == [1, 2, 3, 4]
    assert misplaced(two_late, [2, 1, 3, 4]) != []


def test_an_early_drop_caps_the_percentage_and_a_disqualification_does_not() -> None:
    seats = [*met(1, 1, 2), *met(2, 2, 3), Seat(2, 1, None, "late_loss"), Seat(1, 3, None, "awarded_bye")]
    first_round = [seat for seat in seats if seat.round == 1]
    for row, share in (
        (Player(1, dropped_in=1), Fraction(3, 4)),
        (Player(1, dropped_in=1, disqualified=True), Fraction(1)),
        (Player(1), Fraction(1)),
    ):
        table = Standings([row, Player(2), Player(3)], first_round, after=1, planned=3)
        assert table.owp(2, 1) == share
        assert table.owp(3, 1) == 1, "an awarded bye is an opponent of 100 %"
        assert [line.player for group in table.groups() for line in group].count(1) == int(
            not row.disqualified
        )
    table = Standings([Player(1), Player(2), Player(3)], seats, after=2, planned=3)
    assert (table.share(1, 2), table.share(3, 2)) == (Fraction(1, 2), Fraction(1, 2))


def test_players_of_day_one_rank_below_those_of_day_two() -> None:
    seats = [*met(1, 1, 2), *met(1, 3, 4), *met(2, 3, 1)]
    players = [Player(1), Player(2, day_one=1), Player(3), Player(4, day_one=1)]
    table = Standings(players, seats, after=2, planned=2)
    assert table.line(2).owp == 1, "as after round 1"
    assert [line.player for group in table.groups() for line in group][:2] == [3, 1]


def test_the_cut_comes_first_then_the_swiss_order() -> None:
    cut = [{1: "win", 4: "loss", 3: "loss", 2: "win"}, {1: "loss", 2: "win"}]
    assert final_order([1, 2, 3, 4, 5], cut, ()) == [2, 1, 3, 4, 5]
    assert final_order([1, 2, 3, 4, 5], cut, {3}) == [2, 1, 4, 5]
    with_byes = [{1: "bye", 2: "win", 3: "loss"}, {1: "loss", 2: "win"}]
    assert final_order([1, 2, 3, 4], with_byes, ()) == [2, 1, 3, 4]
