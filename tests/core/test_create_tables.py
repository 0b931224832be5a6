"""The tables of a room are created at once, and match what its operations would create one by one."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.utils import ConnectionHandler

from core.models.create_tables import CreateTables
from tests import ROOMS

APP = "hall"

OPERATIONS = (
    CreateModel("Table", [("id", models.BigAutoField(primary_key=True)), ("number", models.IntegerField())]),
    CreateModel(
        "Seat", [("id", models.BigAutoField(primary_key=True)), ("name", models.CharField(max_length=9))]
    ),
    AddField("seat", "table", models.ForeignKey("hall.table", models.CASCADE)),
    AddField("table", "judges", models.ManyToManyField("hall.seat", related_name="+")),
    AddIndex("seat", models.Index(fields=["name", "table"], name="seat_by_name")),
    AddConstraint("seat", models.UniqueConstraint(fields=["table", "name"], name="seat_once")),
    AddConstraint("table", models.CheckConstraint(condition=models.Q(number__gte=1), name="table_from_1")),
    AddConstraint(
        "table",
        models.UniqueConstraint(fields=["number"], condition=models.Q(number__lte=9), name="table_low_once"),
    ),
)


# The tables of core and drafts were created by the rooms in which their models were before; registration has few.
@pytest.mark.parametrize("room", [room for room in ROOMS if room not in ("core", "drafts", "registration")])
def test_all_operations_of_a_room_add_to_what_it_creates(room):
    (made,) = import_module(f"{room}.migrations.0001_schema").Migration.operations
    assert isinstance(made, CreateTables)
    created: set[str] = set()
    for operation in made.operations:
        if isinstance(operation, CreateModel):
            created.add(operation.name.lower())
        else:
            assert isinstance(operation, (AddField, AddIndex, AddConstraint))
            assert operation.model_name.lower() in created


@pytest.mark.django_db
def test_made_at_once_is_as_made_one_by_one(tmp_path):
    at_once = own_database(tmp_path / "at_once.sqlite3")
    one_by_one = own_database(tmp_path / "one_by_one.sqlite3")
    made = CreateTables(OPERATIONS)
    apply(at_once, [made])
    apply(one_by_one, OPERATIONS)
    assert len(schema_of(at_once)) == 9
    assert schema_of(at_once) == schema_of(one_by_one)
    undo(at_once, made)
    assert schema_of(at_once) == {}
    at_once.close()
    one_by_one.close()


def own_database(path: Path) -> BaseDatabaseWrapper:
    return ConnectionHandler({"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}})[
        "default"
    ]


def apply(connection: BaseDatabaseWrapper, operations: Sequence[Operation]) -> None:
    state = ProjectState()
    with connection.schema_editor() as editor:
        for operation in operations:
            before = state.clone()
            operation.state_forwards(APP, state)
            operation.database_forwards(APP, editor, before, state)


def undo(connection: BaseDatabaseWrapper, operation: CreateTables) -> None:
    state = ProjectState()
    operation.state_forwards(APP, state)
    with connection.schema_editor() as editor:
        operation.database_backwards(APP, editor, state, ProjectState())


def schema_of(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Return the objects of the database by name; the order of statements does not matter."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        )
        return dict(cursor.fetchall())
