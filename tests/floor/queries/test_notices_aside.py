"""Notices sent by a real worker with a real Redis, which retries if the push service is overloaded."""

import pytest

from core.services.notices import subscriptions
from floor.engine.notice_topics import FOR_PLAYERS
from pairings.services.rounds import rounds
from tests import build
from tests.push_service import PushService
from tournaments.services import personal_links


@pytest.mark.redis
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_worker_sends_and_sends_again(push_service: PushService, worker: None):
    division = build.division(2)
    entry = division.entries.earliest("pk")
    personal_links.ensure_link(entry)
    phone = push_service.browser()
    subscriptions.subscribe_browser(
        entry, phone.browser, topics=FOR_PLAYERS, language="en", origin="https://stadium.example"
    )
    push_service.answers.append((503, {}))
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    refused, taken = push_service.wait(2, seconds=60)
    assert phone.read(refused) == phone.read(taken)
    assert phone.read(taken)["title"] == "Round 1: table 1"
