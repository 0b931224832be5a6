"""Two tabs send a ruling at the same moment: the second waits for the first, and one ruling is stored."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep

import pytest
from django.db import connections, transaction

from core.engine.refused import Refused
from core.models import JournalEvent
from floor.models import FloorRuling
from floor.services import rulings
from tests import build

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

WAITS = 60
BETWEEN = 0.5
"""Seconds between writing the first ruling and its commit, in which the second is sent."""


@pytest.mark.parametrize(("answer", "ended"), [("Opaque ones.", "done"), ("None.", "RULING_THERE")])
def test_a_ruling_sent_before_the_first_is_committed_waits_for_it(answer: str, ended: str) -> None:
    event, written = build.event(), Event()

    def first() -> None:
        try:
            with transaction.atomic():
                rulings.record_ruling(event, by=None, question="Which sleeves?", answer="Opaque ones.")
                written.set()
                sleep(BETWEEN)
        finally:
            connections.close_all()

    def second() -> str:
        assert written.wait(WAITS)
        try:
            rulings.record_ruling(event, by=None, question="Which sleeves?", answer=answer)
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(2) as threads:
        begun, other = threads.submit(first), threads.submit(second)
    begun.result()
    assert other.result() == ended
    assert FloorRuling.objects.get().answer == "Opaque ones."
    assert JournalEvent.objects.filter(kind="RulingNoted").count() == 1
