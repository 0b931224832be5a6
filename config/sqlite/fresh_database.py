"""Create a new SQLite database in one step, in the state after all migrations.

When migrating, Django recomputes every model for each of fifty migrations, which takes a quarter of a first start.
`tests/config/sqlite/test_fresh_database.py` checks that both ways create the same tables and rows.
"""

from typing import Any

from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations import RunPython

from core.models.model_labels import model_of_label


class ModelsByTable:
    """The current models under the names used by migrations. A moved model still has the app label of its table."""

    def __getattr__(self, name: str) -> Any:
        return getattr(apps, name)

    def get_model(self, *names: str) -> Any:
        """Return a model, given app label and name, or both as "app.Model", like `apps.get_model`.

        Raises KeyError if it is missing.
        """
        try:
            return apps.get_model(*names)  # type: ignore[arg-type]
        except LookupError:
            return model_of_label(".".join(names))


def is_database_empty() -> bool:
    """Return whether the database is a SQLite file without any table."""
    return connection.vendor == "sqlite" and not connection.introspection.table_names()


def make_database() -> None:
    """Create the tables of the current models, the rows of data migrations, and the record of all migrations.

    This is one transaction: a killed process leaves an empty file, which the next process fills.
    """
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    connection.disable_constraint_checking()  # not possible inside a transaction
    try:
        with transaction.atomic():
            executor.recorder.ensure_schema()
            with connection.schema_editor() as editor:
                for model in apps.get_models():
                    if model._meta.managed and not model._meta.proxy:
                        editor.create_model(model)
                for migration, _backwards in plan:
                    for operation in migration.operations:
                        if isinstance(operation, RunPython):
                            operation.code(ModelsByTable(), editor)  # type: ignore[arg-type]
                    executor.record_migration(migration)  # type: ignore[arg-type, call-arg]
                executor.check_replacements()
            emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    finally:
        connection.enable_constraint_checking()
