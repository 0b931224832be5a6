"""Drafts of an event: what can be set up, who sits where, what was announced in time (R-053, R-091 to R-096)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.services import undo
from decks.models import Draft
from decks.queries.drafts import round_of_draft
from drafts.models import Pod
from drafts.queries import drafts as queries
from drafts.queries import pods as pod_queries
from drafts.services import draft_runs, drafts, pods
from tests import build
from tests.drafts.drafts import draft, setup
from tests.drafts.redrafts import redraft, solomon
from tournaments.models import Announcement
from tournaments.services import events

pytestmark = pytest.mark.django_db


def newest(kind: str) -> JournalEvent:
    return JournalEvent.objects.filter(kind=kind).latest("pk")


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"subtype": "booster", "players": 11}, "PODS_NOT_EQUAL"),
        ({"subtype": "booster", "players": 9, "pods": (5, 4)}, "PODS_NOT_EQUAL"),
        ({"subtype": "booster", "players": 6, "boosters": ("EVO", "BKT")}, "POOL_MIXED_EXPANSIONS"),
        ({"subtype": "solomon", "players": 7}, "ODD_PLAYERS"),
        ({"subtype": "rochester", "packs_each": 3, "boosters": ()}, "ODD_PACKS_FOR_ROCHESTER"),
        ({"subtype": "booster", "redraft_round": 3}, "REDRAFT_NOT_OFFERED"),
        ({"subtype": "booster", "players": 9, "pods": ()}, "PODS_TO_CHOOSE"),
    ],
)
def test_what_the_rules_do_not_allow_is_not_set_up(facts: dict[str, object], code: str):
    home = build.division(6, play_style="limited")
    assert build.refusal(drafts.set_up_draft, home, setup(**facts), by=None).code == code
    assert not Draft.objects.exists()


def test_an_event_with_a_draft_stays_limited_until_the_draft_is_removed():
    home = build.division(6, play_style="limited")
    row = drafts.set_up_draft(home, setup("booster", 6), by=None)
    event = home.tournament
    constructed = {"play_style": "constructed", "round_minutes": 30}
    assert (
        build.refusal(events.change_event_settings, event, by=None, **constructed).code
        == "DRAFTS_STAY_LIMITED"
    )
    event.refresh_from_db()
    assert event.play_style == "limited"
    events.change_event_settings(event, by=None, play_style="thirty_limited", event_class="unofficial")
    drafts.remove_draft(row, by=None)
    assert events.change_event_settings(event, by=None, **constructed).play_style == "constructed"


def test_a_judge_goes_on_with_packs_of_several_expansions_and_says_why():
    home = build.division(6, play_style="limited")
    mixed = setup("booster", 6, boosters=("EVO", "BKT"), override=True)
    row = drafts.set_up_draft(home, mixed, by=None, reason="The shop had no more.")
    assert row.reason == newest("DraftSetUp").facts["reason"] == "The shop had no more."
    assert queries.setup_of_draft(row) == mixed


def test_seats_are_drawn_for_those_who_are_here_and_the_pods_are_the_same_circles():
    home = build.division(16, play_style="limited")
    build.add_players(home.tournament, 1, checked_in=False)
    row = drafts.assign_seats(drafts.set_up_draft(home, setup("booster", 12), by=None), by=None, seed=3)
    assert [len(pod) for pod in row.seats] == [8, 8]
    assert row.seats == pod_queries.entry_ids_by_pod(home)
    again = drafts.assign_seats(row, by=None, seed=3)
    assert again.seats == row.seats
    assert build.refusal(pods.draw_pods, home, (8, 8), by=None).code == "PODS_OF_DRAFT"


def test_solomon_seats_pairs_and_sealed_the_whole_field_without_pods():
    home = build.division(6, play_style="limited")
    assert [len(pair) for pair in draft(home, "solomon").seats] == [2, 2, 2]
    drafts.remove_draft(Draft.objects.get(), by=None)
    assert [len(field) for field in draft(home, "sealed").seats] == [6]
    assert not Pod.objects.exists()


def test_each_step_can_be_undone():
    home = build.division(8, play_style="limited")
    row = draft(home, seats=False)
    drafts.set_up_draft(home, setup("rochester", 8), by=None)
    undo.undo_step(newest("DraftSetUp"), by=None)
    assert Draft.objects.get().subtype == "booster"
    drafts.assign_seats(row, by=None, seed=1)
    undo.undo_step(newest("DraftSeated"), by=None)
    assert (Draft.objects.get().seats, Pod.objects.count()) == ([], 0)
    drafts.remove_draft(Draft.objects.get(), by=None)
    undo.undo_step(newest("DraftRemoved"), by=None)
    assert queries.plan_of(Draft.objects.get()) == queries.plan_of(row)


def test_a_notice_is_announced_once_with_its_time_r053():
    home = build.division(8, play_style="limited")
    row = draft(home)
    drafts.announce_notice(row, "ENERGY_SUPPLIED", text="Energy.", kind="energy", by=None)
    assert (
        build.refusal(
            drafts.announce_notice, row, "ENERGY_SUPPLIED", text="Energy.", kind="energy", by=None
        ).code
        == "NOTICE_ANNOUNCED"
    )
    assert (
        build.refusal(drafts.announce_notice, row, "COOPERATION", text="-", kind="other", by=None).code
        == "NOTICE_NOT_FOUND"
    )
    row.refresh_from_db()
    announced = {one.notice.code: one.at for one in queries.notice_rows(row, queries.plan_of(row).notices)}
    assert announced["ENERGY_SUPPLIED"] == Announcement.objects.get().at
    assert announced["ENERGY_SUPPLIED_AGAIN"] is None


def test_picking_together_is_announced_before_the_draft_r096():
    home = build.division(4, play_style="limited")
    row = drafts.set_up_draft(
        home, setup("solomon", 4, cooperative=True, cooperation_announced=True), by=None
    )
    assert build.refusal(drafts.assign_seats, row, by=None).code == "COOPERATION_NOT_ANNOUNCED"
    drafts.announce_notice(row, "COOPERATION", text="You may talk.", kind="cooperation", by=None)
    row.refresh_from_db()
    assert drafts.assign_seats(row, by=None).seats


def test_a_redraft_is_announced_before_the_tournament_r095():
    home = build.division(4, play_style="limited")
    plan = setup("solomon", 4, redraft_round=3, redraft_announced=True)
    row = drafts.assign_seats(drafts.set_up_draft(home, plan, by=None), by=None)
    assert build.refusal(drafts.set_up_draft, home, plan, by=None).code == "REDRAFT_NOT_ANNOUNCED"
    drafts.announce_notice(row, "REDRAFT", text="Another draft.", kind="redraft", by=None)
    home.started_at = timezone.now() - timedelta(hours=1)
    home.save()
    assert build.refusal(drafts.set_up_draft, home, plan, by=None).code == "REDRAFT_NOT_ANNOUNCED"
    home.started_at = timezone.now() + timedelta(hours=1)
    home.save()
    assert drafts.set_up_draft(home, plan, by=None).number == 2


def pairs_of(row: Draft) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in row.seats}


@pytest.mark.parametrize("seed", range(5))
def test_a_redraft_is_against_another_opponent_r095(seed: int):
    row = solomon(8, seed=seed)
    again = redraft(row.division, seed=seed)
    assert not pairs_of(row) & pairs_of(again)
    assert queries.repeated_pairs(again) == []
    assert newest("DraftSeated").facts["again"] == []


def test_where_nobody_else_is_left_two_meet_again_and_it_is_said():
    row = solomon(2)
    again = redraft(row.division)
    assert queries.repeated_pairs(again) == [1]
    assert newest("DraftSeated").facts["again"] == [list(again.seats[0])]


def test_a_redraft_is_for_the_round_that_was_announced_and_keeps_its_announcement():
    row = solomon()
    read = queries.setup_of_draft(row)
    again = drafts.set_up_draft(row.division, replace(read, redraft_round=7), by=None)
    assert round_of_draft(again) == 2
    announced = {
        one.notice.code: one.at is not None
        for one in queries.notice_rows(again, queries.plan_of(row).notices)
    }
    assert announced["REDRAFT"]
    assert "REDRAFT" not in {one.code for one in queries.plan_of(again).notices}, "nothing is announced again"


def test_how_a_draft_is_run_can_change_until_it_begins():
    row = draft(build.division(8, play_style="limited"), way="tracked")
    assert row.way == "tracked"
    drafts.change_draft_way(row, "paper", by=None)
    assert Draft.objects.get().way == "paper"
    undo.undo_step(newest("DraftWayChanged"), by=None)
    assert Draft.objects.get().way == "tracked"
    assert build.refusal(drafts.change_draft_way, row, "by heart", by=None).code == "DRAFT_WAY_UNKNOWN"
    draft_runs.tap_step(row, 0, "next", step=0, by=None)
    assert build.refusal(drafts.change_draft_way, row, "paper", by=None).code == "DRAFT_HAS_BEGUN"


def test_shorter_picks_are_kept_with_the_set_up():
    row = draft(build.division(8, play_style="limited"), hurry=True)
    assert queries.setup_of_draft(Draft.objects.get(pk=row.pk)).hurry
