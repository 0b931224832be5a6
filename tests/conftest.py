"""What every test may ask for."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from config.celery import app as queue

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files beside the project; tests that read it are skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("no folder with real event files beside the project")
    return SHARED


@pytest.fixture(autouse=True)
def jobs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Jobs run in the request, as on one laptop; a test marked `redis` brings a worker of its own."""
    with_worker = request.node.get_closest_marker("redis") is not None
    before, queue.conf.task_always_eager = queue.conf.task_always_eager, not with_worker
    yield
    queue.conf.task_always_eager = before


@pytest.fixture
def worker() -> Iterator[None]:
    """A worker of the project on the database of the test."""
    if not settings.REDIS_URL:
        pytest.skip("REDIS_URL is not set")
    if connection.vendor != "postgresql":
        pytest.skip("a worker of its own cannot see a database in memory")
    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "config",
        "worker",
        "-P",
        "solo",
        "--loglevel",
        "warning",
    ]
    root = Path(settings.BASE_DIR)
    with subprocess.Popen(command, cwd=root, env=os.environ | {"DATABASE_URL": address()}) as process:
        yield
        process.terminate()


def address() -> str:
    at = connection.settings_dict
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST']}:{at['PORT']}/{at['NAME']}"
