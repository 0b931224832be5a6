"""Announcements prove when something was announced (R-053, R-095, R-114)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import build
from tests.build import refusal
from tournaments.services import announcements

pytestmark = pytest.mark.django_db


def test_dated_and_never_rewritten():
    event = build.event()
    announcement = announcements.post_announcement(
        event, by=None, text=" 30 minutes a round ", kind="time_limit"
    )
    assert announcement.text == "30 minutes a round"
    assert timezone.now() - announcement.at < timedelta(minutes=1)
    assert announcements.withdraw_announcement(announcement, by=None).withdrawn_at is not None
    assert (
        refusal(announcements.withdraw_announcement, announcement, by=None).code == "ANNOUNCEMENT_WITHDRAWN"
    )
    assert event.announcements.get().text == "30 minutes a round"
    assert [line.kind for line in event.journal.all()][:2] == ["AnnouncementWithdrawn", "Announced"]


def test_needs_words():
    assert (
        refusal(announcements.post_announcement, build.event(), by=None, text=" \n").code
        == "ANNOUNCEMENT_EMPTY"
    )
