"""R-090, R-104, R-111, R-112, M-060: kinds of events and the settings that they allow."""

from dataclasses import replace
from datetime import date

import pytest

from tournaments.engine.kinds import (
    CARD_FORMATS,
    EDITIONS,
    KINDS,
    EventSettings,
    default_event_settings,
    default_round_minutes,
    event_settings_problems,
    minimum_round_minutes,
)
from tournaments.engine.structure import TABLES
from tournaments.models import Tournament


@pytest.mark.parametrize(
    ("edition", "play_style", "best_of", "minutes"),
    [
        ("2017", "constructed", 1, 30),
        ("2017", "limited", 1, 20),
        ("2017", "constructed", 3, 45),
        ("2017", "limited", 3, 45),
        ("2017", "thirty", 1, 0),
        ("2017", "thirty", 3, 0),
        ("2026", "constructed", 1, 30),
        ("2026", "limited", 1, 30),
        ("2026", "constructed", 3, 50),
        ("2026", "limited", 3, 50),
    ],
)
def test_r111_r112_m060_least_minutes(edition: str, play_style: str, best_of: int, minutes: int) -> None:
    assert minimum_round_minutes(edition, play_style, best_of) == minutes


def test_thirty_cards_are_proposed_the_minutes_of_limited() -> None:
    assert default_round_minutes("2017", "thirty", 1) == default_round_minutes("2017", "limited", 1) == 20


def test_editions() -> None:
    assert {code: edition.revised_on for code, edition in EDITIONS.items()} == {
        "2017": date(2017, 7, 26),
        "2026": date(2026, 9, 1),
    }
    assert [edition.extra_turns for edition in EDITIONS.values()] == [3, 3]
    assert [edition.window_minutes for edition in EDITIONS.values()] == [None, 15]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_usual_settings_are_allowed(kind: str, edition: str) -> None:
    settings = default_event_settings(kind, edition)
    assert event_settings_problems(settings) == []
    assert settings.play_style in Tournament.PlayStyle.values
    assert settings.card_format in CARD_FORMATS
    assert settings.event_class in Tournament.EventClass.values
    assert settings.structure in Tournament.Structure.values
    assert settings.attendance_table in TABLES


@pytest.mark.parametrize(
    ("kind", "official", "play_style", "best_of", "structure", "minutes"),
    [
        ("league_challenge", True, "constructed", 1, "swiss", 30),
        ("league_cup", True, "constructed", 3, "swiss_cut", 50),
        ("prerelease", True, "limited", 1, "swiss", 30),
        ("regional", True, "constructed", 3, "swiss_cut", 50),
        ("league_session", False, "constructed", 1, "swiss", 30),
        ("side_event", True, "constructed", 1, "swiss", 30),
        ("custom", False, "constructed", 1, "swiss", 30),
        ("two_on_two", False, "constructed", 1, "swiss", 30),
        ("team_battle", False, "constructed", 1, "swiss", 30),
    ],
)
def test_kinds(
    kind: str, official: bool, play_style: str, best_of: int, structure: str, minutes: int
) -> None:
    settings = default_event_settings(kind)
    assert settings.official is official
    assert (settings.play_style, settings.best_of) == (play_style, best_of)
    assert (settings.structure, settings.round_minutes) == (structure, minutes)


def test_edition_moves_minutes_and_table() -> None:
    settings = default_event_settings("league_cup", "2017")
    assert (settings.round_minutes, settings.attendance_table) == (45, "league_cup_2017")
    assert default_event_settings("prerelease", "2017").round_minutes == 20


@pytest.mark.parametrize("style", ["thirty", "thirty_limited"])
def test_r104_thirty_cards_make_an_event_unofficial(style: str) -> None:
    assert not default_event_settings("league_challenge", play_style=style).official


def codes(settings: EventSettings) -> list[str]:
    return [problem.code for problem in event_settings_problems(settings)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"round_minutes": 49}, ["MINUTES_BELOW_MINIMUM"]),
        ({"round_minutes": 50}, []),
        ({"round_minutes": 180}, []),
        ({"round_minutes": 0}, []),
        ({"round_minutes": 29, "best_of": 1}, ["MINUTES_BELOW_MINIMUM"]),
        ({"round_minutes": 30, "best_of": 1}, []),
        ({"round_minutes": 45, "edition": "2017"}, []),
        ({"round_minutes": 44, "edition": "2017", "play_style": "limited"}, ["MINUTES_BELOW_MINIMUM"]),
        ({"round_minutes": 20, "edition": "2017", "play_style": "limited", "best_of": 1}, []),
        ({"cut_round_minutes": 40}, ["MINUTES_BELOW_MINIMUM"]),
        ({"cut_round_minutes": 40, "structure": "swiss"}, []),
        ({"round_minutes": 10, "structure": "elimination"}, []),
        ({"cut_best_of": 1}, ["CUT_NEEDS_BEST_OF_THREE"]),
        ({"cut_best_of": 1, "structure": "swiss"}, []),
        ({"cut_best_of": 1, "event_class": "other"}, []),
        ({"cut_best_of": 1, "edition": "2017"}, []),
        ({"third_place": True}, []),
        ({"third_place": True, "structure": "swiss"}, ["THIRD_PLACE_WITHOUT_CUT"]),
        ({"kind": "two_on_two"}, ["KIND_IS_UNOFFICIAL"]),
        ({"play_style": "thirty"}, ["STYLE_IS_UNOFFICIAL"]),
        ({"round_minutes": 5, "cut_best_of": 1, "kind": "team_battle", "event_class": "unofficial"}, []),
    ],
)
def test_check_settings(changes: dict[str, object], expected: list[str]) -> None:
    assert codes(replace(default_event_settings("league_cup"), **changes)) == expected  # type: ignore[arg-type]


def test_r111_problem_says_what_is_needed() -> None:
    (problem,) = event_settings_problems(
        replace(default_event_settings("league_challenge"), round_minutes=25)
    )
    assert problem.facts == {
        "phase": "swiss",
        "minutes": 25,
        "minimum": 30,
        "best_of": 1,
        "play_style": "constructed",
        "edition": "2026",
    }


@pytest.mark.parametrize(("edition", "minutes"), [("2017", 2), ("2026", 0)])
def test_r110_the_round_of_2017_begins_after_two_minutes(edition: str, minutes: int) -> None:
    """Section 7.1 of the 2017 rules: the round does not start before these two minutes are over."""
    assert {default_event_settings(kind, edition).clock_delay for kind in KINDS} == {minutes}
