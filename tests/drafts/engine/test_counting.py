"""R-095, S6: which lists count after a redraft, depending on when they were submitted."""

from datetime import UTC, datetime

import pytest

from decks.engine.counting import BegunDraft, draft_built_from, earliest_counting_time
from drafts.engine.building_clock import Tap, clocks_of_field

NEW = {"S6": "new_draft"}


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2017, 7, 29, hour, minute, tzinfo=UTC)


FIRST, AGAIN = BegunDraft(1, at(10), 1), BegunDraft(2, at(12), 2)


@pytest.mark.parametrize(
    ("handed_in", "number"), [(at(9), None), (at(10), 1), (at(11, 59), 1), (at(12), 2), (at(13), 2)]
)
def test_a_list_was_built_from_the_newest_draft_begun_by_then(
    handed_in: datetime, number: int | None
) -> None:
    assert draft_built_from([AGAIN, FIRST], handed_in) == number


def since(
    *begun: BegunDraft, next_round: int = 2, announced: bool = True, **settings: str
) -> datetime | None:
    return earliest_counting_time(begun, next_round=next_round, announced=announced, settings=settings or NEW)


def test_from_the_new_draft_alone_only_lists_since_it_count_s6() -> None:
    assert since(FIRST, AGAIN) == at(12)


def test_from_all_drafted_cards_the_old_list_still_counts_s6() -> None:
    assert since(FIRST, AGAIN, S6="all_drafted") is None
    assert earliest_counting_time([FIRST, AGAIN], next_round=2, announced=True, settings={}) is None


def test_before_the_redraft_every_list_counts() -> None:
    assert since(FIRST) is None
    assert since() is None


def test_a_redraft_that_was_not_announced_sets_nothing_aside_r095() -> None:
    assert since(FIRST, AGAIN, announced=False) is None


@pytest.mark.parametrize(("next_round", "found"), [(2, None), (3, at(12)), (4, at(12))])
def test_a_redraft_for_round_3_leaves_round_2_its_deck(next_round: int, found: datetime | None) -> None:
    assert since(FIRST, BegunDraft(2, at(12), 3), next_round=next_round) == found


def test_started_again_the_first_start_decides() -> None:
    """A list submitted between the two starts is a list of this draft."""
    taps = [Tap("start", at(12)), Tap("end", at(12, 20)), Tap("start", at(12, 25))]
    standing = clocks_of_field(taps, {1: ()})[1]
    assert (standing.began, standing.first) == (at(12, 25), at(12))
    assert clocks_of_field((), {1: [Tap("start", at(12))]})[1].first == at(12)
    assert clocks_of_field([Tap("start", at(12, 5), pod=1)], {1: [Tap("start", at(12))]})[1].first == at(12)
    assert clocks_of_field((), {1: ()})[1].first is None
