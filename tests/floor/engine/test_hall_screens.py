"""What fits on a screen, and which names it shows."""

from datetime import timedelta

import pytest

from core.engine.refused import Refused
from floor.engine.hall_screens import (
    PAIRINGS_DURATION,
    Moment,
    ScreenPart,
    ScreenSettings,
    choose_screen_parts,
    require_valid_settings,
    time_until_screen_parts_change,
)


@pytest.mark.parametrize(
    ("first", "last", "names", "others"),
    [
        ("", "", ["Abel", "Ñandú", "ze", "Óscar", "王"], []),
        ("A", "K", ["Abel", "Kim"], ["Lopez", "Zhu", "王"]),
        ("L", "", ["Lopez", "Zhu", "王"], ["Kim"]),
        ("", "C", ["Abel", "Çelik"], ["Dahl"]),
    ],
)
def test_names_of_its_letters_and_those_of_other_scripts_at_the_end(
    first: str, last: str, names: list[str], others: list[str]
) -> None:
    settings = ScreenSettings(letter_from=first, letter_to=last)
    assert [settings.shows_name(name) for name in names] == [True] * len(names)
    assert [settings.shows_name(name) for name in others] == [False] * len(others)


def test_the_span_of_letters() -> None:
    spans = [("", "", ""), ("", "K", "A–K"), ("L", "", "L–Z"), ("C", "C", "C–C")]
    for first, last, span in spans:
        assert ScreenSettings(letter_from=first, letter_to=last).span == span


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (ScreenSettings(letter_from="K", letter_to="A"), "SCREEN_LETTERS_REVERSED"),
        (ScreenSettings((ScreenPart.FEATURE,)), "SCREEN_TABLE_MISSING"),
        (ScreenSettings((ScreenPart.FEATURE,), table=10_000), "SCREEN_TABLE_MISSING"),
        (ScreenSettings(seconds=4), "SCREEN_SECONDS"),
        (ScreenSettings(seconds=121), "SCREEN_SECONDS"),
    ],
)
def test_what_no_screen_can_show(settings: ScreenSettings, code: str) -> None:
    with pytest.raises(Refused, match=code):
        require_valid_settings(settings)


@pytest.mark.parametrize(
    "settings",
    [
        ScreenSettings(letter_from="A", letter_to="K"),
        ScreenSettings(letter_from="K", letter_to="K"),
        ScreenSettings(letter_from="K"),
        ScreenSettings(letter_to="A"),
        ScreenSettings(("feature",), table=1),
        ScreenSettings(("feature",), table=9_999),
        ScreenSettings(("clock",), table=0),
        ScreenSettings(seconds=5),
        ScreenSettings(seconds=120),
    ],
)
def test_what_it_can(settings: ScreenSettings) -> None:
    assert require_valid_settings(settings) == settings


def test_each_part_once() -> None:
    assert require_valid_settings(ScreenSettings(("clock", "names", "clock"))).parts == ("clock", "names")


LONG, JUST = PAIRINGS_DURATION, PAIRINGS_DURATION - timedelta(seconds=1)


@pytest.mark.parametrize(
    ("moment", "parts"),
    [
        (Moment(), ("qr",)),
        (Moment(ranked=True), ("standings",)),
        (Moment(ranked=True, bracket=True), ("standings", "bracket")),
        (Moment(bracket=True), ("bracket",)),
        (Moment(JUST, timed=True), ("names",)),
        (Moment(LONG, timed=True), ("clock",)),
        (Moment(LONG, timed=True, waits=True), ("names",)),
        (Moment(LONG), ("open",)),
        (Moment(LONG, in_cut=True, bracket=True, timed=True), ("bracket", "clock")),
        (Moment(LONG, in_cut=True), ("open",)),
        (Moment(LONG, bracket=True), ("open",)),
        (Moment(JUST, drafting=True), ("draft",)),
    ],
)
def test_what_fits_the_moment(moment: Moment, parts: tuple[str, ...]) -> None:
    assert choose_screen_parts(moment) == parts


def test_when_time_alone_changes_it() -> None:
    assert time_until_screen_parts_change(Moment(timedelta(0))) == PAIRINGS_DURATION
    assert time_until_screen_parts_change(Moment(JUST)) == timedelta(seconds=1)
    assert [
        time_until_screen_parts_change(one) for one in (Moment(), Moment(LONG), Moment(JUST, drafting=True))
    ] == [None] * 3
