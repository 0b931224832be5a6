"""What every test may ask for."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as chance
from pytest_django import DjangoDbBlocker

from cards.models import CatalogueState
from cards.services.catalogue import shipping
from config.celery import app as queue
from tests import databases
from tests.cards import starter

chance.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
chance.load_profile("any machine")
"""How long an example takes says how busy the machine is."""

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
"""Processes that tests start run with the settings of an installation; those of the run itself are named by --ds."""

SHARED = Path(__file__).resolve().parents[2] / "shared"

EDGES = {"api", "documents", "views"}
"""Folders of tests of pages, sheets and answers to programs."""

DATABASE = {
    "db",
    "transactional_db",
    "live_server",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    options = parser.getgroup("stadium").addoption
    options("--slow", action="store_true", help="the slow suite, which is left out otherwise")
    options("--database", action="store_true", help="only tests whose answer may depend on the database")


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection: they live as long as the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow suite, or everything else with --slow; a named file or test always runs.

    Browser stories run first, so that no process is still busy with a long one at the end; in a file that builds its
    event once, tests that do not use it come first.
    """
    slow, named = config.getoption("--slow"), any(".py" in argument for argument in config.args)
    chosen = [
        item
        for item in items
        if (slow == _is_marked(item, "slow") or (named and not slow))
        and (not config.getoption("--database") or _is_for_a_database(item))
    ]
    left_out = set(items) - set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    files = groupby(
        sorted(chosen, key=lambda item: not _is_marked(item, "browser")), key=lambda item: item.path
    )
    items[:] = [
        item for _, tests in files for item in sorted(tests, key=lambda item: "built" in _fixtures(item))
    ]


def _is_marked(item: pytest.Item, mark: str) -> bool:
    # Not `item.keywords`: these also name the folders above, and a checkout may be called "slow".
    return item.get_closest_marker(mark) is not None


def _is_for_a_database(item: pytest.Item) -> bool:
    """Whether the answer may depend on the database: tests of pages, documents and the API are left out, for what
    they show has tests of its own below.
    """
    marks = {mark.name for mark in item.iter_markers()}
    if marks & {"browser", "sqlite"}:
        return False
    return bool(marks & {"postgres", "redis"}) or (not EDGES & {*item.path.parts} and _has_database(item))


def _has_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or bool(DATABASE & _fixtures(item))


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real files beside the project; tests that read it are skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("no folder with real event files beside the project")
    return SHARED


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """The database of this process, as `tests/databases.py` makes it."""
    run = getattr(request.config, "workerinput", {})
    own, folder = run.get("workerid", "alone"), tmp_path_factory.getbasetemp()
    if connection.vendor == "sqlite":
        settings.DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
    before = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        databases.set_up(
            folder.parent if run else folder,
            own,
            {f"gw{number}" for number in range(run.get("workercount", 0))} - {own},
        )
    yield
    with django_db_blocker.unblock():
        databases.tear_down(before)


@pytest.fixture(scope="session", autouse=True)
def files_aside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Photos and snapshots of tests never lie among those of events, nor of a process that plays the same event."""
    var = tmp_path_factory.mktemp("var")
    with override_settings(VAR_DIR=var, MEDIA_ROOT=var / "media"):
        yield


@pytest.fixture(autouse=True)
def shipped_facts(request: pytest.FixtureRequest) -> None:
    """The facts of cards that are shipped, in whatever order tests run: one in no transaction empties all tables."""
    if not _has_database(request.node):
        return
    request.getfixturevalue("db")
    if not CatalogueState.objects.exists():
        shipping.load(apps.get_model)
        starter.load()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A page asked for in another language leaves its thread in that language; the next test speaks English."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


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
    with running_worker():
        yield


GOODBYE = 20
"""Seconds a worker has to end on its own; one that waits for a lock of a test that failed never would."""


@contextmanager
def running_worker(pool: str = "solo", *, tasks: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """The process of a worker, so that a test can kill it; `tasks`: a module of more tasks."""
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
        pool,
        "--concurrency",
        "1",
        "--loglevel",
        "warning",
        *(["--include", tasks] if tasks else []),
    ]
    root = Path(settings.BASE_DIR)
    of_test = {"DATABASE_URL": address(), "MEDIA_ROOT": str(settings.MEDIA_ROOT)}
    with subprocess.Popen(command, cwd=root, env=os.environ | of_test) as process:
        try:
            yield process
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(GOODBYE)
        finally:
            process.kill()


def address() -> str:
    at = connection.settings_dict
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST']}:{at['PORT']}/{at['NAME']}"
