"""Fixtures and hooks for all tests."""

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
from django.template import base
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as chance
from pytest_django import DjangoDbBlocker

from cards.models import CatalogueState
from cards.services.catalogue import loading_facts
from config.celery import app as queue
from tests import databases
from tests.cards import starter
from tests.templates import lookups

chance.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
chance.load_profile("any machine")
"""How long an example takes depends on how busy the machine is, so there is no deadline."""

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
"""Processes started by tests use the settings of an installation; those of the run itself are named by --ds."""

SHARED = Path(__file__).resolve().parents[2] / "shared"

EDGES = {"api", "documents", "views"}
"""Folders with tests of pages, sheets and responses to other programs."""

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
    """Exempt the collected tests from garbage collection, as they live for the whole run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow suite or, with --slow, everything else; a file or test named on the command line always runs.

    Browser stories run first, so that no process is still busy with a long one at the end. In a file that builds its
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
    # Not `item.keywords`: these also contain the folders above, and a checkout may be called "slow".
    return item.get_closest_marker(mark) is not None


def _is_for_a_database(item: pytest.Item) -> bool:
    """Return whether the result may depend on the database.

    Tests of pages, documents and the API are left out, because what they show is tested in the layers below.
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
    """Return the folder of real files beside the project; tests that read it are skipped if it is missing."""
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
    """Set up the database of this process, as in `tests/databases.py`."""
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
    """Keep the photos and snapshots of tests away from those of real events and of other processes."""
    var = tmp_path_factory.mktemp("var")
    with override_settings(VAR_DIR=var, MEDIA_ROOT=var / "media"):
        yield


@pytest.fixture(scope="session", autouse=True)
def existing_attributes() -> Iterator[None]:
    """Let no template look up an attribute that its object does not have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base.Variable, "_resolve_lookup", lookups.resolve_existing)
        yield


@pytest.fixture(autouse=True)
def shipped_facts(request: pytest.FixtureRequest) -> None:
    """Load the shipped facts of cards, in whatever order tests run: a test without a transaction empties all tables."""
    if not _has_database(request.node):
        return
    request.getfixturevalue("db")
    if not CatalogueState.objects.exists():
        loading_facts.load_tables(apps.get_model)
        starter.load()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Switch back to English after a page was requested in another language, as that stays active in the thread."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def jobs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run jobs within the request, as on a single laptop; a test marked `redis` starts a worker."""
    with_worker = request.node.get_closest_marker("redis") is not None
    before, queue.conf.task_always_eager = queue.conf.task_always_eager, not with_worker
    yield
    queue.conf.task_always_eager = before


@pytest.fixture
def worker() -> Iterator[None]:
    """Run a worker of the project on the database of the test."""
    with running_worker():
        yield


GOODBYE = 20
"""Seconds for a worker to stop; one that waits for a lock of a failed test would never stop."""


@contextmanager
def running_worker(pool: str = "solo", *, tasks: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """Start a worker process and yield it, so that a test can kill it. `tasks`: a module with more tasks."""
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
