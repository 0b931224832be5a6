"""What every test may ask for."""

import gc
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as chance
from pytest_django import DjangoDbBlocker

from cards.models import CatalogueState
from cards.services.catalogue import shipping
from config.celery import app as queue
from tests import databases, seeds
from tests.tournaments import typed_facts

settings.EVENT_CREATION = "open"
"""As on a laptop; `tests/config/test_event_creation.py` asks for the other one."""

settings.WHITENOISE_USE_FINDERS = False
"""Each test client would read all static files once more; `tests/config/test_static.py` asks for some."""

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""A real hash is slow on purpose."""

chance.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
chance.load_profile("any machine")
"""How long an example takes says how busy the machine is."""

REDIS_NUMBERS = 16
"""Databases of a Redis as it is installed."""


def _own_redis() -> None:
    """A database of its own for each process of the tests; else the worker of one takes the jobs of another."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not settings.REDIS_URL or not worker:
        return
    url = urlsplit(settings.REDIS_URL)
    number = (int(url.path.strip("/") or 0) + int(worker.removeprefix("gw"))) % REDIS_NUMBERS
    own = url._replace(path=f"/{number}").geturl()
    os.environ["REDIS_URL"] = settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = own
    queue.conf.broker_url = own


_own_redis()

settings.STAMPS = settings.VAR_DIR / f"stamps-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
"""What one process of the tests changes is no news for another."""

SHARED = Path(__file__).resolve().parents[2] / "shared"


def _begin_anew(_test: TransactionTestCase) -> None:
    """After a test that was in no transaction: the first state comes back in a moment, whatever was changed."""
    databases.restore()


TransactionTestCase._fixture_teardown = _begin_anew  # type: ignore[method-assign]

EDGES = {"api", "documents", "views"}
"""Folders of tests of pages, sheets and answers to programs."""

FOR_A_DATABASE = re.compile(r"mark\.(?:postgres|redis|once)\b")
ASKS_A_DATABASE = re.compile(r"^pytestmark = .*mark\.django_db\b", re.MULTILINE)
FOR_THE_REST = re.compile(r"mark\.(?:browser|sqlite)\b")
"""What a file of tests says that has some for one share of the checks or, at its head, none but such."""

DATABASE = {
    "db",
    "transactional_db",
    "live_server",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    shares = parser.getgroup("stadium").addoption
    shares("--database", action="store_true", help="only what a database may answer otherwise than another")
    shares("--rest", action="store_true", help="only what --database leaves out")
    parser.addoption("--slow", action="store_true", help="only the slow suites, which a run leaves out")


def pytest_collection_finish() -> None:
    """What has been read stays for the whole run: the collector of garbage need not look at it again and again, nor
    at what a test makes each time it has made a little more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is not asked is not even read: files that rest or have only tests of the other share, and with --database
    engines, which ask no database, and stories in a browser, which ask any.
    """
    shares, name = _shares(config), collection_path.name
    aside = shares == {True} and name in {"engine", "browser"}
    if not aside and name.startswith("test_") and name.endswith(".py") and not _is_named(config):
        resting = seeds.rests(collection_path) and not config.getoption("--slow")
        share = _one_share(collection_path)
        aside = resting or (share is not None and share not in shares)
    return True if aside else None


def _one_share(path: Path) -> bool | None:
    """Whether all tests of a file are for a database, as far as its text tells at a glance; None if it does not."""
    text = path.read_text()
    if EDGES & {*path.parts}:
        return None if FOR_A_DATABASE.search(text) else False
    return True if ASKS_A_DATABASE.search(text) and not FOR_THE_REST.search(text) else None


def _is_named(config: pytest.Config) -> bool:
    """Whether the command names a file or a test."""
    return any(".py" in argument for argument in config.args)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow suites, or all others with --slow; a file or test that is named is asked as it is.

    Stories in a browser come first, so that no process is still busy with a long one when all others have ended. In a
    file that builds its event once, tests that do without it come before.
    With --database, leave out tests that ask none, and those of the edges: what these show has tests of its own, and
    `tests/config/addresses/test_urls.py` and `tests/api/test_contract.py` ask every address for nonsense. With --rest,
    ask these alone: the checks share all tests out so, between PostgreSQL and SQLite.
    """
    _require_in_its_share(items)
    for one in items:
        if seeds.rests(one.path):
            one.add_marker(pytest.mark.slow)
    slow, shares = config.getoption("--slow"), _shares(config)
    named = not slow and _is_named(config)
    chosen = [
        one
        for one in items
        if (named or slow == ("slow" in one.keywords)) and _is_for_a_database(one) in shares
    ]
    left_out = set(items) - set(chosen)
    config.hook.pytest_deselected(items=[one for one in items if one in left_out])
    runs = groupby(sorted(chosen, key=lambda one: "browser" not in one.keywords), key=lambda one: one.path)
    items[:] = [one for _, run in runs for one in sorted(run, key=lambda one: "built" in _fixtures(one))]


def _require_in_its_share(items: list[pytest.Item]) -> None:
    """Else a test would be asked in no share: its file says nothing of it, so that one does not read it."""
    for path, run in groupby(items, key=lambda one: one.path):
        share = _one_share(path)
        lost = [one.nodeid for one in run if share is not None and _is_for_a_database(one) != share]
        if lost:
            raise pytest.UsageError(f"Say pytest.mark.… in the file itself, or no share asks {lost}")


def _shares(config: pytest.Config) -> set[bool]:
    """Whether tests for a database are asked, and whether all others are."""
    database, rest = config.getoption("--database"), config.getoption("--rest")
    return {True, False} if database == rest else {bool(database)}


def _is_for_a_database(item: pytest.Item) -> bool:
    """Whether the test shows what one database may answer otherwise than another."""
    marks = {mark.name for mark in item.iter_markers()}
    if marks & {"browser", "sqlite"}:
        return False
    return bool(marks & {"postgres", "redis", "once"}) or (
        not EDGES & {*item.path.parts} and _has_database(item)
    )


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


@pytest.fixture(scope="session", autouse=True)
def facts_have_their_types() -> Iterator[None]:
    with typed_facts.watched():
        yield


@pytest.fixture(autouse=True)
def shipped_facts(request: pytest.FixtureRequest) -> None:
    """The facts of cards that are shipped, in whatever order tests run: one in no transaction empties all tables."""
    if not _has_database(request.node):
        return
    request.getfixturevalue("db")
    if not CatalogueState.objects.exists():
        shipping.load(apps.get_model)
        CatalogueState.objects.create(pk=1)


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
def running_worker(pool: str = "solo") -> Iterator[subprocess.Popen[bytes]]:
    """The process of a worker, so that a test can kill it."""
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
