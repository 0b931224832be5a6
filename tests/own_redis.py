"""A Redis server that a test may stop and start."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator

import pytest
from pytest_django import Settings
from redis import Redis

from config import caches
from config.celery import app as queue


class OwnRedis:
    """A `redis-server` on a separate port; it is stopped at first and stores nothing on disk."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def set(self, **settings: str) -> None:
        """Change the configuration at run time, for example `maxmemory="1"`."""
        with Redis.from_url(self.url) as client:
            for name, value in settings.items():
                client.config_set(name.replace("_", "-"), value)

    def start(self) -> None:
        command = [
            "redis-server",
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        pytest.fail("redis-server does not start")

    def hang(self) -> None:
        """Accept connections, but do not respond."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def running(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OwnRedis]:
    """Start a Redis server and use it as the cache and the broker of this process."""
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    own = OwnRedis()
    own.start()
    monkeypatch.setattr(caches, "_paused", {})
    monkeypatch.setattr(queue.conf, "broker_url", own.url)
    settings.CACHES = caches.cache_settings(own.url, shared_database=False)
    queue._after_fork()  # closes connections to another broker
    try:
        yield own
    finally:
        own.stop()
        queue._after_fork()
