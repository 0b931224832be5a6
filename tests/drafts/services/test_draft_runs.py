"""A draft on paper: two judges who tap at once advance it once, and no tap is lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.services import undo
from decks.models import Draft
from decks.services import lists, pools
from drafts.engine.run import flip_coin_of_run
from drafts.models import DraftMark
from drafts.queries import draft_runs as queries
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.services import building_clocks, draft_runs, drafts
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pools import cards, seated

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def test_taps_move_a_pod_and_only_that_pod():
    row = draft(build.division(16, play_style="limited"), "rochester")
    for step in range(3):
        draft_runs.tap_step(row, 2, "next", step=step, by=None)
    draft_runs.tap_step(row, 2, "back", step=3, by=None)
    assert [(one.pod, one.standing.at, one.marks) for one in queries.run_tracks_of(row)] == [
        (1, 0, 0),
        (2, 2, 4),
    ]
    assert JournalEvent.objects.filter(kind="DraftBegun").count() == 1


def test_the_same_tap_of_two_judges_counts_once():
    row = draft(build.division(8, play_style="limited"))
    draft_runs.tap_step(row, 0, "next", step=0, by=None)
    assert build.refusal(draft_runs.tap_step, row, 0, "next", step=0, by=None).code == "DRAFT_MOVED_ON"
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
    row = draft(build.division(8, play_style="limited"))
    assert build.refusal(draft_runs.tap_step, row, pod, kind, step=step, by=None).code == code


def test_a_draft_ends_with_the_lists():
    row = draft(build.division(4, play_style="limited"), "sealed")
    for step in range(4):
        draft_runs.tap_step(row, 0, "next", step=step, by=None, sure=True)
    assert build.refusal(draft_runs.tap_step, row, 0, "next", step=4, by=None).code == "DRAFT_AT_END"
    assert [one.step.code for one in queries.run_tracks_of(row)] == ["HAND_IN"]


def test_once_begun_seats_stay():
    row = draft(build.division(8, play_style="limited"))
    draft_runs.tap_step(row, 0, "next", step=0, by=None)
    assert build.refusal(drafts.assign_seats, row, by=None).code == "DRAFT_HAS_BEGUN"
    assert build.refusal(drafts.remove_draft, row, by=None).code == "DRAFT_HAS_BEGUN"
    seated = JournalEvent.objects.get(kind="DraftSeated")
    assert build.refusal(undo.undo_step, seated, by=None).code == "UNDO_OVERTAKEN"


def test_without_seats_nothing_goes_on():
    row = draft(build.division(8, play_style="limited"), seats=False)
    assert build.refusal(draft_runs.tap_step, row, 0, "next", step=0, by=None).code == "DRAFT_NOT_SEATED"


def test_where_all_pods_stand_takes_two_queries(django_assert_num_queries):
    row = draft(build.division(32, play_style="limited"), "rochester")
    with django_assert_num_queries(2):
        assert len(queries.run_tracks_of(row)) == 4


def at_the_coin() -> Draft:
    """Create a Solomon pair that is about to flip the coin."""
    row = draft(build.division(4, play_style="limited"), "solomon")
    for step in range(2):
        draft_runs.tap_step(row, 1, "next", step=step, by=None)
    return row


@pytest.mark.parametrize("seat", [1, 2])
def test_who_won_the_coin_flip_is_told_and_is_player_1_r094(seat: int):
    row = at_the_coin()
    draft_runs.tap_step(row, 1, "next", step=2, by=None, seat=seat)
    track = queries.run_tracks_of(row)[0]
    assert (track.step.code, track.standing.seat_of(1)) == ("GROUP", seat)
    draft_runs.tap_step(row, 1, "back", step=3, by=None)
    assert queries.run_tracks_of(row)[0].standing.first == 0


def test_the_system_flips_by_the_seed_of_the_draft():
    row = at_the_coin()
    mark = draft_runs.tap_step(row, 1, "next", step=2, by=None, seat=0)
    assert mark.seat == flip_coin_of_run(row.seed, 1)


@pytest.mark.parametrize(
    ("seat", "code"), [(None, "COIN_NOT_ENTERED"), (3, "SEAT_NOT_IN_PAIR"), (-1, "SEAT_NOT_IN_PAIR")]
)
def test_a_pair_does_not_go_on_before_the_coin_is_told(seat: int | None, code: str):
    row = at_the_coin()
    assert build.refusal(draft_runs.tap_step, row, 1, "next", step=2, by=None, seat=seat).code == code


def test_a_seat_counts_only_where_the_coin_is_flipped():
    row = draft(build.division(8, play_style="limited"))
    assert draft_runs.tap_step(row, 0, "next", step=0, by=None, seat=2).seat is None


def sealed(step: int) -> Draft:
    """Create a sealed event of four on paper, at this step: 2 registers pools, 3 builds decks."""
    row = draft(build.division(4, play_style="limited"), "sealed")
    for at in range(step):
        draft_runs.tap_step(row, 0, "next", step=at, by=None, now=NOW, sure=True)
    return row


def test_a_registration_without_its_pools_is_asked_about_by_name_and_comes_back():
    row = sealed(2)
    refused = build.refusal(draft_runs.tap_step, row, 0, "next", step=2, by=None)
    assert (refused.code, refused.facts["done"], refused.facts["all"]) == ("POOLS_NOT_IN", 0, 4)
    people = [str(one.player) for one in row.division.entries.select_related("player")]
    assert all(name in refused.facts["names"] for name in people)
    pools.set_pool_check(row, "none", by=None)
    first = seated(row)
    pools.register_pool(row, first, cards(row), by=None)
    refused = build.refusal(draft_runs.tap_step, row, 0, "next", step=2, by=None)
    assert (refused.facts["done"], str(first.player) in refused.facts["names"]) == (1, False)
    draft_runs.tap_step(row, 0, "next", step=2, by=None, sure=True)
    assert queries.run_tracks_of(row)[0].step.code == "BUILD"
    draft_runs.tap_step(row, 0, "back", step=3, by=None)
    assert queries.run_tracks_of(row)[0].step.code == "REGISTER"


def test_building_time_that_is_left_is_asked_about_and_runs_on_after_the_undo():
    """R-055: no one loses 30 minutes because of one tap."""
    row = sealed(3)
    soon = NOW + timedelta(minutes=10)
    refused = build.refusal(draft_runs.tap_step, row, 0, "next", step=3, by=None, now=soon)
    assert (refused.code, refused.facts) == ("BUILD_NOT_OVER", {"left": "20:00"})
    draft_runs.tap_step(row, 0, "next", step=3, by=None, now=soon, sure=True)
    assert building_clocks_of_draft(row)[0].building.over_at(soon) == soon
    draft_runs.tap_step(row, 0, "back", step=4, by=None, now=soon)
    assert building_clocks_of_draft(row)[0].building.seconds_left(soon) == 20 * 60


def test_lists_that_are_not_in_are_named_while_time_is_left_and_nothing_is_asked_after():
    home = build.division(4, play_style="limited")
    lists.collect_lists(home.tournament, by=None)
    row = draft(home, "sealed")
    for step in range(3):
        draft_runs.tap_step(row, 0, "next", step=step, by=None, now=NOW, sure=True)
    refused = build.refusal(draft_runs.tap_step, row, 0, "next", step=3, by=None, now=NOW)
    assert (refused.code, refused.facts["missing"]) == ("BUILD_NOT_OVER_LISTS", 4)
    late = NOW + timedelta(minutes=31)
    assert draft_runs.tap_step(row, 0, "next", step=3, by=None, now=late).kind == "next"


def test_ending_a_building_clock_early_is_asked_about():
    row = draft(build.division(4, play_style="limited"), "sealed")
    building_clocks.start_building(row, 0, by=None, now=NOW)
    soon = NOW + timedelta(minutes=29, seconds=55)
    refused = build.refusal(building_clocks.end_building, row, 0, by=None, now=soon)
    assert (refused.code, refused.facts["left"]) == ("BUILD_NOT_OVER", "0:05")
    building_clocks.end_building(row, 0, by=None, now=soon, sure=True)
    assert building_clocks_of_draft(row)[0].building.over_at(soon) == soon


def test_a_tap_a_phone_sends_again_is_the_same_tap_for_who_made_it():
    row = draft(build.division(8, play_style="limited"))
    ana, ben = build.user("ana"), build.user("ben")
    first = draft_runs.tap_step(row, 0, "next", step=0, by=ana, again=True)
    assert draft_runs.tap_step(row, 0, "next", step=0, by=ana, again=True) == first
    refused = build.refusal(draft_runs.tap_step, row, 0, "next", step=0, by=ben, again=True)
    assert (refused.code, DraftMark.objects.count()) == ("DRAFT_MOVED_ON", 1)


def rochester() -> Draft:
    """Create a table of eight with two packs of ten cards each; the first two packs are open."""
    row = draft(build.division(8, play_style="limited"), "rochester", packs_each=2, pack_size=10)
    for step in range(2):
        draft_runs.tap_step(row, 1, "next", step=step, by=None)
    return row


def facts(row: Draft) -> list[tuple[str, int, int | None]]:
    return [(one.kind, one.step, one.seat) for one in row.marks.order_by("id")]


def test_a_lap_is_one_tap_and_each_pick_a_mark_as_if_it_was_tapped_alone_r093():
    row, alone = rochester(), rochester()
    for step, leads_to in ((2, 10), (10, 18), (18, 22)):
        first = draft_runs.tap_step(row, 1, "next", step=step, by=None, lap=True)
        assert first.step == step
        assert queries.run_tracks_of(row)[0].standing.at == leads_to
    for step in range(2, 21):
        draft_runs.tap_step(alone, 1, "next", step=step, by=None)
    assert facts(row) == facts(alone)
    assert queries.run_tracks_of(row)[0].step.code == "REARRANGE"


def test_a_lap_is_undone_at_once_and_counts_once():
    row, ana = rochester(), build.user("ana")
    first = draft_runs.tap_step(row, 1, "next", step=2, by=ana, lap=True)
    assert draft_runs.tap_step(row, 1, "next", step=2, by=ana, lap=True, again=True) == first
    assert (
        build.refusal(draft_runs.tap_step, row, 1, "next", step=2, by=None, lap=True).code == "DRAFT_MOVED_ON"
    )
    draft_runs.tap_step(row, 1, "back", step=10, by=ana, target_step=2)
    track = queries.run_tracks_of(row)[0]
    assert (track.standing.at, track.marks) == (2, 2 + 8 + 8)


@pytest.mark.parametrize(
    ("kind", "more"), [("next", {"target_step": 1}), ("back", {"lap": True}), ("back", {"target_step": 2})]
)
def test_a_lap_that_is_none_is_refused(kind: str, more: dict[str, int]):
    row = rochester()
    assert (
        build.refusal(draft_runs.tap_step, row, 1, kind, step=2, by=None, **more).code == "DRAFT_TAP_UNKNOWN"
    )
    booster = draft(build.division(8, play_style="limited"))
    refused = build.refusal(draft_runs.tap_step, booster, 0, "next", step=0, by=None, lap=True)
    assert refused.code == "DRAFT_TAP_UNKNOWN"
