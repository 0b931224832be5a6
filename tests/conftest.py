"""What every test may ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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
