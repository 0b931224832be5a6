"""M-011 to M-015, M-052: rounds and cut by attendance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.refused import Refused
from tournaments.engine.structure import (
    TABLES,
    attendance_table_for,
    cut_size_for_attendance,
    day_two_points_of,
    structure_for_attendance,
    swiss_rounds_for_attendance,
)


@pytest.mark.parametrize(
    ("table", "fewest", "most", "rounds", "cut"),
    [
        ("league_challenge", 4, 8, 3, 0),
        ("league_challenge", 9, 16, 4, 0),
        ("league_challenge", 17, 32, 5, 0),
        ("league_challenge", 33, 64, 6, 0),
        ("league_challenge", 65, 128, 7, 0),
        ("league_challenge", 129, 256, 8, 0),
        ("league_challenge", 257, 512, 9, 0),
        ("league_challenge", 513, 5000, 10, 0),
        ("league_cup", 4, 8, 3, 0),
        ("league_cup", 9, 12, 4, 4),
        ("league_cup", 13, 20, 5, 4),
        ("league_cup", 21, 32, 5, 8),
        ("league_cup", 33, 64, 6, 8),
        ("league_cup", 65, 128, 7, 8),
        ("league_cup", 129, 226, 8, 8),
        ("league_cup", 227, 409, 9, 8),
        ("league_cup", 410, 5000, 10, 8),
        ("league_cup_2017", 13, 20, 5, 4),
        ("regional", 4, 8, 3, 0),
        ("regional", 17, 20, 5, 4),
        ("regional", 33, 64, 6, 6),
        ("regional", 227, 799, 9, 8),
        ("regional_2017", 800, 5000, 9, 8),
        ("prerelease", 17, 32, 5, 0),
    ],
)
def test_bands(table: str, fewest: int, most: int, rounds: int, cut: int) -> None:
    for players in (fewest, most):
        structure = structure_for_attendance(players, table)
        assert (structure.rounds, structure.cut) == (rounds, cut)
        assert (swiss_rounds_for_attendance(players, table), cut_size_for_attendance(players, table)) == (
            rounds,
            cut,
        )


@pytest.mark.parametrize(("fewest", "most", "cut"), [(9, 16, 2), (17, 32, 4), (33, 64, 6), (65, 3000, 8)])
def test_m014_cut_of_a_regional(fewest: int, most: int, cut: int) -> None:
    assert cut_size_for_attendance(fewest, "regional") == cut_size_for_attendance(most, "regional") == cut


@pytest.mark.parametrize(("players", "later"), [(226, 0), (227, 5), (799, 5), (800, 6)])
def test_second_phase_of_a_regional(players: int, later: int) -> None:
    assert structure_for_attendance(players, "regional").later_rounds == later


@pytest.mark.parametrize("table", TABLES)
def test_m016_a_table_with_a_day_two_has_the_points_for_it(table: str) -> None:
    assert day_two_points_of(table) == (19 if table.startswith("regional") else 0)
    assert all(bool(band.later_rounds) == bool(band.later_points) for band in TABLES[table])


def test_bands_name_their_rule() -> None:
    assert structure_for_attendance(20, "league_cup").rule == "M-013"
    assert structure_for_attendance(20, "league_challenge").rule == "M-012"
    assert structure_for_attendance(20, "prerelease").rule == "M-052"


@pytest.mark.parametrize("players", [0, 1, 2, 3])
def test_m011_an_official_event_needs_four(players: int) -> None:
    with pytest.raises(Refused, match="TOO_FEW_FOR_OFFICIAL") as refused:
        structure_for_attendance(players, "league_cup")
    assert refused.value.facts == {"players": players, "players_needed": 4, "rounds_needed": 3}


@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (1, 0), (2, 1), (3, 3)])
def test_m011_an_unofficial_event_is_warned(players: int, rounds: int) -> None:
    structure = structure_for_attendance(players, "league_cup", official=False)
    assert (structure.rounds, structure.cut) == (rounds, 0)
    assert structure.warnings == ("BELOW_OFFICIAL_MINIMUM",)


def test_no_warning_from_four_on() -> None:
    assert structure_for_attendance(4, "league_cup", official=False) == structure_for_attendance(
        4, "league_cup"
    )
    assert structure_for_attendance(4, "league_cup").warnings == ()


@pytest.mark.parametrize("table", TABLES)
@given(players=st.integers(0, 4000))
def test_more_players_never_mean_less(table: str, players: int) -> None:
    now, then = (structure_for_attendance(count, table, official=False) for count in (players, players + 1))
    assert (now.rounds, now.cut, now.later_rounds) <= (then.rounds, then.cut, then.later_rounds)
    assert now.rounds <= then.rounds
    assert now.cut <= then.cut <= max(players + 1, 4) // 2
    assert now.rounds >= 3 or players < 4


@pytest.mark.parametrize(
    ("name", "edition", "table"),
    [
        ("league_cup", "2017", "league_cup_2017"),
        ("league_cup", "2026", "league_cup"),
        ("prerelease", "2017", "prerelease"),
    ],
)
def test_table_of_an_edition(name: str, edition: str, table: str) -> None:
    assert attendance_table_for(name, edition) == table
