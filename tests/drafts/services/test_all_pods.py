"""One signal and one clock for all pods and pairs of a draft on paper (R-093, R-094)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.models import JournalEvent
from decks.models import Draft
from drafts.engine.run import flip_coin_of_run
from drafts.models import DraftMark
from drafts.queries import all_pods as queries
from drafts.queries.draft_runs import RunTrack, run_tracks_of
from drafts.services import draft_runs
from drafts.services.all_pods import tap_all_pods
from tests import build
from tests.drafts.drafts import draft

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def tap(row: Draft, kind: str, seconds: float, **more: Any) -> DraftMark:
    """Tap on all pods, as a page shows them at that time."""
    tracks = run_tracks_of(row, at(seconds))
    facts = {
        "step": tracks[0].standing.at,
        "seen": queries.mark_count(tracks),
        "by": None,
        "now": at(seconds),
    }
    return tap_all_pods(row, kind, **facts | more)  # type: ignore[arg-type]


def codes(row: Draft, seconds: float) -> set[tuple[str, int]]:
    tracks: list[RunTrack] = run_tracks_of(row, at(seconds))
    return {(track.step.code, track.step.opening) for track in tracks}


@pytest.fixture
def pairs() -> Draft:
    """Return three Solomon pairs with 12 cards each: three groups of four."""
    return draft(build.division(6, play_style="limited"), "solomon")


def test_one_signal_begins_all_pairs_and_one_clock_turns_their_groups_r094(pairs: Draft):
    tap(pairs, "next", 0, clock=True)
    assert codes(pairs, 0) == codes(pairs, 9999) == {("STACK", 0)}
    tap(pairs, "next", 300)
    assert codes(pairs, 300) == {("COIN", 0)}
    tap(pairs, "next", 310)
    firsts = [track.standing.first for track in run_tracks_of(pairs, at(310))]
    assert firsts == [flip_coin_of_run(pairs.seed or 0, pod) for pod in (1, 2, 3)]
    assert (codes(pairs, 349), codes(pairs, 350)) == ({("GROUP", 1)}, {("GROUP", 2)})
    assert codes(pairs, 9999) == {("GROUP", 3)}
    tap(pairs, "next", 500)
    assert codes(pairs, 500) == {("BUILD", 0)}
    assert JournalEvent.objects.filter(kind="DraftBegun").count() == 1


def test_a_hold_of_all_pods_keeps_the_second_and_goes_on_with_it(pairs: Draft):
    tap(pairs, "next", 0, clock=True)
    tap(pairs, "next", 10)
    tap(pairs, "next", 20)
    tap(pairs, "paused", 35)
    assert {track.seconds_left(at(900)) for track in run_tracks_of(pairs, at(900))} == {25}
    tap(pairs, "resumed", 900)
    assert (codes(pairs, 924), codes(pairs, 925)) == ({("GROUP", 1)}, {("GROUP", 2)})


def test_a_hold_counts_where_the_clock_has_gone_on_since_the_page_came(pairs: Draft):
    tap(pairs, "next", 0, clock=True)
    tap(pairs, "next", 10)
    tap(pairs, "next", 20)
    seen = queries.mark_count(run_tracks_of(pairs, at(59)))
    tap(pairs, "paused", 61, step=3, seen=seen)
    assert codes(pairs, 999) == {("GROUP", 2)}
    refused = build.refusal(tap, pairs, "next", 999, step=3)
    assert refused.code == "DRAFT_CLOCK_MOVED_ON"


def test_a_pair_that_was_held_alone_goes_on_with_the_others(pairs: Draft):
    tap(pairs, "next", 0, clock=True)
    tap(pairs, "next", 10)
    tap(pairs, "next", 20)
    draft_runs.tap_step(pairs, 2, "paused", step=3, by=None, now=at(30))
    assert [track.standing.at for track in run_tracks_of(pairs, at(61))] == [4, 3, 4]
    assert not queries.tracks_share_clock(run_tracks_of(pairs, at(61)))
    tap(pairs, "resumed", 70)
    assert [track.standing.at for track in run_tracks_of(pairs, at(100))] == [5, 4, 5]


def test_pairs_that_flip_real_coins_begin_together_on_the_common_signal(pairs: Draft):
    tap(pairs, "next", 0, clock=True)
    tap(pairs, "next", 10)
    for pod, second in ((1, 20), (2, 25), (3, 33)):
        draft_runs.tap_step(pairs, pod, "next", step=2, by=None, seat=2, now=at(second))
    assert codes(pairs, 9999) == {("GROUP", 1)}
    tap(pairs, "resumed", 100)
    assert (codes(pairs, 139), codes(pairs, 140)) == ({("GROUP", 1)}, {("GROUP", 2)})


def test_two_judges_who_tap_at_once_count_once(pairs: Draft):
    ana, ben = build.user("ana"), build.user("ben")
    first = tap(pairs, "next", 0, by=ana, clock=True)
    page = {"step": 0, "seen": 0, "clock": True}
    assert tap(pairs, "next", 1, by=ana, again=True, **page) == first
    assert build.refusal(tap, pairs, "next", 1, by=ben, again=True, **page).code == "DRAFT_CLOCK_MOVED_ON"
    assert DraftMark.objects.count() == 6


@pytest.mark.parametrize("kind", ["resumed", "hand", "leap", "paused"])
def test_a_tap_that_concerns_no_pod_is_refused(pairs: Draft, kind: str):
    assert build.refusal(tap, pairs, kind, 0).code == "DRAFT_TAP_UNKNOWN"


def test_a_leaver_of_one_pod_leaves_the_clock_of_the_other_alone_r093():
    row = draft(build.division(11, play_style="limited"), "rochester", pods=(6, 5), override=True)
    tap(row, "next", 0, clock=True)
    tap(row, "hand", 45)
    assert [track.standing.at for track in run_tracks_of(row, at(999))] == [3, 3]
    tap(row, "clock", 999)
    ends = [track.steps[track.standing.at].code for track in run_tracks_of(row, at(99999))]
    assert ends == ["REARRANGE", "REARRANGE"]
    tap(row, "next", 99999)
    assert codes(row, 99999) == {("BUILD", 0)}


def test_a_whole_pod_is_one_tap_and_goes_back_with_one():
    row = draft(build.division(8, play_style="limited"), "rochester")
    for step in range(2):
        draft_runs.tap_step(row, 1, "next", step=step, by=None)
    draft_runs.tap_step(row, 1, "next", step=2, by=None, whole_draft=True)
    (track,) = run_tracks_of(row)
    assert track.step.code == "BUILD"
    draft_runs.tap_step(row, 1, "back", step=track.standing.at, by=None, target_step=2)
    assert run_tracks_of(row)[0].standing.at == 2
    refused = build.refusal(draft_runs.tap_step, row, 1, "back", step=2, by=None, whole_draft=True)
    assert refused.code == "DRAFT_TAP_UNKNOWN"


def test_building_that_has_time_left_is_asked_about_for_all_r055(pairs: Draft):
    tap(pairs, "next", 0)
    tap(pairs, "next", 10)
    tap(pairs, "next", 20)
    for _group in range(3):
        tap(pairs, "next", 30)
    assert build.refusal(tap, pairs, "next", 60).code == "BUILD_NOT_OVER"
    tap(pairs, "next", 60, sure=True)
    assert codes(pairs, 60) == {("HAND_IN", 0)}
