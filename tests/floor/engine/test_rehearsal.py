"""A round of a rehearsal, minute by minute."""

from random import Random

import pytest

from floor.engine.rehearsal import MAX_LATE_MINUTES, Act, Habits, simulate_acts

TABLES, MINUTES = 200, 50


def round_of(tables: int = TABLES, seed: int = 1, **habits: float) -> list[Act]:
    chances = dict.fromkeys(("absent", "call", "check", "differ", "drop", "late", "over"), 0.0) | habits
    return simulate_acts(tables, MINUTES, Random(seed), Habits(**chances))


def by_table(found: list[Act], kind: str) -> dict[int | None, float]:
    return {act.table: act.minute for act in found if act.kind == kind}


def test_without_habits_each_table_reports_once_and_in_time() -> None:
    found = round_of()
    assert sorted((act.kind, act.table) for act in found) == [("report", table) for table in range(TABLES)]
    assert 0.35 * MINUTES <= found[0].minute < found[-1].minute <= 0.97 * MINUTES


def test_a_match_that_goes_over_time_ends_one_to_eight_minutes_after_it() -> None:
    minutes = by_table(round_of(over=1), "report").values()
    assert MINUTES + 1 <= min(minutes) < MINUTES + 2
    assert MINUTES + 7 < max(minutes) <= MINUTES + 8


def test_an_empty_seat_is_noticed_after_five_minutes_and_nothing_else_happens_there() -> None:
    found = round_of(absent=1, call=1, check=1, drop=1)
    assert found == [Act(5.0, "absent", table) for table in range(TABLES)]


def test_late_players_come_within_twelve_minutes_to_no_table() -> None:
    late = [act for act in round_of(late=1) if act.kind == "late"]
    assert {act.table for act in late} == {None}
    assert len(late) == TABLES
    assert MAX_LATE_MINUTES == 12
    assert 0.1 * MAX_LATE_MINUTES <= late[0].minute < late[-1].minute <= 0.8 * MAX_LATE_MINUTES


def test_a_hand_goes_up_while_the_match_is_played() -> None:
    minutes = by_table(round_of(call=1), "call")
    assert len(minutes) == TABLES
    assert 0.1 * MINUTES <= min(minutes.values()) < max(minutes.values()) <= 0.8 * MINUTES


def test_decks_are_checked_in_the_first_minute() -> None:
    assert by_table(round_of(check=1), "check") == dict.fromkeys(range(TABLES), 1.0)


def test_reports_that_differ_take_the_place_of_the_one_report() -> None:
    found = round_of(differ=1)
    assert {act.kind for act in found} == {"differ"}
    assert by_table(found, "differ") == by_table(round_of(), "report")


def test_a_player_drops_a_minute_after_the_match() -> None:
    found = round_of(drop=1)
    assert by_table(found, "drop") == {
        table: minute + 1 for table, minute in by_table(found, "report").items()
    }


@pytest.mark.parametrize(
    ("kind", "share"),
    [("absent", 0.03), ("call", 0.12), ("check", 0.05), ("differ", 0.05), ("drop", 0.03), ("late", 0.03)],
)
def test_usual_habits_are_as_frequent_as_they_say(kind: str, share: float) -> None:
    found = simulate_acts(5_000, MINUTES, Random(1))
    assert sum(act.kind == kind for act in found) / 5_000 == pytest.approx(share, abs=0.012)


def test_usually_every_eighth_match_goes_over_time() -> None:
    found = simulate_acts(5_000, MINUTES, Random(1))
    reports = [act.minute for act in found if act.kind in ("report", "differ")]
    assert sum(minute > MINUTES for minute in reports) / len(reports) == pytest.approx(0.12, abs=0.02)


def test_one_habit_changes_nothing_of_another() -> None:
    assert by_table(round_of(call=0.5, check=0.5), "call") == by_table(round_of(call=0.5), "call")


def test_a_round_is_in_the_order_of_its_minutes_and_the_same_for_the_same_chance() -> None:
    found = simulate_acts(TABLES, MINUTES, Random(7))
    assert found == simulate_acts(TABLES, MINUTES, Random(7))
    assert found != simulate_acts(TABLES, MINUTES, Random(8))
    assert [act.minute for act in found] == sorted(act.minute for act in found)
