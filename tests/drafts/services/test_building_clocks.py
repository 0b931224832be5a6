"""R-055, S5: lists are open while decks are built."""

import pytest
from django.utils import timezone

from core.models import JournalEvent
from decks.models import DeckList, Draft, ListRules
from decks.queries.lists import submission_window
from decks.queries.lists.builds import builds_of_division
from decks.services import lists
from drafts.models import BuildMark
from drafts.queries import building_clocks as queries
from drafts.queries.draft_runs import run_tracks_of
from drafts.services import building_clocks, draft_runs, drafts
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.redrafts import LIST, first_list, later, refused, solomon

pytestmark = pytest.mark.django_db


def lead(row: Draft, steps: int, pod: int = 1) -> None:
    """Advance the run on paper by this many steps; seat 1 wins every coin flip."""
    for _ in range(steps):
        track = next(one for one in run_tracks_of(row) if one.pod == pod)
        draft_runs.tap_step(row, pod, "next", step=track.standing.at, by=None, seat=1, sure=True)


def building_step(row: Draft) -> int:
    return len(run_tracks_of(row)[0].steps) - 2


def test_a_deadline_of_yesterday_does_not_close_lists_while_decks_are_built():
    row = solomon(round_=None)
    mine = first_list(row)
    assert refused(mine) == "LISTS_CLOSED"
    building_clocks.start_building(row, 0, by=None)
    assert refused(mine) == ""
    assert not lists.submit_list(mine, text=LIST).late


def test_once_the_time_is_over_s5_decides_for_whom_a_list_is_in():
    row = solomon(round_=None)
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    lists.submit_list(mine, text=LIST)
    assert refused(mine, 29.9) == ""
    assert refused(mine, 30.1) == "LISTS_CLOSED"
    ListRules.objects.update(settings={"S4": "deck", "S5": "free"})
    assert refused(mine, 30.1) == ""
    ListRules.objects.update(settings={"S4": "deck", "S5": "never"})
    assert refused(mine, 30.1) == "LISTS_CLOSED"


def test_who_has_handed_in_nothing_in_time_may_once_and_it_is_late():
    row = solomon(round_=None)
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    late = lists.submit_list(mine, text=LIST, now=later(31))
    assert late.late
    assert refused(mine, 32) == "LISTS_CLOSED"


def test_minutes_given_keep_lists_open():
    row = solomon(round_=None)
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    lists.submit_list(mine, text=LIST)
    building_clocks.add_building_minutes(row, 1, minutes=5, reason="A pack was short.", by=None)
    assert refused(mine, 34) == ""
    other = DeckList.objects.get(entry=row.seats[1][0])
    lists.submit_list(other, text=LIST)
    assert refused(other, 34) == "LISTS_CLOSED", "only pair 1 was given minutes"


def test_a_judge_may_lock_one_list_while_others_build():
    row = solomon(round_=None)
    mine = first_list(row)
    building_clocks.start_building(row, 0, by=None)
    lists.lock_list_for_player(mine, by=None)
    assert refused(mine) == "LIST_LOCKED"
    lists.unlock_list_for_player(mine, by=None)
    assert refused(mine, 40) == "", "a list opened on its own stays open past the time to build"


def test_the_run_on_paper_starts_the_time_and_going_on_ends_it():
    row = solomon(round_=None)
    mine = first_list(row)
    lead(row, building_step(row))
    assert refused(mine) == ""
    lists.submit_list(mine, text=LIST)
    assert [one.building.began is not None for one in queries.building_clocks_of_draft(row)] == [True, False]
    lead(row, 1)
    assert refused(mine) == "LISTS_CLOSED"
    draft_runs.tap_step(row, 1, "back", step=building_step(row) + 1, by=None)
    assert refused(mine) == ""


