"""A second process that migrates waits for the first one, and says so."""

from io import StringIO
from threading import Event, Thread

import pytest
from django.core.management import call_command
from django.db import connection, connections

from config.migration_lock import WAITING, migration_lock


@pytest.mark.django_db(transaction=True)
def test_the_second_one_waits_and_says_so() -> None:
    said, waits, out = list[str](), Event(), StringIO()

    def write(line: str) -> None:
        said.append(line)
        waits.set()

    def second() -> None:
        with migration_lock(connection.alias, write=write):
            said.append("its turn")
        connections.close_all()

    with migration_lock(connection.alias, write=said.append):
        thread = Thread(target=second)
        thread.start()
        assert waits.wait(20)
        assert said == [WAITING]
    thread.join(20)
    assert said == [WAITING, "its turn"]
    call_command("migrate", stdout=out, verbosity=1)
    assert "No migrations to apply" in out.getvalue()
    assert WAITING not in out.getvalue()
