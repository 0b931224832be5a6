"""Sheets show the revision of the pairings, which increases with every change of a posted round."""

import pytest

from pairings.models import Round
from pairings.services.rounds import late_entries, manual_pairing, re_pairing, rounds
from tests.pairings.services.rounds.test_manual_pairing import at, bye, drawn, late, posted, undo_last

pytestmark = pytest.mark.django_db


def revision(round_: Round) -> int:
    return Round.objects.get(pk=round_.pk).revision


def test_before_a_round_is_posted_it_has_none_and_then_the_first() -> None:
    round_ = drawn(5, after=1)
    late_entries.seat_late_entry(late(round_.division), round_, by=None)
    assert revision(round_) == 0
    rounds.post(round_, by=None)
    assert revision(round_) == 1


def test_each_change_of_a_posted_round_raises_it_and_so_does_its_undo() -> None:
    round_ = posted(9, after=1)
    manual_pairing.re_pair_matches(round_, [at(round_, 2), at(round_, 3), bye(round_)], by=None, seed=3)
    assert revision(round_) == 2
    undo_last(round_.division)
    assert revision(round_) == 3
    late_entries.seat_late_entry(late(round_.division), round_, by=None)
    assert revision(round_) == 4


def test_a_round_paired_again_and_posted_again_is_another_one() -> None:
    round_ = posted(8)
    re_pairing.re_pair_posted(round_, by=None, seed=7)
    assert revision(round_) == 1
    undo_last(round_.division)
    assert revision(round_) == 2
    undo_last(round_.division)
    rounds.post(round_, by=None)
    assert revision(round_) == 3
