"""The building clock is paused and resumed, by staff of a tracked draft and by the run on paper (R-055)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import JournalEvent
from drafts.queries import building_clocks as queries
from drafts.services import building_clocks
from tests import build
from tests.drafts.drafts import draft
from tests.html import markup

pytestmark = pytest.mark.django_db


def test_a_paused_clock_keeps_what_was_left():
    row, now = draft(build.division(16, play_style="limited")), timezone.now()
    building_clocks.start_building(row, 0, by=None, now=now)
    ten = now + timedelta(minutes=10)
    building_clocks.set_building_paused(row, 2, paused=True, by=None, now=ten)
    first, second = (one.building for one in queries.building_clocks_of_draft(row))
    assert first.ends == now + timedelta(minutes=30)
    assert second.paused
    assert second.seconds_left(ten + timedelta(hours=1)) == 20 * 60
    mark = building_clocks.set_building_paused(row, 2, paused=False, by=None, now=ten + timedelta(minutes=5))
    assert queries.building_clocks_of_draft(row)[1].building.ends == now + timedelta(minutes=35)
    building_clocks.withdraw_building_tap(mark, by=None)
    assert queries.building_clocks_of_draft(row)[1].building.paused
    kinds = JournalEvent.objects.filter(kind__startswith="Build").order_by("pk")
    assert list(kinds.values_list("kind", flat=True)) == [
        "BuildStarted",
        "BuildPaused",
        "BuildResumed",
        "BuildTapWithdrawn",
    ]


def test_only_a_running_clock_is_paused_and_only_a_paused_one_goes_on():
    row = draft(build.division(8, play_style="limited"))
    assert (
        build.refusal(building_clocks.set_building_paused, row, 0, paused=True, by=None).code
        == "BUILD_NOT_BEGUN"
    )
    building_clocks.start_building(row, 0, by=None)
    assert (
        build.refusal(building_clocks.set_building_paused, row, 0, paused=False, by=None).code
        == "BUILD_NOT_PAUSED"
    )
    building_clocks.set_building_paused(row, 0, paused=True, by=None)
    assert (
        build.refusal(building_clocks.set_building_paused, row, 0, paused=True, by=None).code
        == "BUILD_PAUSED"
    )
    building_clocks.end_building(row, 0, by=None, sure=True)
    assert (
        build.refusal(building_clocks.set_building_paused, row, 0, paused=False, by=None).code
        == "BUILD_NOT_BEGUN"
    )


def test_a_judge_pauses_and_goes_on_by_a_tap(client: Client):
    row = draft(build.division(16, play_style="limited", published=True))
    client.force_login(build.staff(row.division.tournament, "judge"))
    page = reverse("drafts:draft", args=[row.division.tournament.slug, row.pk])
    tap = reverse("drafts:draft_build", args=[row.division.tournament.slug, row.pk])
    assert 'value="pause"' not in markup(client.get(page))
    building_clocks.start_building(row, 0, by=None)
    assert 'value="pause"' in markup(client.get(page))
    html = markup(client.post(tap, {"do": "pause", "pod": "2"}, follow=True))
    assert "Deck building paused: pod 2." in html
    assert ">paused</small>" in html
    again = markup(client.post(tap, {"do": "pause", "pod": "2"}, follow=True))
    assert "The clock is already paused." in again
    assert "Deck building resumed: pod 2." in markup(
        client.post(tap, {"do": "resume", "pod": "2"}, follow=True)
    ).replace("&#x27;", "'")


def test_minutes_for_everybody_do_not_reopen_a_pod_that_ended():
    row, now = draft(build.division(16, play_style="limited")), timezone.now()
    building_clocks.start_building(row, 0, by=None, now=now)
    ten = now + timedelta(minutes=10)
    building_clocks.end_building(row, 1, by=None, sure=True, now=ten)
    building_clocks.add_building_minutes(row, 0, minutes=5, reason="A pack was short.", by=None, now=ten)
    first, second = (one.building for one in queries.building_clocks_of_draft(row))
    assert (first.is_running(ten), first.given) == (False, 0)
    assert second.ends == now + timedelta(minutes=35)
    building_clocks.add_building_minutes(row, 1, minutes=5, reason="They ended too soon.", by=None, now=ten)
    assert queries.building_clocks_of_draft(row)[0].building.ends == ten + timedelta(minutes=5)
