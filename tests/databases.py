"""The databases of a test run: one is migrated, and those of the other processes are copies of it."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import translation
from filelock import FileLock
from pytest_django import DjangoDbBlocker

from config.celery import app as queue
from core import stamps
from tests.cards import starter

_first: list[sqlite3.Connection] = []
"""In memory: the initial database of this process. PostgreSQL has it as a template beside the database."""


def set_up(folder: Path, process: str, others: Iterable[str]) -> None:
    """Connect to the database of this process. The first process of a run also creates those of the `others`, as a copy
    takes a moment and all migrations take seconds.

    `folder` is shared by all processes of a run. SQLite stores files there, as on a laptop, so that each thread of a
    server has a separate connection. In memory, threads would share one connection, and a page would see half of what
    another one writes.
    """
    at = (
        str(folder / "{}.sqlite3")
        if connection.vendor == "sqlite"
        else f"test_{connection.settings_dict['NAME']}_{{}}"
    )
    name = at.format(process)
    connection.settings_dict["TEST"]["NAME"] = name
    with FileLock(folder / "databases.lock"):
        if not (folder / f"{process}.copied").exists():
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            starter.load()
            for other in others:
                _copy(name, at.format(other))
                (folder / f"{other}.copied").touch()
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _first[:] = [sqlite3.connect(":memory:")]
        connection.connection.backup(_first[0])
    else:
        _copy(name, f"{name}_first")
        connection.ensure_connection()


def tear_down(before: str) -> None:
    """Remove the database of this process, and point connections to the one named `before` again."""
    name = connection.settings_dict["NAME"]
    connection.creation.destroy_test_db(before, verbosity=0)
    if connection.vendor != "sqlite":
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}_first"')


def restore() -> None:
    """Restore the database of this process to its initial state, and clear all caches of the previous state."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _first[0].backup(connection.connection)
    else:
        name = connection.settings_dict["NAME"]
        _copy(f"{name}_first", name)
    stamps.mark_scopes_changed(stamps.EVERYTHING)
    ContentType.objects.clear_cache()
    cache.clear()


def built_once(build: Callable[[], Any]) -> Any:
    """Make the fixture `built` of a module, which runs `build` once for all tests of the module that request it.

    Each of these tests finds the database as built, and must copy what it changes in memory. Tests that do not request
    the fixture run first, see `conftest.py`, and find an empty database. All tests must run in a transaction.
    """

    @pytest.fixture(scope="module", name="built")
    def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
        with django_db_blocker.unblock(), transaction.atomic():
            before, queue.conf.task_always_eager = queue.conf.task_always_eager, True
            try:
                with translation.override(settings.LANGUAGE_CODE):
                    made = build()
            finally:
                queue.conf.task_always_eager = before
            with django_db_blocker.block():
                yield made
            transaction.set_rollback(True)

    return built


def _copy(name: str, other: str) -> None:
    if connection.vendor == "sqlite":
        with sqlite3.connect(other) as target:
            connection.connection.backup(target)
        target.close()
        return
    connection.close()  # a database in use cannot be copied
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{other}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{other}" TEMPLATE "{name}"')
