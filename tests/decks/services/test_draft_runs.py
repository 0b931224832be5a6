"""A draft on paper: two judges who tap at once move it once, and nothing of it is lost."""

import pytest

from decks.engine.draft.run import flip
from decks.models import Draft, DraftMark
from decks.queries import draft_runs as queries
from decks.services import draft_runs, drafts
from tests import build
from tests.decks.drafts import draft
from tests.pairings import build as play
from tournaments.models import JournalEvent
from tournaments.services import undo

pytestmark = pytest.mark.django_db


def test_taps_move_a_pod_and_only_that_pod():
    row = draft(play.division(16, play_style="limited"), "rochester")
    for step in range(3):
        draft_runs.tap(row, 2, "next", step=step, by=None)
    draft_runs.tap(row, 2, "back", step=3, by=None)
    assert [(one.pod, one.standing.at, one.marks) for one in queries.tracks_of(row)] == [(1, 0, 0), (2, 2, 4)]
    assert JournalEvent.objects.filter(kind="DraftBegun").count() == 1


def test_the_same_tap_of_two_judges_counts_once():
    row = draft(play.division(8, play_style="limited"))
    draft_runs.tap(row, 0, "next", step=0, by=None)
    assert build.refusal(draft_runs.tap, row, 0, "next", step=0, by=None).code == "DRAFT_MOVED_ON"
    assert DraftMark.objects.count() == 1


@pytest.mark.parametrize(
    ("pod", "kind", "step", "code"),
    [
        (3, "next", 0, "DRAFT_POD_UNKNOWN"),
        (0, "back", 0, "DRAFT_AT_START"),
        (0, "paused", 0, "DRAFT_TAP_UNKNOWN"),
        (0, "resumed", 0, "DRAFT_TAP_UNKNOWN"),
        (0, "leap", 0, "DRAFT_TAP_UNKNOWN"),
    ],
)
def test_what_is_not_possible_is_refused(pod: int, kind: str, step: int, code: str):
    row = draft(play.division(8, play_style="limited"))
    assert build.refusal(draft_runs.tap, row, pod, kind, step=step, by=None).code == code


def test_a_draft_ends_with_the_lists():
    row = draft(play.division(4, play_style="limited"), "sealed")
    for step in range(4):
        draft_runs.tap(row, 0, "next", step=step, by=None)
    assert build.refusal(draft_runs.tap, row, 0, "next", step=4, by=None).code == "DRAFT_AT_END"
    assert [one.step.code for one in queries.tracks_of(row)] == ["HAND_IN"]


def test_once_begun_seats_stay():
    row = draft(play.division(8, play_style="limited"))
    draft_runs.tap(row, 0, "next", step=0, by=None)
    assert build.refusal(drafts.seat, row, by=None).code == "DRAFT_HAS_BEGUN"
    assert build.refusal(drafts.remove, row, by=None).code == "DRAFT_HAS_BEGUN"
    seated = JournalEvent.objects.get(kind="DraftSeated")
    assert build.refusal(undo.undo, seated, by=None).code == "UNDO_OVERTAKEN"


def test_without_seats_nothing_goes_on():
    row = draft(play.division(8, play_style="limited"), seats=False)
    assert build.refusal(draft_runs.tap, row, 0, "next", step=0, by=None).code == "DRAFT_NOT_SEATED"


def test_where_all_pods_stand_takes_two_queries(django_assert_num_queries):
    row = draft(play.division(32, play_style="limited"), "rochester")
    with django_assert_num_queries(2):
        assert len(queries.tracks_of(row)) == 4


def at_the_coin() -> Draft:
    """A pair of Solomon that is about to flip."""
    row = draft(play.division(4, play_style="limited"), "solomon")
    for step in range(2):
        draft_runs.tap(row, 1, "next", step=step, by=None)
    return row


@pytest.mark.parametrize("seat", [1, 2])
def test_who_won_the_coin_flip_is_told_and_is_player_1_r094(seat: int):
    row = at_the_coin()
    draft_runs.tap(row, 1, "next", step=2, by=None, seat=seat)
    track = queries.tracks_of(row)[0]
    assert (track.step.code, track.standing.seat_of(1)) == ("GROUP", seat)
    draft_runs.tap(row, 1, "back", step=3, by=None)
    assert queries.tracks_of(row)[0].standing.first == 0


def test_the_system_flips_by_the_seed_of_the_draft():
    row = at_the_coin()
    mark = draft_runs.tap(row, 1, "next", step=2, by=None, seat=0)
    assert mark.seat == flip(row.seed, 1)


@pytest.mark.parametrize(
    ("seat", "code"), [(None, "COIN_NOT_TOLD"), (3, "SEAT_NOT_IN_PAIR"), (-1, "SEAT_NOT_IN_PAIR")]
)
def test_a_pair_does_not_go_on_before_the_coin_is_told(seat: int | None, code: str):
    row = at_the_coin()
    assert build.refusal(draft_runs.tap, row, 1, "next", step=2, by=None, seat=seat).code == code


def test_a_seat_counts_only_where_the_coin_is_flipped():
    row = draft(play.division(8, play_style="limited"))
    assert draft_runs.tap(row, 0, "next", step=0, by=None, seat=2).seat is None
