"""Threads of one server, each with its own connection, announce what their transactions changed."""

from threading import Event, Thread

import pytest
from django.db import connections, transaction

from core import stamps
from tournaments import scopes

WAITS = 20

MINE, OTHER = scopes.event_scope(1), scopes.event_scope(2)


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_begins_while_another_has_just_committed(caplog: pytest.LogCaptureFixture) -> None:
    committed, marked = Event(), Event()

    def begin_another() -> None:
        committed.wait(WAITS)
        with transaction.atomic():
            stamps.mark_scopes_changed(OTHER)
            marked.set()
        connections.close_all()

    def wait_for_the_other() -> None:
        committed.set()
        marked.wait(WAITS)

    thread = Thread(target=begin_another)
    thread.start()
    before = stamps.read_scope_numbers([MINE, OTHER])
    with transaction.atomic():
        transaction.on_commit(wait_for_the_other)
        stamps.mark_scopes_changed(MINE)
    thread.join(WAITS)
    after = stamps.read_scope_numbers([MINE, OTHER])
    assert after.numbers[MINE] > before.numbers[MINE]
    assert after.numbers[OTHER] > before.numbers[OTHER]
    assert caplog.messages == []
