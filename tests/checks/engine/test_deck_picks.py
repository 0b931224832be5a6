"""Which decks are checked: 10 % rounded up (R-038), in a random order that anyone can reproduce."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.engine import deck_picks
from checks.engine.deck_picks import CheckCandidate, Pick

SEEDS = st.integers(0, 2**31)


@pytest.mark.parametrize(
    ("decks", "wanted"), [(0, 0), (1, 1), (10, 1), (11, 2), (23, 3), (100, 10), (101, 11)]
)
def test_ten_percent_is_rounded_up(decks: int, wanted: int) -> None:
    assert deck_picks.count_decks_to_check(decks) == wanted
    assert deck_picks.count_missing_checks(decks, wanted) == 0
    assert deck_picks.count_missing_checks(decks, 0) == wanted


@st.composite
def fields(draw: st.DrawFn) -> list[CheckCandidate]:
    """Generate up to 20 tables of two divisions; some decks were checked, some checks are pending."""
    tables = draw(st.integers(0, 20))
    return [
        CheckCandidate(
            entry=table * 2 + side,
            division=1 + table % 2,
            table=table + 1,
            order=table + 1,
            checks=draw(st.sampled_from([0, 0, 0, 1, 2])),
            open=draw(st.sampled_from([False, False, False, True])),
        )
        for table in range(tables)
        for side in (0, 1)
    ]


def free(field: Iterable[CheckCandidate], division: int) -> list[int]:
    """Return the decks that were never checked and are not selected."""
    return [one.entry for one in field if one.division == division and not one.checks and not one.open]


def picked(picks: Iterable[Pick], division: int) -> list[int]:
    return [one.entry for one in picks if one.division == division]


@given(fields(), SEEDS, st.integers(0, 12))
def test_the_lot_takes_as_many_as_wanted_and_nobody_twice(field, seed, number):
    picks = deck_picks.pick_decks_at_random(field, {1: number, 2: 0}, seed=seed)
    mine = picked(picks, 1)
    assert len(set(mine)) == len(mine) == min(number, len(free(field, 1)))
    assert set(mine) <= set(free(field, 1))
    assert not picked(picks, 2)


@given(fields(), SEEDS, st.integers(1, 12), st.randoms())
def test_the_same_seed_picks_the_same_decks_in_any_order_of_rows(field, seed, number, chance):
    once = deck_picks.pick_decks_at_random(field, {1: number, 2: number}, seed=seed)
    chance.shuffle(field)
    assert deck_picks.pick_decks_at_random(field, {2: number, 1: number}, seed=seed) == once


@given(fields(), SEEDS, st.integers(1, 12))
def test_as_few_tables_as_can_be_are_held_up(field, seed, number):
    picks = deck_picks.pick_decks_at_random(field, {1: number}, seed=seed)
    both = {one.table for one in field if sum(free_at(field, one.table)) == 2 and one.division == 1}
    alone = {one.table for one in picks} - both
    assert not alone or both <= {one.table for one in picks}


def free_at(field: Iterable[CheckCandidate], table: int | None) -> list[bool]:
    return [not one.checks and not one.open for one in field if one.table == table]


@given(fields(), SEEDS, st.integers(1, 12))
def test_whole_tables_go_one_over_at_the_most(field, seed, number):
    mine = picked(deck_picks.pick_decks_at_random(field, {1: number}, seed=seed, whole_tables=True), 1)
    assert min(number, len(free(field, 1))) <= len(mine) <= number + 1


def test_another_seed_picks_others():
    field = [CheckCandidate(entry, 1, table=entry // 2) for entry in range(2, 80)]
    found = {deck_picks.pick_decks_at_random(field, {1: 2}, seed=seed) for seed in range(30)}
    assert len(found) > 10


def test_between_rounds_each_deck_is_drawn_by_itself():
    field = [CheckCandidate(entry, 1) for entry in range(1, 24)]
    picks = deck_picks.pick_decks_at_random(field, {1: 3}, seed=1)
    assert len(picks) == 3
    assert {one.table for one in picks} == {None}
    assert [(one.place, one.among) for one in picks] == [(1, 23), (2, 23), (3, 23)]


def test_top_tables_and_the_cut_pass_over_what_was_checked_unless_asked_again():
    field = [CheckCandidate(entry, 1, table=entry // 2, order=entry // 2) for entry in range(2, 10)]
    field[0] = CheckCandidate(2, 1, table=1, order=1, checks=1)
    field[1] = CheckCandidate(3, 1, table=1, order=1, open=True)
    assert [one.entry for one in deck_picks.pick_top_tables(field, 2)] == [4, 5]
    assert [one.entry for one in deck_picks.pick_top_tables(field, 2, again=True)] == [2, 4, 5]
    assert [one.entry for one in deck_picks.pick_whole_cut(field)] == [2, 4, 5, 6, 7, 8, 9]
    assert [one.entry for one in deck_picks.pick_whole_cut(field, again=False)] == [4, 5, 6, 7, 8, 9]


# Checked before the event


def test_who_was_checked_only_before_the_event_is_drawn_after_those_never_checked() -> None:
    field = [CheckCandidate(entry, 1, table=entry // 2, before=entry < 10) for entry in range(2, 14)]
    picks = deck_picks.pick_decks_at_random(field, {1: 7}, seed=4)
    assert [one.why for one in picks] == ["never_checked"] * 4 + ["checked_before"] * 3
    assert {one.entry for one in picks[:4]} == {10, 11, 12, 13}
    assert {(one.among) for one in picks[4:]} == {4}


def test_a_check_during_the_event_keeps_a_deck_out_of_the_lot_whatever_was_before() -> None:
    field = [
        CheckCandidate(1, 1, checks=1, before=True),
        CheckCandidate(2, 1, before=True, open=True),
        CheckCandidate(3, 1),
    ]
    assert [one.entry for one in deck_picks.pick_decks_at_random(field, {1: 3}, seed=1)] == [3]


@given(fields(), SEEDS, st.integers(0, 12))
def test_checks_before_the_event_change_no_draw_as_long_as_others_are_enough(field, seed, number):
    more = [*field, *(CheckCandidate(1000 + at, 1, table=500 + at, before=True) for at in range(9))]
    once = deck_picks.pick_decks_at_random(field, {1: number}, seed=seed)
    assert deck_picks.pick_decks_at_random(more, {1: number}, seed=seed)[: len(once)] == once
