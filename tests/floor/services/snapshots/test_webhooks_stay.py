"""Webhooks belong to one installation: a restored event has none, and sends nothing to those of the original event."""

import pytest

from core.models import WebhookDelivery
from tests.pairings import build as play
from tests.webhook_receiver import Receiver
from tests.webhook_receiver import receiver as receiver
from tournaments.engine.webhook_types import TOPICS
from tournaments.services import events, snapshots

pytestmark = pytest.mark.django_db


def test_a_restored_event_tells_nobody(receiver: Receiver):
    division = play.division(4, published=True)
    receiver.hook(division.tournament, TOPICS)
    play.play(division)
    known = WebhookDelivery.objects.count()
    by = play.organizer(division)
    back = snapshots.restore_event(snapshots.make_snapshot(division.tournament).data, by=by, trusted=True)
    assert (back.webhook_topics, back.webhooks.count()) == ({}, 0)
    events.change_event_settings(back, by=None, published=True)
    play.play(back.divisions.select_related("tournament").get())
    assert WebhookDelivery.objects.count() == known
