"""The sheet of a check is replayed from its taps (R-034): in any order, repeated, by two judges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.engine.check_sheet import (
    MAX_CARD_LENGTH,
    NO_PATTERN,
    PATTERN,
    STEPS,
    TAPPED_STEPS,
    WITHDRAWN,
    MarkedCards,
    Tap,
    group_by_section,
    is_invalid_check_tap,
    marks_subject,
    replay_check_taps,
)
from decks.engine.lists import PrintedListRow

DECK = (4, 4, 2, 50)

taps = st.one_of(
    st.builds(Tap, st.just("step"), st.sampled_from(TAPPED_STEPS), st.integers(0, 2)),
    st.builds(Tap, st.just("total"), st.just(""), st.integers(0, 70)),
    st.builds(Tap, st.just("line"), st.sampled_from("0123"), st.integers(-1, 60)),
    st.builds(Tap, st.just("other"), st.sampled_from(["N", "Colress"]), st.integers(0, 4)),
)


def counted_down() -> list[Tap]:
    return [Tap("line", str(row), number) for row, number in enumerate(DECK)]


def test_a_whole_deck_takes_one_tap_a_line_and_four_more():
    taps = [Tap("step", step, 1) for step in TAPPED_STEPS] + [Tap("total", "", 60), *counted_down()]
    sheet = replay_check_taps(taps, DECK)
    assert (sheet.cards, sheet.expected_total, sheet.differing) == (60, 60, ())
    assert sheet.steps == dict.fromkeys(STEPS, "fine")


def test_a_missing_and_a_foreign_card_make_the_contents_wrong():
    sheet = replay_check_taps([*counted_down(), Tap("line", "1", 3), Tap("other", "N", 1)], DECK)
    assert (sheet.differing, dict(sheet.others), sheet.cards) == ((1,), {"N": 1}, 60)
    assert sheet.steps["contents"] == "wrong"
    assert replay_check_taps([*counted_down(), Tap("other", "N", 1), Tap("other", "N", 0)], DECK).others == {}


def test_nothing_is_said_before_anybody_tapped_and_nothing_without_a_list():
    assert replay_check_taps([], DECK).steps == dict.fromkeys(STEPS, "")
    assert replay_check_taps([], ()).steps["contents"] == ""


@given(st.lists(taps, max_size=30), st.data())
def test_a_tap_that_arrives_twice_in_a_row_changes_nothing(tapped, data):
    again = [tap for tap in tapped for _turn in range(data.draw(st.integers(1, 3)))]
    assert replay_check_taps(again, DECK) == replay_check_taps(tapped, DECK)


@given(st.permutations(counted_down()), st.permutations(counted_down()))
def test_two_judges_may_count_the_same_deck_in_any_order(first, second):
    both = [tap for pair in zip(first, second, strict=True) for tap in pair]
    assert replay_check_taps(both, DECK) == replay_check_taps(counted_down(), DECK)


@given(st.lists(taps, max_size=30))
def test_what_is_found_is_what_was_said_last(tapped):
    sheet = replay_check_taps(tapped, DECK)
    assert not any(is_invalid_check_tap(tap, len(DECK)) for tap in tapped)
    for row in range(len(DECK)):
        last = next(
            (tap.number for tap in reversed(tapped) if (tap.kind, tap.subject) == ("line", str(row))), -1
        )
        assert sheet.found.get(row, -1) == last


def test_odd_taps_are_known():
    odd = (
        Tap("line", "4", 1),
        Tap("line", "x", 1),
        Tap("line", "0", -2),
        Tap("line", "0", 1000),
        Tap("step", "total", 1),
        Tap("step", "legible", 3),
        Tap("other", "", 1),
        Tap("total", "", -1),
        Tap("", "", 0),
    )
    assert all(is_invalid_check_tap(tap, len(DECK)) for tap in odd)


def test_a_card_that_is_not_on_the_list_has_a_name_of_at_most_120_letters():
    lengths = (0, 1, MAX_CARD_LENGTH - 1, MAX_CARD_LENGTH, MAX_CARD_LENGTH + 1)
    assert [is_invalid_check_tap(Tap("other", "x" * long, 1), len(DECK)) for long in lengths] == [
        True,
        False,
        False,
        False,
        True,
    ]


def test_without_a_list_the_total_is_held_against_the_size_of_a_deck_here():
    taps = [Tap("total", "", 60)]
    assert replay_check_taps(taps, (), 60).steps["total"] == "fine"
    assert replay_check_taps(taps, (), 40).steps["total"] == "wrong"
    assert replay_check_taps(taps, ()).steps["total"] == ""
    assert replay_check_taps([Tap("total", "", 60)], DECK, 40).expected_total == 60


def test_notes_about_marked_cards_stand_until_they_are_undone():
    """R-025, R-039: which cards, and whether they could be identified by the marks."""
    corner, line = marks_subject(" bent  corner ", "all four N"), marks_subject("a line on the back", "")
    sheet = replay_check_taps([Tap("pattern", corner, NO_PATTERN), Tap("pattern", line, PATTERN)], DECK)
    assert sheet.marked == (
        MarkedCards("bent corner", "all four N", False),
        MarkedCards("a line on the back", "", True),
    )
    sheet = replay_check_taps([Tap("pattern", corner, NO_PATTERN), Tap("pattern", corner, PATTERN)], DECK)
    assert [one.pattern for one in sheet.marked] == [True]
    assert (
        replay_check_taps([Tap("pattern", corner, PATTERN), Tap("pattern", corner, WITHDRAWN)], DECK).marked
        == ()
    )


@pytest.mark.parametrize(
    "subject", ["", "\nall four N", "no break", "a\nb\nc", "a  b\nc", "a\n" + "x" * 60, "x" * 60 + "\n"]
)
def test_a_note_about_marked_cards_names_what_is_marked_and_fits(subject):
    assert is_invalid_check_tap(Tap("pattern", subject, PATTERN), 1)
    assert is_invalid_check_tap(Tap("pattern", marks_subject("bent", "N"), 3), 1)
    assert not is_invalid_check_tap(Tap("pattern", marks_subject("x" * 99, "y" * 99), PATTERN), 1)


@pytest.mark.parametrize(("kind", "subject"), [("line", "0"), ("total", ""), ("other", "N")])
def test_more_cards_than_any_deck_has_are_odd(kind: str, subject: str) -> None:
    assert [is_invalid_check_tap(Tap(kind, subject, number), 1) for number in (0, 999, 1000)] == [
        False,
        False,
        True,
    ]


def row(section: str, quantity: int, kind: str = "pokemon") -> PrintedListRow:
    return PrintedListRow(
        quantity, "N", "", "", "", section, kind, foil=False, language=None, lost=False, text=""
    )


def test_a_section_counts_cards_and_unknown_ones_are_no_energy() -> None:
    rows = [
        row("pokemon", 4),
        row("pokemon", 3),
        row("energy", 10, "basic_energy"),
        row("energy", 2, "unknown"),
    ]
    found = group_by_section(rows)
    assert [(one.code, one.cards) for one in found] == [("pokemon", 7), ("energy", 10), ("", 2)]
    assert [[at for at, _ in one.rows] for one in found] == [[0, 1], [2], [3]]
