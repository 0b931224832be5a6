"""Detecting changes without the database: in both stores, only on commit, and never lost."""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core import stamps
from core.models import Job
from core.stamps.stores import FileStampStore, RedisStampStore, StampStore
from tests import build
from tournaments import scopes
from tournaments.models import Tournament
from tournaments.services import entries, locks


@pytest.fixture
def file(tmp_path: Path) -> FileStampStore:
    return FileStampStore(str(tmp_path / "stamps"))


@pytest.fixture
def redis() -> RedisStampStore:
    if not settings.REDIS_URL:
        pytest.skip("REDIS_URL is not set")
    return RedisStampStore(settings.REDIS_URL)


@pytest.fixture(params=["file", pytest.param("redis", marks=pytest.mark.redis)])
def store(request: pytest.FixtureRequest) -> StampStore:
    return request.getfixturevalue(request.param)


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    return build.event()


def refused(event: Tournament) -> None:
    """Take a lock in a transaction, or in a part of one, and roll it back."""
    with transaction.atomic():
        locks.lock_event(event)
        transaction.set_rollback(True)


def read(store: StampStore, scopes: Sequence[str]) -> tuple[str, int]:
    """Return the position, and the highest number of these scopes."""
    position, numbers = store.numbers(scopes)
    return position, max(numbers, default=0)


def number(position: str) -> int:
    return int(position.partition("-")[2])


def test_a_scope_holds_the_number_of_its_last_change(store: StampStore):
    before, _highest = read(store, [])
    store.raise_(["e1"])
    store.raise_(["m5", "r1"])
    position, highest = read(store, ["e1"])
    assert (number(position), highest) == (number(before) + 2, number(before) + 1)
    assert read(store, ["e1", "m5"])[1] == number(position)


def test_a_new_epoch_makes_every_position_old(store: StampStore):
    before = read(store, [])[0]
    store.reset()
    assert read(store, [])[0].partition("-")[0] != before.partition("-")[0]


@pytest.mark.redis
def test_redis_that_lost_everything_begins_anew(redis: RedisStampStore):
    redis.raise_(["e1"])
    before = read(redis, ["e1"])[0]
    redis._redis.delete(RedisStampStore.KEY)
    assert read(redis, ["e1"])[0].partition("-")[0] != before.partition("-")[0]


def test_processes_share_the_file(file: FileStampStore, tmp_path: Path):
    before = read(file, ["e7"])[0]
    raising = f"FileStampStore({str(tmp_path / 'stamps')!r}).raise_(['e7'])"
    script = f"from core.stamps.stores import FileStampStore; {raising}"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=settings.BASE_DIR, env=dict(os.environ))
    assert read(file, ["e7"])[1] == number(before) + 1


def test_a_process_that_may_write_no_file_hears_of_its_own_changes(tmp_path: Path):
    store = FileStampStore(str(tmp_path / "missing" / "stamps"))
    before = read(store, ["e1"])[0]
    store.raise_(["e1"])
    assert read(store, ["e1"]) == (before[:-1] + "1", 1)


def test_no_number_is_given_twice(file: FileStampStore):
    before = number(read(file, [])[0])
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda at: file.raise_([f"m{at}"]), range(1, 201)))
    assert number(read(file, [])[0]) == before + 200


@given(st.lists(st.sampled_from(["e1", "e2", "m1", "n1", stamps.EVERYTHING]), max_size=12), st.data())
def test_whoever_asks_hears_of_each_change_since(raised: list[str], data: st.DataObject):
    seen = stamps.current_stamp_position()
    at = data.draw(st.integers(0, len(raised)))
    for scope in raised[:at]:
        stamps.STAMPS.raise_([scope])
    seen_then = stamps.current_stamp_position()
    for scope in raised[at:]:
        stamps.STAMPS.raise_([scope])
    for scope in ("e1", "e2", "m1", "n1"):
        assert (stamps.position_if_changed([scope], seen) is not None) == bool({scope, "*"} & set(raised))
        assert (stamps.position_if_changed([scope], seen_then) is not None) == bool(
            {scope, "*"} & set(raised[at:])
        )


@pytest.mark.parametrize("seen", ["", "x", "0-0", "-5", "0123456789abcdef-99999999999999999999", "é-1"])
def test_a_position_of_another_time_is_an_old_one(seen: str):
    assert stamps.position_if_changed(["e1"], seen) == stamps.current_stamp_position()


def test_the_page_is_told_when_the_change_is_committed(event: Tournament):
    scope, seen = scopes.event_scope(event.pk), stamps.current_stamp_position()
    with transaction.atomic():
        locks.lock_event(event)
        assert stamps.position_if_changed([scope], seen) is None
    assert stamps.position_if_changed([scope], seen) is not None


def test_nobody_is_told_of_what_was_rolled_back(event: Tournament):
    seen = stamps.current_stamp_position()
    refused(event)
    assert stamps.position_if_changed([scopes.event_scope(event.pk)], seen) is None


@pytest.mark.django_db(transaction=True)
def test_one_player_at_the_door_is_nobody_elses_news():
    division = build.division(2, checked_in=False)
    (ana, ben), event = division.entries.all(), division.tournament
    seen = stamps.current_stamp_position()
    entries.check_in_entry(ana, by=None)
    assert stamps.position_if_changed([scopes.entry_scope(ana.pk)], seen) is not None
    assert stamps.position_if_changed([scopes.results_scope(event.pk)], seen) is not None
    assert (
        stamps.position_if_changed([scopes.entry_scope(ben.pk), scopes.event_scope(event.pk)], seen) is None
    )


def test_what_is_written_under_no_lock_is_news_for_everybody(event: Tournament):
    seen = stamps.current_stamp_position()
    Tournament.objects.filter(pk=event.pk).update(name="Another")
    assert stamps.position_if_changed([scopes.match_scope(1)], seen) is not None


def test_what_a_rolled_back_part_marked_is_marked_again(event: Tournament):
    """The lock was released with the savepoint, but what is written afterwards is committed."""
    seen = stamps.current_stamp_position()
    with transaction.atomic():
        refused(event)
        Tournament.objects.filter(pk=event.pk).update(name="Another")
    assert stamps.position_if_changed([scopes.event_scope(event.pk)], seen) is not None


def test_what_no_page_shows_is_no_news(event: Tournament):
    marta = build.user("ruth")
    seen = stamps.current_stamp_position()
    Session.objects.all().delete()
    Job.objects.all().delete()
    Client().force_login(marta)
    assert stamps.position_if_changed([scopes.event_scope(event.pk)], seen) is None
