"""Many players register at the same moment: never one too many, the waiting list in order, no one asked twice."""

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest
from django.db import connection, connections

from core.engine.refused import Refused
from core.models import JournalEvent
from registration.models import Registration
from registration.services import registering
from tests.registration import signing_up as up
from tournaments.models import Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[3]
PROCESSES = 8
TEN_MINUTES = 600
"""Seconds in which a crowd of 1,200 has to be registered."""


def require_fair(event: Tournament, *, places: int) -> Counter[str]:
    """Require that no seat was given twice and that offers went out by number, once each; return the states."""
    rows = list(event.registrations.order_by("number"))
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    players = event.entries.filter(dropped_in=None)
    states = Counter(str(row.state) for row in rows)
    assert players.count() + states["offered"] <= places
    assert players.count() == states["confirmed"]
    waiting = [row.number for row in rows if row.state == "waiting"]
    lines = JournalEvent.objects.filter(tournament=event)
    offered = list(lines.filter(kind="SeatOffered").order_by("pk").values_list("facts__number", flat=True))
    assert len(offered) == len(set(offered))
    assert not waiting or not offered or max(offered) < min(waiting)
    assert offered == sorted(offered)
    if waiting:
        assert players.count() + states["offered"] == places
    return states


def test_sixteen_phones_and_six_seats():
    event = up.event(6)

    def register(number: int) -> str:
        try:
            return str(up.register(event, number).state)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(16) as pool:
        ended = Counter(pool.map(register, range(1, 17)))
    assert ended == {"confirmed": 6, "waiting": 10}
    require_fair(event, places=6)


def test_one_seat_that_is_accepted_twice_and_canceled_at_once():
    event = up.event(1)
    first, second, _third = up.registered(event, 3)
    registering.cancel_registration(first, by=None)
    offered = Registration.objects.get(pk=second.pk)

    def act(number: int) -> None:
        try:
            with suppress(Refused):
                registering.accept_seat(offered) if number % 2 else registering.cancel_registration(
                    offered, by=None
                )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(act, range(8)))
    require_fair(event, places=1)


@pytest.mark.slow
def test_eight_processes_register_1200_players():
    """1,200 registrations within ten minutes, for 1,024 seats on PostgreSQL and 64 on SQLite.

    Slow: each process starts its own Django, and all wait for one lock of the event, which takes minutes on two cores.
    """
    places = 1024 if connection.vendor == "postgresql" else 64
    players = 1200
    event = up.event(places)
    database = connection.settings_dict
    url = (
        f"sqlite:///{database['NAME']}"
        if connection.vendor == "sqlite"
        else f"postgres://{database['USER']}:{database['PASSWORD']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    )
    own = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    share = players // PROCESSES
    commands = [
        [sys.executable, "-m", "tests.registration.crowd", event.slug, str(first), str(first + share)]
        for first in range(1, players, share)
    ]
    crowd = [
        subprocess.Popen(command, cwd=ROOT, env=own, stderr=subprocess.PIPE, text=True)
        for command in commands
    ]
    began = monotonic()
    errors = [process.communicate(timeout=TEN_MINUTES)[1] for process in crowd]
    assert [process.returncode for process in crowd] == [0] * PROCESSES, errors
    assert monotonic() - began < TEN_MINUTES
    states = require_fair(event, places=places)
    assert states.total() == players
