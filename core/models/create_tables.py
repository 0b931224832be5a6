"""A migration operation that creates the tables of an app in a new database in one step."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTables(Operation):
    """Creates all tables of an app, each directly in its final state after all of the `operations`.

    With separate operations, Django would recompute all related models after each one, and SQLite would copy a
    table for each added constraint, which would take most of the first start.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(self, operations: Sequence[Operation]) -> None:
        """The `operations` may only add to models that this operation creates."""
        self.operations = operations

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        return self.__class__.__qualname__, [self.operations], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)  # rebuilt on demand, not after each operation
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        _from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for name in self._names():
            model = to_state.apps.get_model(app_label, name)
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.create_model(model)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        _to_state: ProjectState,
    ) -> None:
        for name in reversed(self._names()):
            model = from_state.apps.get_model(app_label, name)
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.delete_model(model)

    def describe(self) -> str:
        return f"Create the tables {', '.join(self._names())}"

    def _names(self) -> list[str]:
        return [operation.name for operation in self.operations if isinstance(operation, CreateModel)]
