"""A copy of an SQLite database is complete and a single file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection, transaction

from core.models import Job
from core.services.database_copies import copy_sqlite

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own copy")
def test_a_copy_has_every_row_in_one_file(tmp_path: Path) -> None:
    Job.objects.create(task="water the plants")
    copy_sqlite(tmp_path / "copy.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite3"]
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
        assert copy.execute("SELECT task FROM tournaments_job").fetchall() == [("water the plants",)]
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own copy")
def test_nothing_is_copied_in_a_transaction(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        copy_sqlite(tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []
