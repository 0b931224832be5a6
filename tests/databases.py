"""The databases of a run: one is migrated, those of the other processes are copies of it."""

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
"""In memory: the database of this process as it was made. PostgreSQL has it as a template beside the database."""


def set_up(folder: Path, process: str, others: Iterable[str]) -> None:
    """Connect to the database of this process. Whoever comes first in a run makes those of the `others` as well: a
    copy takes a moment, all migrations take seconds.

    `folder` is one for all processes of a run. SQLite has files there, as on a laptop: each thread of a server has a
    connection of its own. In memory they share one, and a page sees half of what another one writes.
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
    """Remove the database of this process; connections go to the one named `before` again."""
    name = connection.settings_dict["NAME"]
    connection.creation.destroy_test_db(before, verbosity=0)
    if connection.vendor != "sqlite":
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}_first"')


def restore() -> None:
    """Give the database of this process the state in which it was made; nothing is remembered of the one before."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _first[0].backup(connection.connection)
    else:
        name = connection.settings_dict["NAME"]
        _copy(f"{name}_first", name)
    stamps.mark(stamps.EVERYTHING)
    ContentType.objects.clear_cache()
    cache.clear()


def built_once(build: Callable[[], Any]) -> Any:
    """The fixture `built` of a module: what `build` makes, once for all its tests that ask for it.

    Each of them finds the database as it was then, and copies what it changes in memory. Those that do not ask for it
    come first, see `conftest.py`, and find an empty one. None of these tests may be outside a transaction.
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
    connection.close()  # no database that is in use can be copied
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{other}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{other}" TEMPLATE "{name}"')
