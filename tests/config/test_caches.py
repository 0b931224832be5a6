"""The cache recovers when Redis, a real one, is stopped and started."""

import logging
import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from config import caches
from tests.own_redis import OwnRedis, running

pytestmark = [pytest.mark.redis, pytest.mark.django_db]


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OwnRedis]:
    yield from running(monkeypatch, settings)


def test_every_call_is_answered_while_redis_is_gone(redis: OwnRedis) -> None:
    cache.set("here", 1)
    redis.stop()
    assert cache.get("here") is None
    assert cache.add("lock", 1, 60)
    assert not cache.add("lock", 2, 60)
    assert cache.incr("lock") == 2
    assert cache.touch("lock", 60)
    assert cache.has_key("lock")
    cache.set_many({"a": 1, "b": [2]})
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": [2]}
    assert cache.get_or_set("made", lambda: 5) == 5
    assert cache.delete("lock")
    cache.delete_many(["a"])
    assert cache.get("a") is None
    cache.clear()
    assert cache.get("b") is None


def test_redis_is_asked_once_in_a_while_and_used_again(
    redis: OwnRedis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache.set("before", 1)
    redis.stop()
    with caplog.at_level(logging.WARNING, logger="config.caches"):
        for number in range(50):
            cache.set(f"key{number}", number)
    assert len(caplog.records) == 1
    redis.start()
    assert cache.get("key7") == 7, "until the pause ends the database serves"
    monkeypatch.setattr(caches, "_paused", {redis.url: time.monotonic() - 1})
    cache.set("after", 2)
    redis.stop()
    assert cache.get("after") is None, "it was kept by Redis"


def test_a_redis_that_hangs_is_left_alone(redis: OwnRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "PATIENCE", 0.2)
    assert redis._process is not None
    redis._process.send_signal(19)
    began = time.monotonic()
    for number in range(20):
        cache.set(f"key{number}", number)
    assert cache.get("key19") == 19
    assert time.monotonic() - began < 10
