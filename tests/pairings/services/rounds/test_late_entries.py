"""Players who arrive after the pairing are added to the unposted round."""

import pytest

from core.services import undo
from pairings.services.rounds import attendance, late_entries, rounds
from tests.build import refusal
from tests.pairings.services.rounds.test_manual_pairing import (
    bye,
    drawn,
    late,
    one_line,
    seated_once,
    seats,
    undo_last,
)
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


def test_a_newcomer_meets_who_has_the_bye_of_a_draft() -> None:
    round_ = drawn(5, after=1)
    before, alone = seats(round_), bye(round_).left_id
    newcomer = late(round_.division)
    late_entries.seat_late_entry(newcomer, round_, by=None)
    assert {alone, newcomer.pk} in [{left, right} for left, right, *_ in seats(round_)]
    seated_once(round_)
    one_line(round_.division, "LateEntrySeated")
    rounds.post(round_, by=None)
    undo.undo_step(round_.division.journal.filter(kind="RoundPosted").first(), by=None)
    undo.undo_step(round_.division.journal.filter(kind="LateEntrySeated").first(), by=None)
    assert seats(round_) == before


def test_without_a_bye_a_newcomer_gets_it_and_the_next_one_meets_them() -> None:
    round_ = drawn(4, after=1)
    before = seats(round_)
    first, second = late(round_.division), late_too(round_.division)
    late_entries.seat_late_entry(first, round_, by=None)
    assert bye(round_).left_id == first.pk
    one_line(round_.division, "LateEntryGivenBye")
    late_entries.seat_late_entry(second, round_, by=None)
    assert {first.pk, second.pk} in [{left, right} for left, right, *_ in seats(round_)]
    seated_once(round_)
    undo_last(round_.division)
    undo_last(round_.division)
    assert seats(round_) == before


def test_who_was_let_into_a_draft_stays_once_it_is_posted() -> None:
    round_ = drawn(4, after=1)
    late_entries.seat_late_entry(late(round_.division), round_, by=None)
    rounds.post(round_, by=None)
    step = round_.division.journal.get(kind="LateEntryGivenBye")
    assert refusal(undo.undo_step, step, by=None).code == "UNDO_OVERTAKEN"


def late_too(home: Division) -> Entry:
    return attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Second", last_name="Comer"
    )
