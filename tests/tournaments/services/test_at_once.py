"""Actions of several people at the same moment run one after the other (PostgreSQL)."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from core.engine.refused import Refused
from core.models import PublicAddress
from core.services import public_address
from tests import build
from tournaments.models import Entry, Player
from tournaments.services import divisions, entries, events, schedule

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def postgres():
    if connection.vendor != "postgresql":
        pytest.skip("needs a real PostgreSQL")


def at_once(*calls: Callable[[], object]) -> Counter[str]:
    """Return the outcome of each call: "done" or the code of its refusal."""

    def run(call: Callable[[], object]) -> str:
        try:
            call()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return Counter(pool.map(run, calls))


def test_one_person_added_at_ten_desks():
    event = build.event()
    person = {"by": None, "first_name": "Ana", "last_name": "Silva", "player_id": "7", "birth_year": 1990}
    ended = at_once(*[lambda: entries.add_entry(event, **person)] * 10)
    assert ended == {"done": 1, "ALREADY_ENTERED": 9}
    assert (Entry.objects.count(), Player.objects.count()) == (1, 1)


def test_one_new_person_in_two_events():
    person = {"by": None, "first_name": "Ana", "last_name": "Silva", "player_id": "7", "birth_year": 1990}
    first = build.event()
    both = (first, build.event(team=first.organizer))
    calls = [lambda event=event: entries.add_entry(event, **person) for event in both]
    ended = at_once(*calls)
    assert ended["done"] + ended["CHANGED_MEANWHILE"] == 2
    assert Player.objects.count() == 1


def test_the_first_address_saved_by_eight_people():
    ana = build.user("ana", is_superuser=True)
    ended = at_once(*[lambda: public_address.save_public_address(by=ana, address="192.168.1.20:8000")] * 8)
    assert ended == {"done": 8}
    assert PublicAddress.objects.count() == 1


def test_drop_tapped_twice():
    event = build.event()
    (entry,) = build.add_players(event, 1)
    ended = at_once(*[lambda: entries.drop_entry(entry, by=None, round_number=1)] * 5)
    assert ended == {"done": 1, "ENTRY_ALREADY_LEFT": 4}


def test_settings_divisions_schedule_and_door_do_not_wait_for_each_other():
    """No order of these calls causes a deadlock; each call succeeds or is refused."""
    event = build.event(divisions=("junior", "senior", "masters"))
    rows = build.add_players(event, 24, birth_years=(1990, 2012, 2016), checked_in=False)
    calls: list[Callable[[], object]] = []
    for number, entry in enumerate(rows):
        calls.append(lambda entry=entry: entries.check_in_entry(entry, by=None))
        calls.append(
            lambda number=number: events.change_event_settings(event, by=None, venue=f"Hall {number}")
        )
        calls.append(
            lambda number=number: divisions.arrange_divisions(event, by=None, divisions=CHOICES[number % 2])
        )
        calls.append(lambda: schedule.plan_day(event, by=None, first_start=build.NOON, rounds=5))
    ended = at_once(*calls[:40])
    assert ended["done"] + ended["CHANGED_MEANWHILE"] == 40


CHOICES = (("all",), ("junior", "senior", "masters"))
