"""Finding the parts of a journal that do not match its seals."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.engine.seals import (
    MAX_KEY,
    Line,
    Mismatch,
    Seal,
    find_mismatches,
    is_text_of_digest,
    late_line_keys,
    line_digest,
    require_seal_gaps,
    require_seal_lines,
    seal_digest,
    short_digest,
)

NOON = datetime(2026, 9, 5, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
LINES = [
    Line(key, 1, 2, "ResultEntered", NOON, 3, None, {"outcome": "left", "table": key}) for key in range(1, 7)
]


def sealed(number: int, lines: list[Line], previous: str, gaps: tuple[int, ...] = ()) -> Seal:
    pairs = [(line.id, line_digest(line)) for line in lines]
    seal = Seal(1, number, lines[-1].id, previous, NOON, 3, "round", pairs, gaps)
    return replace(seal, digest=seal_digest(seal))


FIRST = sealed(1, LINES[:2], "")
SECOND = sealed(2, LINES[2:4], FIRST.digest)
THIRD = sealed(3, LINES[4:5], SECOND.digest)
SEALS = [FIRST, SECOND, THIRD]


def test_a_journal_as_it_was_sealed_agrees_and_newer_lines_are_not_judged() -> None:
    assert find_mismatches(SEALS, LINES, now=LATER) == []
    assert find_mismatches([], LINES, now=LATER) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"facts": {"outcome": "right", "table": 2}},
        {"kind": "ResultCleared"},
        {"at": NOON + timedelta(microseconds=1)},
        {"by": None},
        {"undoes": 1},
        {"home": None},
        {"part": 3},
    ],
)
def test_a_line_that_was_changed(changes: dict[str, Any]) -> None:
    lines = [LINES[0], replace(LINES[1], **changes), *LINES[2:]]
    assert find_mismatches(SEALS, lines, now=LATER) == [Mismatch("changed", 2)]


def test_lines_that_were_removed_or_added_come_by_their_order() -> None:
    extra = replace(LINES[0], id=3)
    seals = [FIRST, sealed(2, LINES[3:4], FIRST.digest)]
    assert find_mismatches(seals, [LINES[1], extra, LINES[3]], now=LATER) == [
        Mismatch("removed", 1),
        Mismatch("added", 3),
    ]


def test_a_line_that_was_still_being_written_is_not_added() -> None:
    """For ten minutes, a gap in the newest seal may still be filled."""
    seals = [FIRST, sealed(2, LINES[3:4], FIRST.digest, gaps=(3,))]
    assert find_mismatches(seals, LINES[:4], now=NOON + timedelta(minutes=10)) == []
    assert find_mismatches(seals, LINES[:4], now=NOON + timedelta(minutes=10, seconds=1)) == [
        Mismatch("added", 3)
    ]
    assert late_line_keys(seals, NOON) == {3}


def test_the_last_line_of_a_seal_can_be_an_added_one() -> None:
    seals = [FIRST, replace(SECOND, lines=SECOND.lines[:1])]
    assert Mismatch("added", 4) in find_mismatches(seals, LINES, now=LATER)


def test_a_seal_that_was_changed_is_named_once() -> None:
    forged = replace(SECOND, why="other")
    assert find_mismatches([FIRST, forged, THIRD], LINES, now=LATER) == [Mismatch("seal_changed", 2)]
    again = replace(forged, digest=seal_digest(forged))
    assert find_mismatches([FIRST, again, THIRD], LINES, now=LATER) == [Mismatch("seal_changed", 2)]


def test_a_seal_that_was_removed() -> None:
    lines = [*LINES[:2], LINES[4]]
    assert find_mismatches([FIRST, THIRD], lines, now=LATER) == [Mismatch("seal_removed", 2)]
    assert find_mismatches([SECOND, THIRD], LINES[2:], now=LATER) == [Mismatch("seal_removed", 1)]


def test_seals_that_follow_another_are_judged_from_there() -> None:
    assert find_mismatches([SECOND, THIRD], LINES[2:], now=LATER, before=FIRST) == []
    other = replace(FIRST, digest="0" * 64)
    assert find_mismatches([SECOND, THIRD], LINES[2:], now=LATER, before=other) == [
        Mismatch("seal_changed", 1)
    ]


def test_a_digest_as_people_compare_it() -> None:
    digest = "3f2a90c177de0b48" + "0" * 48
    assert short_digest(digest) == "3f2a 90c1 77de 0b48"
    assert short_digest(digest, digits=8) == "3f2a 90c1"
    assert is_text_of_digest("3F2A 90c1 77de 0b48", digest)
    assert is_text_of_digest(digest, digest)
    assert not is_text_of_digest("3f2a 90c1 77de 0b4", digest)
    assert not is_text_of_digest("3f2a 90c1 77de 0b49", digest)


@pytest.mark.parametrize("gaps", [[0], [-1], [MAX_KEY + 1], [True], ["1"], [1.0]])
def test_what_cannot_be_a_gap(gaps: list[Any]) -> None:
    require_seal_gaps([1, MAX_KEY])
    with pytest.raises(ValueError):
        require_seal_gaps(gaps)


@pytest.mark.parametrize("text", [f"{MAX_KEY + 1} abc", "abc 1", "1 abc\n\n2 abc"])
def test_what_a_seal_cannot_keep_of_its_lines(text: str) -> None:
    require_seal_lines(f"1 abc\n{MAX_KEY} abc")
    with pytest.raises(ValueError):
        require_seal_lines(text)


def test_digests_of_stored_lines_and_seals_stay_the_same() -> None:
    """The digests were computed before this module moved to the core, and those of all events exist on paper."""
    line = Line(7, 1, 2, "NoKind", NOON, 3, None, {})
    seal = Seal(1, 2, 9, "ab", NOON, 3, "round", [(7, "cd")], (8,))
    assert line_digest(line) == "f49df5ceb3a0be928f1fc4ae7ef3b310afd9560bcd975ba6f545a41e61bc2e20"
    assert seal_digest(seal) == "dac12dfd53bdd63cc832d899b5b3653721ea5694a31ba4a96728b98a59803da8"
