"""The state of a deck before the event."""

import pytest

from checks.engine.before_checks import LatestCheck, deck_state, legality

PASSED, FAILED = LatestCheck(running=False, passed=True, version=1), LatestCheck(running=False, version=1)


@pytest.mark.parametrize(
    ("seen", "counts", "collected", "where"),
    [
        (None, 1, True, "waiting"),
        (None, None, True, "no_list"),
        (None, None, False, "waiting"),
        (LatestCheck(running=True), 1, True, "running"),
        (LatestCheck(running=True, version=1), 2, True, "running"),
        (PASSED, 1, True, "passed"),
        (PASSED, 2, True, "changed"),
        (FAILED, 1, True, "needs"),
        (FAILED, 2, True, "changed"),
        (LatestCheck(running=False, passed=True), None, False, "passed"),
        (LatestCheck(running=False, passed=True), None, True, "passed"),
        (LatestCheck(running=False, passed=True), 1, True, "changed"),
        (LatestCheck(running=False), None, False, "needs"),
    ],
)
def test_where_a_deck_stands(seen, counts, collected, where):
    assert deck_state(seen, counts=counts, collected=collected) == where


def test_a_list_is_legal_by_itself_or_by_a_ruling_and_nothing_is_said_of_none():
    assert legality(listed=False, errors=0, settled=0) == ""
    assert legality(listed=True, errors=0, settled=0) == "legal"
    assert legality(listed=True, errors=0, settled=1) == "settled"
    assert legality(listed=True, errors=1, settled=1) == "problems"