def test_a_clock_is_started_once_made_longer_ended_and_each_tap_undone():
    row = draft(build.division(16, play_style="limited"))
    start = building_clocks.start_building(row, 0, by=None)
    assert build.refusal(building_clocks.start_building, row, 0, by=None).code == "BUILD_RUNS"
    assert build.refusal(building_clocks.start_building, row, 2, by=None).code == "BUILD_RUNS"
    longer = building_clocks.add_building_minutes(row, 2, minutes=4, reason="A spill.", by=None)
    given = [one.building.given for one in queries.building_clocks_of_draft(row)]
    assert given == [0, 4]
    building_clocks.withdraw_building_tap(longer, by=None)
    assert build.refusal(building_clocks.withdraw_building_tap, longer, by=None).code == "BUILD_TAP_NOT_FOUND"
    assert [one.building.given for one in queries.building_clocks_of_draft(row)] == [0, 0]
    end = building_clocks.end_building(row, 1, by=None, sure=True)
    assert [one.building.is_running(timezone.now()) for one in queries.building_clocks_of_draft(row)] == [
        False,
        True,
    ]
    assert build.refusal(building_clocks.end_building, row, 1, by=None).code == "BUILD_NOT_BEGUN"
    building_clocks.withdraw_building_tap(end, by=None)
    building_clocks.withdraw_building_tap(start, by=None)
    assert not any(one.building.began for one in queries.building_clocks_of_draft(row))
    kinds = (
        JournalEvent.objects.filter(kind__startswith="Build").order_by("pk").values_list("kind", flat=True)
    )
    assert list(kinds) == [
        "BuildStarted",
        "BuildLonger",
        "BuildTapWithdrawn",
        "BuildEnded",
        *["BuildTapWithdrawn"] * 2,
    ]


def test_minutes_open_a_clock_that_was_ended_by_mistake():
    row = draft(build.division(4, play_style="limited"))
    building_clocks.start_building(row, 0, by=None)
    building_clocks.end_building(row, 0, by=None, sure=True)
    building_clocks.add_building_minutes(row, 0, minutes=5, reason="Ended too soon.", by=None)
    assert [one.building.seconds_left(timezone.now()) for one in queries.building_clocks_of_draft(row)] == [
        300
    ]


def test_pods_of_a_booster_draft_may_end_at_different_moments():
    row = draft(build.division(16, play_style="limited"))
    building_clocks.start_building(row, 1, by=None)
    assert [one.building.began is not None for one in queries.building_clocks_of_draft(row)] == [True, False]
    building_clocks.start_building(row, 2, by=None, now=later(6))
    ends = [one.building.ends for one in queries.building_clocks_of_draft(row)]
    assert ends[0] < ends[1]


def test_sealed_has_one_clock_for_the_field():
    row = draft(build.division(5, play_style="limited"), "sealed")
    building_clocks.start_building(row, 0, by=None)
    assert [one.pod for one in queries.building_clocks_of_draft(row)] == [0]
    assert builds_of_division(row.division).of(row.division.entries.first().pk).pod == 0
    assert build.refusal(building_clocks.start_building, row, 1, by=None).code == "DRAFT_POD_UNKNOWN"


@pytest.mark.parametrize(
    ("minutes", "reason", "code"),
    [(0, "Why", "BUILD_MINUTES_WRONG"), (61, "Why", "BUILD_MINUTES_WRONG"), (5, " ", "REASON_MISSING")],
)
def test_minutes_need_a_number_and_a_reason(minutes: int, reason: str, code: str):
    row = draft(build.division(4, play_style="limited"))
    building_clocks.start_building(row, 0, by=None)
    assert (
        build.refusal(
            building_clocks.add_building_minutes, row, 0, minutes=minutes, reason=reason, by=None
        ).code
        == code
    )


def test_what_is_not_there_is_refused():
    row = draft(build.division(4, play_style="limited"), seats=False)
    assert build.refusal(building_clocks.start_building, row, 0, by=None).code == "DRAFT_NOT_SEATED"
    row = drafts.assign_seats(row, by=None, seed=5)
    assert build.refusal(building_clocks.start_building, row, 9, by=None).code == "DRAFT_POD_UNKNOWN"
    assert (
        build.refusal(building_clocks.add_building_minutes, row, 0, minutes=5, reason="Why", by=None).code
        == "BUILD_NOT_BEGUN"
    )
    drafts.remove_draft(row, by=None)
    assert build.refusal(building_clocks.start_building, row, 0, by=None).code == "DRAFT_NOT_FOUND"
    assert not BuildMark.objects.exists()


def test_constructed_events_ask_nothing_of_drafts(django_assert_num_queries):
    home = build.division(2)
    with django_assert_num_queries(0):
        assert submission_window.limited_builds_of_division(home).clocks == ()
        assert submission_window.limited_builds_by_division(home.tournament) == {}
